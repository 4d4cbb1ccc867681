/** The clock of the office: that of the machine, moved by tests, or standing still unless `CLOCK=moves`. */
const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

export const now = (): number => clock.stopped ?? Date.now() + clock.ahead;

export function moveClock(seconds: number, still: boolean | undefined): object {
  const time = now() + seconds * 1000;
  const isStill = still ?? clock.stopped !== undefined;
  clock.ahead = time - Date.now();
  clock.stopped = isStill && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}
