/** Changes the limits of a form on the page of its settings. */
import type { FormSettings } from "../../../../generated/types.ts";
import { formOverview } from "../../../forms/overview.ts";
import type { FormValues } from "../../form-body.ts";
import { utcInput } from "../views/forms/limits.ts";
import { action, update } from "./actions.ts";
import { PageRefusal } from "./refusal-text.ts";

/** The limits that were changed, as an operation has them: null removes one. */
type ChangedLimits = {
  -readonly [Key in "opens_at" | "closes_at" | "response_limit" | "one_response_per_email"]?:
    | FormSettings[Key]
    | null
    | undefined;
};

export const postLimits = action(async (request, formId, values) => {
  const { site, account, t } = request;
  const { structure } = await formOverview(site.storage, account.id, formId, true);
  const settings = changedLimits(structure?.settings ?? {}, values);
  if (settings === undefined) throw new PageRefusal(t.say("limits_wrong"));
  if (Object.keys(settings).length === 0) return "unchanged";
  await update(request, formId, { operations: [{ op: "change_form", settings }] });
  return "limits";
}, "limits");

/**
 * Reads the limits that differ from those that the page showed: an untouched date keeps its seconds and its zone.
 * @returns undefined if a value is no date or number
 */
function changedLimits(before: FormSettings, values: FormValues): ChangedLimits | undefined {
  const changed: ChangedLimits = {};
  for (const key of ["opens_at", "closes_at"] as const) {
    const text = values.get(key) ?? "";
    if (text !== (utcInput(before[key]) ?? "")) changed[key] = readUtc(text);
  }
  const limit = (values.get("response_limit") ?? "").trim();
  if (limit !== (before.response_limit ?? "").toString()) changed.response_limit = readLimit(limit);
  const isOne = values.get("one_response_per_email") === "yes";
  if (isOne !== (before.one_response_per_email ?? false)) changed.one_response_per_email = isOne || null;
  return Object.values(changed).includes(undefined) ? undefined : changed;
}

/** @returns null for an empty text, undefined for one that is no whole number */
function readLimit(text: string): number | null | undefined {
  if (text === "") return null;
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** @returns null for an empty text, undefined for one that is no time */
function readUtc(text: string): string | null | undefined {
  if (text === "") return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text);
  const time = isTime ? new Date(`${text}Z`) : undefined;
  return time === undefined || Number.isNaN(time.getTime())
    ? undefined
    : time.toISOString().replace(".000", "");
}
