/** The time. Tests pass a clock of their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Whole seconds forward, and whether the clock stands still from then on; absent: as before. */
export type ClockMove = { readonly seconds: number; readonly still?: boolean };

/** A clock that runs ahead of the system's by as much as it was moved, or stands. */
export interface MovableClock {
  readonly now: Clock;
  move(by: ClockMove): void;
}

export function movableClock(): MovableClock {
  let readTime = Date.now;
  let ahead = 0;
  return {
    now: () => new Date(readTime() + ahead),
    move({ seconds, still }) {
      const then = readTime() + ahead + seconds * 1_000;
      if (still !== undefined) readTime = still ? () => 0 : Date.now;
      ahead = then - readTime();
    },
  };
}
