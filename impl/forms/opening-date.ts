/** Tells whether the opening date of a form has not come yet. */
import type { FormSettings } from "../../generated/types.ts";

export function isUpcoming(settings: FormSettings | undefined, now: Date): boolean {
  return settings?.opens_at !== undefined && now < new Date(settings.opens_at);
}
