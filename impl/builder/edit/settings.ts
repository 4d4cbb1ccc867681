/** Edit commands for the settings of a form: when it closes, how often a person may answer, where respondents go on. */
import type { FormSettings } from "../../../generated/types.ts";
import { closingTime } from "../prompt/settings.ts";
import { type EditContext, numberOf } from "./context.ts";
import type { Action } from "./read-instruction.ts";
import { lastEnding } from "./whole-form.ts";

function set(settings: FormSettings, { form, changes }: EditContext): boolean {
  form.settings = { ...form.settings, ...settings };
  changes.push(`Changed the settings: ${Object.keys(settings).join(", ")}.`);
  return true;
}

/** "Close the form after 50 responses" */
export const closeAfter: Action = ({ n = "" }, context) => {
  const limit = numberOf(n, context);
  if (limit === undefined || limit < 1 || limit > 1_000_000 || !Number.isInteger(limit)) return false;
  return set({ response_limit: limit }, context);
};

/** "Close it on 2027-06-30" */
export const closeOn: Action = ({ date = "" }, context) => {
  const closes_at = closingTime(date);
  return closes_at !== undefined && set({ closes_at }, context);
};

export const oncePerPerson: Action = (_slots, context) => set({ one_response_per_email: true }, context);

export const showProgress: Action = (_slots, context) => set({ show_progress: true }, context);

export const hideProgress: Action = (_slots, context) => set({ show_progress: false }, context);

/** The longest address that a structure takes. */
const MAX_URL = 2000;

/** "After submitting redirect to https://example.com/done" */
export const redirect: Action = ({ url = "" }, context) => {
  const address = /^(?:https?:\/\/|www\.)[^\s"<>]{3,1900}$/i.test(url) ? url : undefined;
  if (address === undefined) return false;
  const redirect_url = /^http/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(redirect_url) || redirect_url.length > MAX_URL) return false;
  lastEnding(context).redirect_url = redirect_url;
  context.changes.push(`Respondents go on to ${redirect_url}.`);
  return true;
};
