/** The page that asks for the code that was mailed. */

import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField } from "../../components/entry.ts";
import { type FormRequest, query } from "../public-form/form-request.ts";
import { replyMessage } from "../public-form/message-replies.ts";
import type { SentResponse } from "./find-response.ts";

/** Messages on the page that asks for the code. */
export interface CodePageState {
  /** A message about the mail. */
  readonly notice?: string;
  /** Whether the mail was not sent: then there is no code to ask for. */
  readonly isNotMailed?: boolean;
  /** The problem with the code. */
  readonly wrong?: string;
  /** The code as typed, to be corrected. */
  readonly typedCode?: string;
  /** The problem with the corrected address. */
  readonly wrongAddress?: string;
  /** The address as typed. */
  readonly typedAddress?: string;
  readonly status?: 200 | 422 | 429;
  /** The places that are held until the response is confirmed. */
  readonly places?: Html | undefined;
}

/** Sends the page that asks for the code that was mailed. */
export function replyCodePage(
  request: FormRequest,
  { response }: SentResponse,
  ticket: string,
  state: CodePageState = {},
): Response {
  const { t, form, embedded } = request;
  const { notice, isNotMailed = false, status = 200, places } = state;
  const email = response.email ?? "";
  const here = (language: typeof t.language) => `/f/${form.id}/sent/${ticket}${query(language, embedded)}`;
  const action = here(t.language);
  const look = status === 200 && !isNotMailed ? "notice done" : "notice";
  const more = html`
    ${notice && html`<div class="${look}" role="status">${notice}</div>`}
    ${isNotMailed ? resendForm(t, action, "main") : codeForm(t, action, state)}
    ${places}
    <div class="aside">
      ${!isNotMailed && html`<p>${t.say("no_mail")}</p>${resendForm(t, action, "link")}`}
      ${addressForm(t, action, email, state)}
    </div>
  `;
  const message = isNotMailed
    ? { title: t.say("address_title"), text: "" }
    : { title: t.say("check_mail_title"), text: t.say("check_mail_text", { email }) };
  return replyMessage(
    request,
    { ...message, mark: "mail", more, scripts: places ? ["sent", "hold"] : ["sent"], addressIn: here },
    { status },
  );
}

function resendForm(t: Translation, action: string, look: "main" | "link"): Html {
  const button = html`<button class="${look}" name="${inputs.action}" value="again">${t.say("send_again")}</button>`;
  return postForm({ action, content: look === "main" ? actions(button) : button });
}

function codeForm(t: Translation, action: string, { wrong, typedCode }: CodePageState): Html {
  const code = entryField({
    t,
    name: inputs.code,
    label: t.say("code"),
    hint: t.say("code_hint"),
    // A respondent who corrects a code may pass through others of six digits, and each would cost an attempt.
    scriptHint: wrong === undefined ? t.say("code_sends_itself") : undefined,
    digits: 6,
    type: "text",
    autocomplete: "one-time-code",
    ...(typedCode !== undefined && { value: typedCode }),
    message: wrong,
  });
  return postForm({
    action,
    className: "entry",
    isUnchecked: true,
    content: [code, actions(button({ text: t.say("confirm"), look: "main" }))],
  });
}

/** Draws the form for another address: a collapsed section, open if it has a mistake. */
function addressForm(
  t: Translation,
  action: string,
  email: string,
  { wrongAddress, typedAddress = email }: CodePageState,
): Html {
  const address = entryField({
    t,
    name: inputs.address,
    label: t.say("address_label"),
    type: "email",
    autocomplete: "email",
    value: typedAddress,
    message: wrongAddress,
  });
  return html`
    <details${wrongAddress === undefined ? undefined : html` open`}>
      <summary>${t.say("wrong_address")}</summary>
      ${postForm({
        action,
        isUnchecked: true,
        content: [
          address,
          actions(
            button({
              text: t.say("change_address"),
              look: "quiet",
              name: inputs.action,
              value: "address",
            }),
          ),
        ],
      })}
    </details>
  `;
}
