/** The time of the machine, or what a file says that `WALLET_CLOCK` names. Days and months are those of Berlin. */
import { readFileSync } from "node:fs";

/** Milliseconds that the clock is ahead, or the time at which it stands. */
interface ClockFile {
  readonly ahead?: number;
  readonly stopped?: number;
}

export function now(): number {
  const file = process.env.WALLET_CLOCK;
  if (file === undefined) return Date.now();
  const { ahead = 0, stopped }: ClockFile = JSON.parse(readFileSync(file, "utf8"));
  return stopped ?? Date.now() + ahead;
}

const berlin = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The day in Berlin, such as 2026-11-28. */
export const dayOf = (time: number): string => berlin.format(time).slice(0, 10);

/** The month in Berlin, such as 2026-11. */
export const monthOf = (time: number): string => dayOf(time).slice(0, 7);

/** The moment at which a day begins in Berlin. */
export function startOf(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const ahead = Date.parse(`${berlin.format(midnight).replace(" ", "T")}Z`) - midnight;
  return midnight - ahead;
}

/** The day of a month, or the last one where the month is shorter. `month` counts on beyond December. */
export function dayIn(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

export const isoTime = (time: number): string => new Date(time).toISOString();
export const unixTime = (time: number): number => Math.floor(time / 1000);
