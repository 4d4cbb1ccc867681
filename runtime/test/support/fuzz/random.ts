/** Chance that can be repeated: the same seed, the same choices. */
export interface Random {
  /** From 0 (included) to `below` (excluded). */
  int(below: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True once in so many times. */
  once(times: number): boolean;
}

/** Mulberry32, a generator of 32 bits by Tommy Ettinger (public domain): good enough to choose by. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  const int = (below: number) => next() % below;
  return { int, pick: (choices) => choices[int(choices.length)]!, once: (times) => int(times) === 0 };
}
