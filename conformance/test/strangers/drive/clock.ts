/** The time of the drive, which the hook `clock` moves. */
const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

export const now = (): number => clock.stopped ?? Date.now() + clock.ahead;

export const timeAt = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const today = (): string => timeAt(now()).slice(0, 10);

export function moveClock(seconds: number, still = clock.stopped !== undefined): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.stopped = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: timeAt(time) };
}
