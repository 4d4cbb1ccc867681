/**
 * A copy in an order that depends only on the seed: cases that disturb each other are found by running them in many
 * orders, and found again by the seed. Fisher-Yates over mulberry32.
 */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
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

/** Runs `task` for every item, at most so many at a time, in order of their start. */
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
