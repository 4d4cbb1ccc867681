/** Changes the limits of a form and its waiting list, which the page of its settings has in one form. */
import type { FormSettings, FormStructure } from "../../../../generated/types.ts";
import { formOverview } from "../../../forms/overview.ts";
import { hasWaitingList, setWaitingList } from "../../../responses/waiting/waiting-list.ts";
import { fromLocalTime, timeZone, UTC } from "../../../texts/time-zone.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { type LimitInputs, limitInputs } from "../views/forms/limit-inputs.ts";
import { type Action, update } from "./actions.ts";
import { type Done, doneAddress } from "./done.ts";
import { replySettings, tabPath } from "./overview.ts";
import { PageRefusal, refusalText } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";

/** The texts that a form shows in place of its questions, in the order of the page. */
const OWN_TEXTS = ["full_text", "closed_text"] as const;
type OwnText = (typeof OWN_TEXTS)[number];

/** The limits that were changed, as an operation has them: null removes one. */
type ChangedLimits = {
  -readonly [Key in "opens_at" | "closes_at" | "response_limit" | "one_response_per_email" | OwnText]?:
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
  const { structure } = await formOverview(site.storage, account.id, formId, true);
  const isWaiting = await hasWaitingList(site.storage.db, formId);
  const settings = changedLimits(structure, inputs);
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
    zone: timeZone(text("zone")) ?? UTC,
    opens_at: text("opens_at"),
    closes_at: text("closes_at"),
    response_limit: text("response_limit"),
    one_response_per_email: text("one_response_per_email") === "yes",
    full_text: text("full_text").replaceAll("\r\n", "\n"),
    closed_text: text("closed_text").replaceAll("\r\n", "\n"),
    waiting: text("waiting") === "yes",
  };
}

/**
 * Returns the limits that differ from those that the page showed: an untouched date keeps its seconds and its zone.
 * @returns undefined if a value is no date or number
 */
function changedLimits(structure: FormStructure | undefined, inputs: LimitInputs): ChangedLimits | undefined {
  const { settings = {}, default_language: language = "en" } = structure ?? {};
  const { waiting, zone } = inputs;
  const before = limitInputs({ settings, language, waiting, zone });
  const changed: ChangedLimits = {};
  for (const key of ["opens_at", "closes_at"] as const)
    if (inputs[key] !== before[key]) changed[key] = readTime(inputs[key], zone);
  if (inputs.response_limit !== before.response_limit)
    changed.response_limit = readLimit(inputs.response_limit);
  if (inputs.one_response_per_email !== before.one_response_per_email)
    changed.one_response_per_email = inputs.one_response_per_email || null;
  // Texts in other languages stay, unless the text is removed.
  for (const key of OWN_TEXTS)
    if (inputs[key] !== before[key].trim())
      changed[key] = inputs[key] === "" ? null : { [language]: inputs[key] };
  return Object.values(changed).includes(undefined) ? undefined : changed;
}

/** @returns null for an empty text, undefined for one that is no whole number */
function readLimit(text: string): number | null | undefined {
  if (text === "") return null;
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** @returns null for an empty text, undefined for one that is no time */
function readTime(text: string, zone: string): string | null | undefined {
  if (text === "") return null;
  return fromLocalTime(text, zone)?.toISOString().replace(".000", "");
}
