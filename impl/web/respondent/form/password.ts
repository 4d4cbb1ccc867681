/** The page that asks for the password of a form. */

import { isPassword } from "../../../accounts/passwords.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { passwordForm } from "../../components/password-form.ts";
import type { FormValues } from "../../form-body.ts";
import type { FormSite } from "../../site.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import { minutes, replyMessage } from "../public-form/message-replies.ts";
import { newFill } from "./open-fill.ts";
import { openVisit } from "./visit.ts";
import { replyOpened } from "./welcome.ts";

/** Asks for the password of a form. Without it the page reveals nothing of the form but the title and the look, if its owner wants that. */
export function replyPasswordPage(
  request: FormRequest,
  wrong?: { readonly message: string; readonly status: 403 | 429 },
): Response {
  const { t, form } = request;
  const more = passwordForm({
    t,
    action: request.addressIn(t.language),
    message: wrong?.message,
    open: t.say("password_open"),
  });
  const message = {
    title: t.say("password_title"),
    text: t.say("password_text"),
    more,
    mark: "lock" as const,
  };
  return replyMessage(request, message, {
    status: wrong?.status ?? 200,
    hideTitle: form.shows_title === 0,
  });
}

/** Opens the form if the password is right. */
export async function postPassword(
  site: FormSite,
  request: FormRequest,
  values: FormValues,
): Promise<Response> {
  const { c, form, publicForm, t } = request;
  const network = c.var.network;
  const verdict = await site.limits.passwords(`${network} ${form.id}`);
  if (!verdict.allowed) {
    const message = t.say("too_many_text", { count: minutes(verdict.retryAfterSeconds) });
    return replyPasswordPage(request, { message, status: 429 });
  }
  const password = values.get(inputs.password) ?? "";
  const isRight = form.password_hash === null || (await isPassword(password, form.password_hash));
  if (!isRight) return replyPasswordPage(request, { message: t.say("password_wrong"), status: 403 });
  const visit = await openVisit(c, site, form.id, t.language);
  const openFill = newFill(site, publicForm, request.prefilled, request.t.language, visit);
  return replyOpened({ site, request, openFill });
}
