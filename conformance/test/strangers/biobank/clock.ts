/** The time of the biobank, which a hook moves and stops. Times are shown in whole seconds. */
let ahead = 0;
let stopped: number | undefined = process.env.CLOCK === "stands" ? Date.now() : undefined;

export const now = (): number => (stopped ?? Date.now()) + ahead;

export const toTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const thisMonth = (): string => toTime(now()).slice(0, 7);

export function moveClock(seconds: number, still: boolean | undefined): string {
  ahead += seconds * 1000;
  if (still === true) stopped ??= Date.now();
  if (still === false && process.env.CLOCK !== "stands") {
    ahead += stopped === undefined ? 0 : stopped - Date.now();
    stopped = undefined;
  }
  return new Date(now()).toISOString();
}
