/** Words for the parts of lists, in all languages at once: "type", "required", "options". */
import lists from "../languages/keys.json" with { type: "json" };
import { cached } from "./cache.ts";
import { type Found, PhraseTable } from "./phrases.ts";
import type { Prompt } from "./prompt.ts";

export type Key = keyof typeof lists;

const tables = new Map<string, PhraseTable<Key>>();

/** A table of several lists, whose values are the names of the lists; of two with the same phrase, the first one wins. */
function keys(...names: readonly Key[]): PhraseTable<Key> {
  return cached(
    tables,
    names.join(),
    () =>
      new PhraseTable(
        names.flatMap((name) => lists[name].split(",").map((phrase) => [phrase.trim(), name] as const)),
      ),
  );
}

export function keyAt(
  prompt: Prompt,
  from: number,
  limit: number,
  ...names: readonly Key[]
): Found<Key> | undefined {
  return keys(...names).at(prompt.tokens, from, limit);
}
