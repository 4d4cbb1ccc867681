/** Instants as callers write them, and the days of venues. */

import type { Venue } from "./records.ts";
import { Refusal } from "./refusal.ts";

const form = /^(\d{4}-\d\d-\d\d)[Tt\s](\d\d:\d\d:)(\d\d)(\.\d+)?(?:([Zz])|([+-]\d\d):?(\d\d)?)$/;
const tenYears = 10 * 366 * 86_400_000;

/** Reads what the format date-time takes, which is more than Date.parse does: leap seconds and short offsets. */
function parseInstant(text: string): number {
  const [, date, minutes, seconds, fraction = "", , hours, rest = "00"] = form.exec(text) ?? [];
  const isLeap = seconds === "60";
  const offset = hours === undefined ? "Z" : `${hours}:${rest}`;
  const time = Date.parse(`${date}T${minutes}${isLeap ? "59" : seconds}${fraction.slice(0, 4)}${offset}`);
  return isLeap ? time + 1000 : time;
}

/** The start of an event. */
export function readStart(text: string, now: number): number {
  const start = parseInstant(text);
  if (start > now && start < now + tenYears) return start;
  throw new Refusal(
    "start_out_of_range",
    `${text} is not within the next ten years. It is ${showInstant(now)} now: choose a later starts_at.`,
  );
}

export function showInstant(time: number): string {
  return new Date(time).toISOString();
}

export function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat("sv-SE", { timeZone });
  } catch {
    throw new Refusal(
      "unknown_time_zone",
      `${timeZone} is not in the IANA database. Use a name such as Europe/Lisbon.`,
    );
  }
}

export function dayAt({ time_zone }: Venue, time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: time_zone }).format(time);
}
