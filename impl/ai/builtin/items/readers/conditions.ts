/** Reads when a field is shown: "only if accommodation is yes", "if yes", "for those who come by car". */
import { fold } from "../../../../texts/fold.ts";
import type { Reader, Reading, Text } from "./reader.ts";

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
  const quoted = quotedAnswer(text, only, limit);
  if (quoted) return quoted;
  let at = lexicon.table("show", "shown").at(tokens, from, limit)?.to ?? from;
  at = lexicon.table("only").at(tokens, at, limit)?.to ?? at;
  const lead = lexicon.table("if", "unless", "forThose").at(tokens, at, limit);
  if (!lead || lead.to >= limit || isQuestion(text, at, lead.to, limit)) return undefined;
  const words = prompt.trim({ from: lead.to, to: limit });
  if (prompt.isEmpty(words)) return undefined;
  const isNegated = lead.value === "unless";
  return { to: limit, says: { condition: { kind: "words", at: words, leadFrom: from, isNegated } } };
};

/** `if "Yes"`: the answer in quotes. */
function quotedAnswer({ prompt, lexicon }: Text, from: number, limit: number): Reading | undefined {
  const lead = lexicon.table("if").at(prompt.tokens, from, limit);
  if (!lead || !prompt.isOpenQuote(lead.to)) return undefined;
  const words = fold(prompt.textOf(prompt.inside(lead.to)));
  const { yes, no } = lexicon.labels.choices;
  const isYes = words === "yes" || words === fold(yes);
  if (!isYes && words !== "no" && words !== fold(no)) return undefined;
  const to = prompt.after(lead.to);
  return { to, says: { condition: { kind: "answer", isYes, at: { from, to } } } };
}

/** "where lost" and "when do you come?" ask; "when delivery is selected" is a condition. */
function isQuestion({ prompt, lexicon }: Text, from: number, to: number, limit: number): boolean {
  const { tokens } = prompt;
  if (!lexicon.table("questions.open", "questions.when").whole(tokens, from, to)) return false;
  for (let at = to; at <= limit; at++) if (prompt.isMark(at, "?")) return true;
  return lexicon.table("copulas", "isChosen", "choose").all(tokens, to + 1, limit).length === 0;
}
