/** The clock of the restaurant: that of the machine, moved by tests, or standing still where `CLOCK=stands`. */
const mayStop = process.env.CLOCK === "stands";
let offset = 0;
let stopped: number | undefined;

export const minute = 60_000;

export function now(): number {
  return stopped ?? Date.now() + offset;
}

export function moveClock(seconds: number, still: boolean | undefined): void {
  const wasStopped = stopped !== undefined;
  const time = now() + seconds * 1000;
  offset = time - Date.now();
  stopped = mayStop && (still ?? wasStopped) ? time : undefined;
}

export const timestamp = (time: number = now()): string => new Date(time).toISOString();
