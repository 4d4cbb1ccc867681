/** The page that asks for the password of a form. */

import { isPassword } from "../../accounts/passwords.ts";
import type { RawAnswers } from "../../forms/answers/answer.ts";
import { inputs } from "../../forms/fields/inputs.ts";
import { html } from "../../platform/html.ts";
import type { FormValues } from "../form-body.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import { minutes, replyMessage } from "../public-form/message-replies.ts";
import { entryField } from "../views/entry.ts";
import { type FormSite, newFill, replyStep } from "./open-fill.ts";
import { readHiddenFields } from "./read-answers.ts";
import { firstPage } from "./steps.ts";

/** Asks for the password of a form and reveals nothing about the form. */
export function replyPasswordPage(
  request: FormRequest,
  hidden: RawAnswers,
  wrong?: { readonly message: string; readonly status: 403 | 429 },
): Response {
  const { t } = request;
  const hiddenInputs = Object.entries(hidden).map(
    ([id, value]) => html`<input type="hidden" name="${inputs.hidden(id)}" value="${String(value)}">`,
  );
  const more = html`<form method="post" action="${request.addressIn(t.language)}" class="entry">${hiddenInputs}
${entryField({ t, name: inputs.password, label: t.say("password"), type: "password", autocomplete: "off", message: wrong?.message })}
<div class="actions"><button class="main">${t.say("password_open")}</button></div></form>`;
  const message = {
    title: t.say("password_title"),
    text: t.say("password_text"),
    more,
    mark: "lock" as const,
  };
  return replyMessage(request, message, { status: wrong?.status ?? 200, hideTitle: true });
}

/** Opens the form if the password is right. */
export async function postPassword(
  site: FormSite,
  request: FormRequest,
  values: FormValues,
): Promise<Response> {
  const { c, form, publicForm, t } = request;
  const hidden = readHiddenFields(publicForm.structure, (id) => values.get(inputs.hidden(id)));
  const network = c.var.network;
  const verdict = await site.limits.passwords(`${network} ${form.id}`);
  if (!verdict.allowed) {
    const message = t.say("too_many_text", { count: minutes(verdict.retryAfterSeconds) });
    return replyPasswordPage(request, hidden, { message, status: 429 });
  }
  const password = values.get(inputs.password) ?? "";
  const isRight = form.password_hash === null || (await isPassword(password, form.password_hash));
  if (!isRight) return replyPasswordPage(request, hidden, { message: t.say("password_wrong"), status: 403 });
  const openFill = newFill(site, publicForm, hidden);
  const pageId = firstPage(openFill.structure, openFill.checked);
  return replyStep({ site, request, openFill, pageId });
}
