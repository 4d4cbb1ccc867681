import { html } from "../../html.ts";
import { inputs } from "../form/inputs.ts";
import { type FormRequest, query } from "../form/request.ts";
import { replyWords } from "../form/words.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { entryField } from "../views/entry.ts";
import type { SentResponse } from "./find.ts";

/** Something to say on the page that asks for the code. */
export interface Said {
  /** About the mail. */
  readonly notice?: string;
  /** About the code. */
  readonly wrong?: string;
  /** About the corrected address. */
  readonly wrongAddress?: string;
  readonly status?: 200 | 422 | 429;
}

/** The page that asks for the code that was mailed. */
export function replyAsking(
  c: WebContext,
  site: Site,
  request: FormRequest,
  { response }: SentResponse,
  ticket: string,
  { notice, wrong, wrongAddress, status = 200 }: Said = {},
): Response {
  const { t, form, embedded } = request;
  const here = (language: typeof t.language) => `/f/${form.id}/sent/${ticket}${query(language, embedded)}`;
  const action = here(t.language);
  const hint = { hint: t.say("code_hint"), digits: 6, autocomplete: "one-time-code", type: "text" } as const;
  const code = entryField({ t, name: inputs.code, label: t.say("code"), ...hint, message: wrong });
  const address = entryField({
    t,
    name: inputs.address,
    label: t.say("address_label"),
    type: "email",
    autocomplete: "email",
    value: response.email ?? "",
    message: wrongAddress,
  });
  const more = html`${notice && html`<div class="notice" role="status">${notice}</div>`}
<form method="post" action="${action}" class="entry" novalidate>${code}<div class="actions"><button class="main">${t.say("confirm")}</button></div></form>
<div class="aside"><p>${t.say("no_mail")}</p>
<form method="post" action="${action}"><button class="link" name="${inputs.action}" value="again">${t.say("send_again")}</button></form>
<details${wrongAddress === undefined ? undefined : html` open`}><summary>${t.say("wrong_address")}</summary>
<form method="post" action="${action}" novalidate>${address}<div class="actions"><button class="quiet" name="${inputs.action}" value="address">${t.say("change_address")}</button></div></form></details></div>`;
  const words = {
    title: t.say("check_mail_title"),
    text: t.say("check_mail_text", { email: response.email ?? "" }),
    mark: "mail" as const,
    more,
    addressIn: here,
  };
  return replyWords(c, site, request, words, { status });
}
