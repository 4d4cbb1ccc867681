/** Words for the parts of lists, in all languages at once: "type", "required", "options". */

import { cached } from "../../../platform/cached.ts";
import lists from "../languages/keys.json" with { type: "json" };
import { type Found, PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

export type Key = keyof typeof lists;

const tables = new Map<string, PhraseTable<Key>>();

/** @returns the longest phrase of several lists, whose value is the name of its list; of two with the same phrase, the first one wins */
export function keyIn(
  tokens: readonly Token[],
  from: number,
  limit: number,
  names: readonly Key[],
): Found<Key> | undefined {
  const table = cached(tables, names.join(), () => {
    const phrases = names.map((name) => [name, lists[name].split(", ")] as const);
    return new PhraseTable(phrases.flatMap(([name, all]) => all.map((phrase) => [phrase, name] as const)));
  });
  return table.at(tokens, from, limit);
}
