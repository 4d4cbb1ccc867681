/** `/link/SECRET`: the pages of mailed links. A GET changes nothing, because mail scanners open links, too. */

import { findLink, type MailedLink, useLink } from "../../../accounts/sign-in/mailed-links.ts";
import { PASSWORD_LENGTH, passwordProblem } from "../../../accounts/sign-in/password-rules.ts";
import { html } from "../../../platform/html.ts";
import { type Belongings, countBelongings } from "../../../responses/retention/delete-account.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField, zoneInput } from "../../components/entry.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import type { ReplyOptions, WebContext } from "../../reply.ts";
import { isFromOwnPage } from "../own-origin.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { replyForeignPost } from "../refusals.ts";
import { type EntrySite, replyEntry } from "../reply-entry.ts";
import { belongingsList } from "../views/belongings.ts";
import { endTokensChoice, readEndTokens } from "../views/end-tokens.ts";
import { linkList } from "../views/entry-page.ts";
import { followLink } from "./follow-link.ts";

export async function showMailedLink(c: WebContext, site: EntrySite, secret: string): Promise<Response> {
  const link = await findLink(site.storage.db, secret, site.clock());
  if (link === undefined) return replyLinkGone(c);
  if (link.purpose !== "delete_account" || link.account_id === null) return replyLink(c, secret, link);
  const belongings = await countBelongings(site.storage.db, link.account_id);
  return replyLink(c, secret, link, { belongings });
}

/** Sends the same page for links that were used, have expired or never existed. */
function replyLinkGone(c: WebContext): Response {
  const t = ownerTranslationFor(c);
  const more = linkList([
    { address: "/sign-in", text: t.say("home_sign_in") },
    { address: "/forgot-password", text: t.say("sign_in_forgot") },
  ]);
  return replyEntry(c, { t, title: t.say("link_gone_title"), text: t.say("link_gone_again"), more }, 410);
}

const WORDS = {
  sign_up: { title: "link_sign_up_title", text: "link_sign_up_text", button: "link_sign_up_button" },
  sign_in: { title: "link_sign_in_title", text: "link_sign_in_text", button: "sign_in_button" },
  reset_password: { title: "link_reset_title", text: "link_reset_text", button: "link_reset_button" },
  change_email: {
    title: "account_email_link_title",
    text: "account_email_link_text",
    button: "account_email_link_button",
  },
  delete_account: { title: "delete_title", text: "delete_text", button: "delete_button" },
} as const;

function asksForPassword({ purpose }: MailedLink): boolean {
  return purpose === "sign_up" || purpose === "reset_password";
}

function replyLink(
  c: WebContext,
  secret: string,
  link: MailedLink,
  more: {
    readonly wrong?: { readonly message: string; readonly status: ReplyOptions["status"] };
    readonly belongings?: Belongings;
  } = {},
): Response {
  const t = ownerTranslationFor(c);
  const { purpose, email } = link;
  const { title, text, button: label } = WORDS[purpose];
  const password =
    asksForPassword(link) &&
    html`<input type="hidden" name="email" value="${email}" autocomplete="username">${entryField({
      t,
      name: "password",
      label: t.say("new_password_label"),
      type: "password",
      autocomplete: "new-password",
      hint: t.say("new_password_hint", { count: PASSWORD_LENGTH.min }),
      message: more.wrong?.message,
    })}${purpose === "reset_password" && endTokensChoice(t)}`;
  const list = more.belongings && html`<div class="panel">${belongingsList(t, more.belongings)}</div>`;
  const form = html`
    ${list}
    ${postForm({
      action: `/link/${secret}`,
      className: "entry stack",
      content: [zoneInput, password, actions(button({ text: t.say(label), look: "main" }))],
    })}
  `;
  return replyEntry(
    c,
    { t, title: t.say(title, { email }), text: t.say(text, { email }), more: form, scripts: ["time-zone"] },
    more.wrong?.status,
  );
}

export async function postMailedLink(c: WebContext, site: EntrySite, secret: string): Promise<Response> {
  if (!isFromOwnPage(c)) return replyForeignPost(c);
  const link = await findLink(site.storage.db, secret, site.clock());
  if (link === undefined) return replyLinkGone(c);
  const values = await readForm(c, acceptOnly("password", "end_tokens", "time_zone"));
  const password = values.get("password") ?? "";
  const problem = asksForPassword(link) ? await passwordProblem(password, link.email) : undefined;
  if (problem !== undefined) {
    const t = ownerTranslationFor(c);
    const count = problem === "short" ? PASSWORD_LENGTH.min : PASSWORD_LENGTH.max;
    const wrong = { message: t.say(`password_${problem}`, { count }), status: 422 } as const;
    return replyLink(c, secret, link, { wrong });
  }
  const used = await useLink(site.storage.db, secret, site.clock());
  return (
    (used &&
      (await followLink(c, site, used, {
        password,
        tokens: readEndTokens(values),
        zone: values.get("time_zone") ?? "",
      }))) ??
    replyLinkGone(c)
  );
}
