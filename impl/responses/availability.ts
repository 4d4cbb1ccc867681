/** Whether a form takes answers now. */
import type { FormSettings } from "../../generated/types.ts";
import { hasClosed } from "../forms/closing-date.ts";
import type { Form } from "../forms/forms.ts";
import { isUpcoming } from "../forms/opening-date.ts";
import { countVerified } from "../forms/verified-responses.ts";
import type { Queries } from "../platform/storage/storage.ts";

/**
 * Whether a form takes answers now. `hidden`: the public does not know that it exists, since it has never been
 * published; `upcoming`: its opening date has not come yet; `closed`: its closing date has come; `full`: it has as many responses as it wants.
 */
export type Availability = "open" | "hidden" | "paused" | "archived" | "upcoming" | "closed" | "full";

/** @param settings of the current version: a new opening or closing date applies to respondents who have already begun, too */
export async function availability(
  queries: Queries,
  form: Form,
  settings: FormSettings | undefined,
  now: Date,
): Promise<Availability> {
  if (isHidden(form) || form.status === "draft") return "hidden";
  if (form.status !== "published") return form.status;
  if (isUpcoming(settings, now)) return "upcoming";
  if (hasClosed(settings, now)) return "closed";
  return (await isFull(queries, form.id, settings)) ? "full" : "open";
}

/** Checked before anything else, so that the response time does not reveal a hidden form. */
export function isHidden({ published_at }: Form): boolean {
  return published_at === null;
}

export async function isFull(
  queries: Queries,
  formId: string,
  settings: FormSettings | undefined,
): Promise<boolean> {
  const limit = settings?.response_limit;
  return limit !== undefined && (await countVerified(queries, formId)) >= limit;
}
