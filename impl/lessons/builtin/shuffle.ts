/** Mixes by a seed, so that the same request gives the same lesson. */
import { shuffle } from "../../platform/shuffle.ts";

export function mix<Item>(items: readonly Item[], seed: string): Item[] {
  return shuffle(items, (_, index) => `${seed}/${index}`);
}

/** Named a, b, c, ... in a mixed order, so that the names say nothing about the place. */
export function shuffleNamed<Item>(
  items: readonly Item[],
  seed: string,
): { readonly id: string; readonly item: Item }[] {
  const ids = mix(
    items.map((_, index) => String.fromCharCode(97 + index)),
    seed,
  );
  return items.map((item, index) => ({ id: ids[index]!, item }));
}
