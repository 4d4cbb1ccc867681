/** A clock that the hooks can move, and stop. */
let readTime: () => number = Date.now;
let aheadMs = 0;

/** Moves the clock forward; with `still` it stands from then on, or goes on. */
export function moveClock({ seconds, still }: { seconds: number; still?: boolean }): void {
  const then = now() + seconds * 1000;
  if (still !== undefined) readTime = still ? () => 0 : Date.now;
  aheadMs = then - readTime();
}

/** Milliseconds since the epoch. */
export function now(): number {
  return readTime() + aheadMs;
}
