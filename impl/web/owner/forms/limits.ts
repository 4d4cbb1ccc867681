/** Changes the limits of a form and its waiting list, which the page of its settings has in one form. */
import type { FormSettings } from "../../../../generated/types.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { hasWaitingList, setWaitingList } from "../../../responses/waiting/waiting-list.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { type LimitInputs, limitInputs } from "../views/forms/limits.ts";
import { type Action, update } from "./actions.ts";
import { type Done, doneAddress } from "./done.ts";
import { replySettings, tabPath } from "./overview.ts";
import { PageRefusal, refusalText } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refused.ts";

/** The limits that were changed, as an operation has them: null removes one. */
type ChangedLimits = {
  -readonly [Key in "opens_at" | "closes_at" | "response_limit" | "one_response_per_email" | "closed_text"]?:
    | FormSettings[Key]
    | null
    | undefined;
};

/** A refused post gets the page again with what was entered. */
export const postLimits: Action = (request, formId, values) => {
  const limits = readInputs(values);
  return handleRefusal(
    async () => {
      const done = await saveLimits(request, formId, limits);
      audit(request, "limits", formId, { result: done });
      return seeOther(request.c, doneAddress(tabPath(formId, "settings"), done));
    },
    (refusal) => {
      const { status, ...refused } = refusalText(request.t, refusal);
      return replySettings(request, formId, refused, { status }, { limits });
    },
  );
};

async function saveLimits(
  request: Parameters<Action>[0],
  formId: string,
  inputs: LimitInputs,
): Promise<Done> {
  const { site, account, t } = request;
  const form = await formOverview(site.storage, account.id, formId, true);
  const isWaiting = await hasWaitingList(site.storage.db, formId);
  const settings = changedLimits(form, inputs);
  if (settings === undefined) throw new PageRefusal(t.say("limits_wrong"));
  const hasChanges = Object.keys(settings).length > 0;
  if (hasChanges) await update(request, formId, { operations: [{ op: "change_form", settings }] });
  if (inputs.waiting === isWaiting) return hasChanges ? "limits" : "unchanged";
  await setWaitingList(site, account.id, formId, inputs.waiting);
  if (hasChanges) return "limits";
  return inputs.waiting ? "waiting_on" : "waiting_off";
}

function readInputs(values: FormValues): LimitInputs {
  const text = (name: keyof LimitInputs) => (values.get(name) ?? "").trim();
  return {
    opens_at: text("opens_at"),
    closes_at: text("closes_at"),
    response_limit: text("response_limit"),
    one_response_per_email: text("one_response_per_email") === "yes",
    closed_text: text("closed_text").replaceAll("\r\n", "\n"),
    waiting: text("waiting") === "yes",
  };
}

/**
 * Returns the limits that differ from those that the page showed: an untouched date keeps its seconds and its zone.
 * @returns undefined if a value is no date or number
 */
function changedLimits({ structure }: FormOverview, inputs: LimitInputs): ChangedLimits | undefined {
  const language = structure?.default_language ?? "en";
  const before = limitInputs(structure?.settings ?? {}, language, inputs.waiting);
  const changed: ChangedLimits = {};
  for (const key of ["opens_at", "closes_at"] as const)
    if (inputs[key] !== before[key]) changed[key] = readUtc(inputs[key]);
  if (inputs.response_limit !== before.response_limit)
    changed.response_limit = readLimit(inputs.response_limit);
  if (inputs.one_response_per_email !== before.one_response_per_email)
    changed.one_response_per_email = inputs.one_response_per_email || null;
  // Texts in other languages stay, unless the text is removed.
  if (inputs.closed_text !== before.closed_text.trim())
    changed.closed_text = inputs.closed_text === "" ? null : { [language]: inputs.closed_text };
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
