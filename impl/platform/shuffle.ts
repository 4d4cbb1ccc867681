import { hash } from "node:crypto";

/** Shuffles in the same order each time. `name` is a seed, and what tells an item from the others. */
export function shuffle<Item>(items: readonly Item[], name: (item: Item, index: number) => string): Item[] {
  return items
    .map((item, index) => ({ item, rank: hash("sha256", name(item, index)) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}
