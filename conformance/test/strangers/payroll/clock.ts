/** The time of the payroll, which the hook `clock` moves. */
const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

const now = (): number => clock.stopped ?? Date.now() + clock.ahead;

export const timeNow = (): string => new Date(now()).toISOString();

export const today = (): string => timeNow().slice(0, 10);

export function moveClock(seconds: number, still = clock.stopped !== undefined): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.stopped = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}
