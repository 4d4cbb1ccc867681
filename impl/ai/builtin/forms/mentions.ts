/** Finds the field that words of a prompt name: by its number, its label, or the one label that has all of the words. */

import { withoutFillers } from "../items/head.ts";
import type { Item } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";

/** "Q3", "question 3", "#3" */
const NUMBERED =
  /^(?:q|#|(?:question|frage|field|feld|pregunta|domanda|vraag|pytanie|pergunta|item|no|nr) )(\d{1,3})$/;

/** @returns the field that the whole range names; undefined if none does, or several may be meant */
export function fieldNamed(text: Text, range: Range, items: readonly Item[]): Item | undefined {
  const { prompt } = text;
  const words = withoutFillers(text, prompt.inner(prompt.trim(range)));
  const [, number] = NUMBERED.exec(prompt.textOf(words).toLowerCase()) ?? [];
  if (number !== undefined) return items[Number(number) - 1];
  const keys = keysOf(text, words);
  if (keys.length === 0) return undefined;
  const labels = items.map((item) => ({ item, label: keysOf(text, item.label) }));
  const same = labels.filter(({ label }) => label.join(" ") === keys.join(" "));
  if (same.length > 0) return same.length === 1 ? same[0]?.item : undefined;
  const partly = labels.filter(({ label }) => keys.every((key) => label.includes(key)));
  return partly.length === 1 ? partly[0]?.item : undefined;
}

function keysOf({ prompt }: Text, { from, to }: Range): string[] {
  const keys: string[] = [];
  for (let index = from; index < to; index++) if (prompt.isWord(index)) keys.push(prompt.key(index));
  return keys;
}
