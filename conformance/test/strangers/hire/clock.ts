/** The clock of the service: real time plus what was added, or a fixed instant while it stands. */

const canStand = process.env.CLOCK === "stands";
let ahead = 0;
let standsAt: number | undefined;

/** Milliseconds since the epoch. */
export function now(): number {
  return standsAt ?? Date.now() + ahead;
}

export function moveClock(seconds: number, still: boolean | undefined): void {
  const instant = now() + seconds * 1000;
  ahead = instant - Date.now();
  standsAt = canStand && (still ?? standsAt !== undefined) ? instant : undefined;
}

export function timestamp(milliseconds = now()): string {
  return new Date(milliseconds).toISOString();
}
