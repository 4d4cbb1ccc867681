/** Reads when a field is shown: "only if accommodation is yes", "if yes", "for those who come by car". */
import type { Reader, Text } from "./reader.ts";

export const readCondition: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const only = lexicon.table("only").at(tokens, from, limit)?.to ?? from;
  const answer = lexicon.table("ifYes", "ifNo").at(tokens, only, limit);
  if (answer)
    return {
      to: answer.to,
      says: { condition: { kind: "answer", isYes: answer.value === "ifYes", at: { from, to: answer.to } } },
    };
  const shown = lexicon.table("show", "shown").at(tokens, from, limit)?.to ?? from;
  const at = lexicon.table("only").at(tokens, shown, limit)?.to ?? shown;
  const lead = lexicon.table("if", "unless", "forThose").at(tokens, at, limit);
  if (!lead || isQuestion(text, at, lead.to, limit)) return undefined;
  const words = prompt.trim({ from: lead.to, to: limit });
  if (prompt.isEmpty(words)) return undefined;
  const isNegated = lead.value === "unless";
  return { to: limit, says: { condition: { kind: "words", at: words, leadFrom: from, isNegated } } };
};

/** "where lost" and "when do you come?" ask; "when delivery is selected" is a condition. */
function isQuestion({ prompt, lexicon }: Text, from: number, to: number, limit: number): boolean {
  const { tokens } = prompt;
  if (!lexicon.table("questions.open", "questions.when").whole(tokens, from, to)) return false;
  for (let at = to; at <= limit; at++) if (prompt.isMark(at, "?")) return true;
  return lexicon.table("copulas", "isChosen", "choose").all(tokens, to + 1, limit).length === 0;
}
