/** Reads how many responses may take each choice: "only one parent per slot", "3 places each", "je 5 Plätze". */

import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordsIn } from "../lexicon/lexicon.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { isCapacityMark } from "./marks.ts";

/** A longer text says more than a capacity. */
const MAX_TEXT = 60;

/** The number of a text such as "max 4 people per slot"; undefined: the text says something else. */
export function slotCapacity(text: string, grammar: Grammar): number | undefined {
  const folded = fold(text);
  if (folded.length > MAX_TEXT || /[€$£%]/.test(folded)) return undefined;
  const words = (name: string) => vocabulary(name, grammar);
  const perSlot = wordSet(words("perSlot")).first(folded) !== undefined;
  if (!perSlot && !(saysEachIn(folded, grammar) && counts(folded, grammar))) return undefined;
  const digits = [...folded.matchAll(/(?<!\p{L})\d{1,6}(?!\p{L})/gu)];
  if (digits.length > 1) return undefined;
  if (digits.length === 1) return Number(digits[0]![0]);
  const spelled = words("numbers").map((list) => list.split("/").map(fold));
  const found = (folded.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const index = spelled.findIndex((list) => list.includes(word));
    return index < 0 ? [] : [(index % 12) + 1];
  });
  return found[0];
}

/** The same behind a list of choices, where "max 12 participants" says it too. */
export function listedCapacity(text: string, grammar: Grammar): number | undefined {
  const shared = slotCapacity(text, grammar);
  if (shared !== undefined) return shared;
  const number = /\d{1,6}/.exec(text)?.[0];
  return number !== undefined && /\p{L}.*\d.*\p{L}/u.test(text) && isCapacityMark(text.trim(), grammar)
    ? Number(number)
    : undefined;
}

/** Whether a text has a word for "each". */
export function saysEach(text: string): boolean {
  return EACH.test(fold(text));
}

/** German "je" is "is" in Slavic languages and "you" in Dutch. */
function saysEachIn(folded: string, { languages }: Grammar): boolean {
  return EACH.test(languages[0] === "de" ? folded : folded.replace(/(?<!\p{L})je(?!\p{L})/gu, " "));
}

/** "each", as its own word. */
const EACH =
  /(?<!\p{L})(?:each|apiece|je|jeweils|chacun|chacune|chaque|cada|ciascuno|ciascuna|ogni|elk|elke|ieder|kazdy|kazda|kazde|varje|hver|hvert|po|по|cate|ciascun|igal|katra|katrai|kull|gach|kukin|kiekvienam|egyenkent|mindegyik)(?!\p{L})/u;

/** Whether a text counts places or people, or limits something. "2 points each" and "3 € each" do neither. */
function counts(folded: string, grammar: Grammar): boolean {
  const most = [grammar.languages[0]!, "en" as const].flatMap((language) =>
    wordsIn(language).atMost.split(","),
  );
  return (
    wordSet([...vocabulary("places", grammar), ...most, ...vocabulary("limit", grammar)]).first(folded) !==
    undefined
  );
}

function vocabulary(name: string, grammar: Grammar): readonly string[] {
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  return languages.flatMap((language) => instructionsIn(language).vocabulary[name] ?? []);
}
