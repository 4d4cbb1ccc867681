/** Compares the closing date of a form with the time. */
import type { FormSettings, Warning } from "../../generated/types.ts";

/** Tells whether the closing date of a form has come. */
export function hasClosed(settings: FormSettings | undefined, now: Date): boolean {
  return settings?.closes_at !== undefined && new Date(settings.closes_at) <= now;
}

/** Returns a warning if the closing date has passed, which owners overlook easily, above all in a copy of a form. */
export function closedWarnings(closesAt: string, now: Date): Warning[] {
  if (new Date(closesAt) > now) return [];
  const message = `The form takes no answers: its closing date ${closesAt} has passed. Change it in the structure's settings.`;
  return [{ code: "closing_date_passed", message, path: "/settings/closes_at" }];
}
