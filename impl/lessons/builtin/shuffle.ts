/** Mixes by a seed, so that the same request gives the same lesson. */
import { hash } from "node:crypto";

export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: hash("sha256", `${seed}/${index}`) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}

/** Named a, b, c, ... in a mixed order, so that the names say nothing about the place. */
export function named<Item>(
  items: readonly Item[],
  seed: string,
): { readonly id: string; readonly item: Item }[] {
  const ids = shuffled(
    items.map((_, index) => String.fromCharCode(97 + index)),
    seed,
  );
  return items.map((item, index) => ({ id: ids[index]!, item }));
}
