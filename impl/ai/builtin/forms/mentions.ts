/** Finds the field that words of a prompt name: by its number, its label, or the one label that has all of the words. */

import { conceptOf } from "../items/concepts.ts";
import { withoutFillers } from "../items/head.ts";
import type { Item } from "../items/item.ts";
import { withoutQuotes } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";

/** @returns the field that the whole range names; undefined if none does, or several may be meant */
export function fieldNamed(text: Text, range: Range, items: readonly Item[]): Item | undefined {
  const { prompt } = text;
  const words = withoutFillers(text, withoutQuotes(text, prompt.trim(range)));
  const number = numberNamed(text, words);
  if (number !== undefined) return items[number - 1];
  const keys = keysOf(text, words);
  if (keys.length === 0) return undefined;
  const labels = items.map((item) => ({ item, label: keysOf(text, item.label) }));
  const same = labels.filter(({ label }) => label.join(" ") === keys.join(" "));
  if (same.length > 0) return same.length === 1 ? same[0]?.item : undefined;
  const concept = conceptOf(text, words);
  const alike = concept?.isWhole
    ? items.filter(({ draft }) => draft.concept?.isWhole && draft.concept.concept === concept.concept)
    : [];
  if (alike.length === 1) return alike[0];
  const partly = labels.filter(({ label }) => keys.every((key) => label.includes(key)));
  return partly.length === 1 ? partly[0]?.item : undefined;
}

/** "Q3", "question 3", "#3" */
function numberNamed({ prompt }: Text, { from, to }: Range): number | undefined {
  const short = /^q(\d{1,3})$/.exec(prompt.key(from))?.[1];
  if (short !== undefined && to === from + 1) return Number(short);
  const isCounted =
    prompt.isMark(from, "#") ||
    /^(question|frage|field|feld|pregunta|domanda|vraag|pytanie|pergunta|item|no|nr)$/.test(prompt.key(from));
  return isCounted && to === from + 2 && /^\d{1,3}$/.test(prompt.key(from + 1))
    ? Number(prompt.key(from + 1))
    : undefined;
}

function keysOf({ prompt }: Text, { from, to }: Range): string[] {
  const keys: string[] = [];
  for (let index = from; index < to; index++) if (prompt.isWord(index)) keys.push(prompt.key(index));
  return keys;
}
