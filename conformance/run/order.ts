/** The order of cases, and how many of them run at once. */

/**
 * Returns a copy in an order that depends only on the seed (Fisher-Yates over mulberry32). Different orders find
 * cases that disturb each other, and the seed repeats the order.
 */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  let state = seed >>> 0;
  for (let index = copy.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [copy[index], copy[other]] = [copy[other]!, copy[index]!];
  }
  return copy;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** Runs `task` for every item, at most `max` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  max: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let item = rest.next(); !item.done; item = rest.next()) await task(item.value);
  };
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker));
}
