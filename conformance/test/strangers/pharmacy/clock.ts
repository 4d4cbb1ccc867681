/** The time of the pharmacy: that of the machine, and what tests have added. It stands while a test wants it to. */
const mayStand = process.env.CLOCK === "stands";
const day = 86_400_000;

let added = 0;
let stopped: number | undefined;

export function now(): number {
  return stopped ?? Date.now() + added;
}

export function timestamp(milliseconds = now()): string {
  return new Date(milliseconds).toISOString();
}

/** The day of UTC that it is. */
export function today(): string {
  return timestamp().slice(0, 10);
}

export function daysAfter(days: number): string {
  return timestamp(now() + days * day);
}

export function moveClock(seconds: number, still = stopped !== undefined): string {
  const instant = now() + seconds * 1000;
  added = instant - Date.now();
  stopped = still && mayStand ? instant : undefined;
  return timestamp(instant);
}
