/** Reads when a field is shown: "only if accommodation is yes", "if yes", "for those who come by car". */
import type { Reader } from "./reader.ts";

export const readCondition: Reader = ({ prompt, lexicon }, from, limit) => {
  const { tokens } = prompt;
  const answer = lexicon.table("ifYes", "ifNo").at(tokens, from, limit);
  if (answer)
    return { to: answer.to, says: { condition: { kind: "answer", isYes: answer.value === "ifYes" } } };
  let at = lexicon.table("show", "shown").at(tokens, from, limit)?.to ?? from;
  at = lexicon.table("only").at(tokens, at, limit)?.to ?? at;
  const lead = lexicon.table("if", "unless", "forThose").at(tokens, at, limit);
  if (!lead || lead.to >= limit) return undefined;
  const words = prompt.trim({ from: lead.to, to: limit });
  if (prompt.isEmpty(words)) return undefined;
  return { to: limit, says: { condition: { kind: "words", at: words, isNegated: lead.value === "unless" } } };
};
