import type { Warning } from "../../generated/types.ts";

/** A warning if the closing date has passed: easily overlooked, above all in a copy. */
export function closedWarnings(closesAt: string, now: Date): Warning[] {
  if (new Date(closesAt) > now) return [];
  const message = `The form takes no answers: its closing date ${closesAt} has passed. Change it in the structure's settings.`;
  return [{ code: "closing_date_passed", message, path: "/settings/closes_at" }];
}
