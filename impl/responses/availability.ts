import type { FormSettings } from "../../generated/types.ts";
import type { Form } from "../forms/forms.ts";
import { countVerified } from "../forms/verified-responses.ts";
import type { Queries } from "../storage/storage.ts";

/**
 * Whether a form takes answers now. `hidden`: the public does not know that it exists, since it has never been
 * published; `closed`: its closing date has come; `full`: it has as many responses as it wants.
 */
export type Availability = "open" | "hidden" | "paused" | "archived" | "closed" | "full";

/** @param settings of the current version: an owner who moves the closing date means those who are filling in, too */
export async function availability(
  queries: Queries,
  form: Form,
  settings: FormSettings | undefined,
  now: Date,
): Promise<Availability> {
  if (isHidden(form) || form.status === "draft") return "hidden";
  if (form.status !== "published") return form.status;
  if (settings?.closes_at !== undefined && new Date(settings.closes_at) <= now) return "closed";
  return (await isFull(queries, form.id, settings)) ? "full" : "open";
}

/** To be asked before anything else is looked at: then a form that is hidden takes as long as one that does not exist. */
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
