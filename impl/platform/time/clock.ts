/** The time. Tests pass a clock of their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that runs ahead of the system's by as much as it was moved. */
export interface MovableClock {
  readonly now: Clock;
  advance(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}
