/** When the next mail about new responses is due: at once for the first, rarely in a flood. */
import type { Selectable } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";

const MINUTE_MS = 60_000;
/** Responses that come within this time after a mail are in the next one together. */
const GAP_MS = 5 * MINUTE_MS;
/** The same after many mails of a day. */
const LONG_GAP_MS = 60 * MINUTE_MS;
const FREQUENT = 10;
/** The hour of daily mails, in UTC. */
const DAILY_HOUR = 6;
/** Mails of a day to one account, about all of its forms. */
export const MAX_OF_ACCOUNT = 100;

export type MailMode = Schema["response_mails"]["mode"];

export function dueTime(
  row: Pick<Selectable<Schema["response_mails"]>, "mode" | "day" | "mails_of_day" | "last_sent_at">,
  now: Date,
): Date {
  if (row.mode === "daily") return nextDailyTime(now);
  if (row.last_sent_at === null) return now;
  const gap = row.day === toDay(now) && row.mails_of_day >= FREQUENT ? LONG_GAP_MS : GAP_MS;
  return new Date(Math.max(now.getTime(), Date.parse(row.last_sent_at) + gap));
}

export function nextDailyTime(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DAILY_HOUR);
  return new Date(today > now.getTime() ? today : today + 24 * 60 * MINUTE_MS);
}

/** `YYYY-MM-DD`, in UTC. */
export function toDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
