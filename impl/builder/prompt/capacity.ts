/** Reads how many responses may take each choice: "only one parent per slot", "max 4 per group". */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "./prices.ts";

/** The number of a text such as "max 4 people per slot"; undefined: the text says something else. */
export function slotCapacity(text: string, grammar: Grammar): number | undefined {
  const folded = fold(text);
  if (folded.length > 60) return undefined;
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  const words = (name: string) =>
    languages.flatMap((language) => instructionsIn(language).vocabulary[name] ?? []);
  if (!wordSet(words("perSlot")).first(folded)) return undefined;
  const digits = /(?<!\p{L})\d{1,6}(?!\p{L})/u.exec(folded)?.[0];
  if (digits !== undefined) return Number(digits);
  const spelled = words("numbers").map((list) => list.split("/").map(fold));
  const found = (folded.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const index = spelled.findIndex((list) => list.includes(word));
    return index < 0 ? [] : [(index % 12) + 1];
  });
  return found[0];
}
