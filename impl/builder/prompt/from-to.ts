/** Writes a period of time out as two fields: "from when to when" -> "From (date), To (date)". */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { enclosed } from "./split.ts";

/** A period is an item of its own, between commas, dashes or colons. */
export function fromTo(text: string, grammar: Grammar): string {
  const [language = "en"] = grammar.languages;
  const { fromToDates = [], fromToTimes = [], fromUntil = [] } = instructionsIn(language).vocabulary;
  if (fromToDates.length === 0) return text;
  const { date, time } = labelsIn(language).fields;
  const both = (kind: string) => fromUntil.map((label) => `${label} (${kind})`).join(", ");
  const inside = enclosed(text);
  return text.replace(/[^,;:.]+/g, (whole: string, at: number) => {
    const item = words(whole);
    if (inside[at] === 1 || !/\p{L}/u.test(item)) return whole;
    const lead = /^\s*/.exec(whole)![0];
    if (fromToDates.some((one) => words(one) === item)) return `${lead}${both(date)}`;
    if (fromToTimes.some((one) => words(one) === item)) return `${lead}${both(time)}`;
    return whole;
  });
}

/** The words without articles, marks and "and" before them: "and from - to time" -> "from to time". */
function words(text: string): string {
  const plain = (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return plain.replace(/^(?:and|und|et|y|e|en|i|also|the|der|die|das) (?=\p{L})/u, "");
}
