/** When the next mail about new responses is due: at once for the first, rarely in a flood. */
import type { Selectable } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import { fromLocalTime, toLocalDay, UTC } from "../../texts/time-zone.ts";

const MINUTE_MS = 60_000;
/** Responses that come within this time after a mail are in the next one together. */
const GAP_MS = 5 * MINUTE_MS;
/** The same after many mails of a day. */
const LONG_GAP_MS = 60 * MINUTE_MS;
const FREQUENT = 10;
/** When daily mails come, in the time zone of the account. */
const DAILY_TIME = "06:00";
const DAY_MS = 86_400_000;
/** Mails of a day to one account, about all of its forms. */
export const MAX_OF_ACCOUNT = 100;

export type MailMode = Schema["response_mails"]["mode"];

/** @param zone the time zone of the account; null: UTC */
export function dueTime(
  row: Pick<Selectable<Schema["response_mails"]>, "mode" | "day" | "mails_of_day" | "last_sent_at">,
  zone: string | null,
  now: Date,
): Date {
  if (row.mode === "daily") return nextDailyTime(zone, now);
  if (row.last_sent_at === null) return now;
  const gap = row.day === toDay(now) && row.mails_of_day >= FREQUENT ? LONG_GAP_MS : GAP_MS;
  return new Date(Math.max(now.getTime(), Date.parse(row.last_sent_at) + gap));
}

/** @param zone the time zone of the account; null: UTC */
export function nextDailyTime(zone: string | null, now: Date): Date {
  const today = toLocalDay(now.toISOString(), zone ?? UTC);
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const timeOn = (day: string) => fromLocalTime(`${day}T${DAILY_TIME}`, zone ?? UTC)!;
  return timeOn(today) > now ? timeOn(today) : timeOn(tomorrow);
}

/** `YYYY-MM-DD`, in UTC. */
export function toDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
