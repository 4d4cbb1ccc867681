/** The clock of the town hall, which hooks move and stop. */
let ahead = 0;
let stoppedAt: number | undefined;

export function now(): number {
  return (stoppedAt ?? Date.now()) + ahead;
}

export function showTime(time = now()): string {
  return new Date(time).toISOString();
}

export function moveClock(seconds: number, still: boolean | undefined): void {
  ahead += seconds * 1_000;
  if (still === true && process.env.CLOCK === "stands") stoppedAt ??= Date.now();
  if (still !== false || stoppedAt === undefined) return;
  ahead -= Date.now() - stoppedAt;
  stoppedAt = undefined;
}
