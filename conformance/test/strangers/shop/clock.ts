/** The shop's clock: real time plus what was added, or a fixed instant while it stands. */

let ahead = 0;
let standsAt: number | undefined;

/** Milliseconds since the epoch. */
export function now(): number {
  return standsAt ?? Date.now() + ahead;
}

export function timestamp(): string {
  return new Date(now()).toISOString();
}

/** Moves the clock forward. A clock that `canStand` stops at that instant, or goes on again. */
export function moveClock(seconds: number, still: boolean | undefined, canStand: boolean): void {
  const instant = now() + seconds * 1000;
  ahead = instant - Date.now();
  const stands = still ?? standsAt !== undefined;
  standsAt = canStand && stands ? instant : undefined;
}
