/** `/settings/account`: address, password, language, signed-in browsers, and the way to delete the account. */

import { listPasskeys, offersPasskeys } from "../../../accounts/sign-in/passkeys.ts";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules.ts";
import {
  endSession,
  endSessions,
  hasPassword,
  listSessions,
  type SessionInfo,
} from "../../../accounts/sign-in/sessions.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { ownerLanguages } from "../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../texts/translate.ts";
import { entryField } from "../../components/entry.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { audit } from "../audit.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { endTokensChoice } from "../views/end-tokens.ts";
import { csrfField } from "../views/frame.ts";
import { passkeyScripts, passkeysPart } from "../views/passkeys.ts";
import { settingsFrame } from "../views/settings.ts";
import { browserName } from "./browser-name.ts";

export const ACCOUNT_PATH = "/settings/account";

/** What is wrong with an input, or what the last post did. */
export interface AccountNote {
  readonly notice?: string;
  readonly wrong?: Readonly<
    Partial<Record<"new_email" | "email_password" | "password" | "new_password", string>>
  >;
  /** As entered. */
  readonly newEmail?: string;
}

export async function showAccount(request: OwnerRequest<"publicUrl">): Promise<Response> {
  return replyAccount(
    request,
    request.c.req.query("saved") === undefined ? {} : { notice: request.t.say("account_saved") },
  );
}

export async function replyAccount(
  request: OwnerRequest<"publicUrl">,
  note: AccountNote,
  status?: 422 | 429,
): Promise<Response> {
  const { t, reply, account, site } = request;
  const title = t.say("settings_account");
  const mayChange = await hasPassword(site.storage.db, account.id);
  const main = html`<h1>${title}</h1><dl class="facts"><div><dt>${t.say("email_label")}</dt><dd>${account.email}</dd></div></dl>
${mayChange ? html`${passwordPart(request, note)}${emailPart(request, note)}` : noPasswordPart(request)}${languagePart(request)}${await ownPasskeys(request)}${await sessionsPart(request)}
<section class="part"><h2>${t.say("delete_title")}</h2><p class="soft">${t.say("delete_text")}</p><div class="actions"><a class="danger" href="${ACCOUNT_PATH}/delete">${t.say("delete_open")}</a></div></section>`;
  const scripts = passkeyScripts(site.publicUrl());
  const view = { title, main: settingsFrame(t, ACCOUNT_PATH, main), notice: note.notice, scripts };
  return reply(view, status === undefined ? {} : { status });
}

function post({ csrf }: OwnerRequest, path: string, content: Html, button: string): Html {
  return html`<form method="post" action="${ACCOUNT_PATH}/${path}" class="stack">${csrfField(csrf)}${content}<div class="actions"><button class="quiet">${button}</button></div></form>`;
}

function passwordPart(request: OwnerRequest, { wrong = {} }: AccountNote): Html {
  const { t, account } = request;
  const hint = `${t.say("new_password_hint", { count: PASSWORD_LENGTH.min })} ${t.say("account_password_text")}`;
  const content = html`<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${entryField({ t, name: "password", label: t.say("account_password_current"), type: "password", autocomplete: "current-password", message: wrong.password })}
${entryField({ t, name: "new_password", label: t.say("new_password_label"), type: "password", autocomplete: "new-password", hint, message: wrong.new_password })}
${endTokensChoice(t)}`;
  return html`<section class="part panel"><h2>${t.say("account_password")}</h2>${post(request, "password", content, t.say("account_password_change"))}</section>`;
}

function noPasswordPart(request: OwnerRequest): Html {
  const { t } = request;
  return html`<section class="part panel"><h2>${t.say("account_password")}</h2><p>${t.say("account_password_none")}</p>${post(request, "password-link", html``, t.say("account_password_link"))}</section>`;
}

function emailPart(request: OwnerRequest, { wrong = {}, newEmail = "" }: AccountNote): Html {
  const { t } = request;
  const content = html`${entryField({ t, name: "new_email", label: t.say("account_email_new"), type: "email", autocomplete: "email", hint: t.say("account_email_text"), value: newEmail, message: wrong.new_email })}
${entryField({ t, name: "email_password", label: t.say("account_password_current"), type: "password", autocomplete: "current-password", message: wrong.email_password })}`;
  return html`<section class="part panel"><h2>${t.say("account_email_change")}</h2>${post(request, "email", content, t.say("account_email_button"))}</section>`;
}

function languagePart(request: OwnerRequest): Html {
  const { t, account } = request;
  const option = (value: string, name: string) =>
    html`<option${attributes({ value, selected: value === (account.language ?? "") })}>${name}</option>`;
  const options = ownerLanguages.map((language) => option(language, languageName(language)));
  const content = html`<select class="input" name="language" aria-label="${t.say("account_language")}">${option("", t.say("account_language_auto"))}${options}</select>`;
  return html`<section class="part"><h2>${t.say("account_language")}</h2>${post(request, "language", content, t.say("account_save"))}</section>`;
}

async function ownPasskeys(request: OwnerRequest<"publicUrl">): Promise<Html | false> {
  const { t, c, csrf, site, account } = request;
  const own = await listPasskeys(site.storage.db, account.id);
  const name = browserName(t, c.req.header("user-agent") ?? "");
  const again = signInAgain(request, ACCOUNT_PATH);
  return offersPasskeys(site.publicUrl()) && passkeysPart({ t, csrf, own, name, again });
}

async function sessionsPart(request: OwnerRequest): Promise<Html> {
  const { t, account, site, sessionId } = request;
  const sessions = await listSessions(site.storage.db, account.id);
  const others =
    sessions.length > 1 && post(request, "end-other-sessions", html``, t.say("session_end_others"));
  return html`<section class="part"><h2>${t.say("sessions_title")}</h2><ul class="rows">${sessions.map((one) => sessionRow(request, one, one.id === sessionId))}</ul>${others}</section>`;
}

function sessionRow({ t, csrf }: OwnerRequest, session: SessionInfo, isThis: boolean): Html {
  const time = (iso: string) => t.datetime(iso.slice(0, 16));
  const since = t.say("session_since", { since: time(session.created_at), used: time(session.updated_at) });
  const end = html`<form method="post" action="${ACCOUNT_PATH}/end-session">${csrfField(csrf)}<input type="hidden" name="session" value="${session.id}"><button class="link">${t.say("session_end")}</button></form>`;
  return html`<li><div><b>${browserName(t, session.user_agent ?? "")}</b><p class="soft">${since}</p></div>${isThis ? html`<span class="soft">${t.say("session_this")}</span>` : end}</li>`;
}

export async function endOneSession(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  await endSession(site.storage.db, account.id, values.get("session") ?? "");
  audit(request, "session_ended");
  return seeOther(c, ACCOUNT_PATH);
}

export async function endOtherSessions(request: OwnerRequest): Promise<Response> {
  const { c, site, account, sessionId } = request;
  await endSessions(site.storage.db, account.id, sessionId);
  audit(request, "other_sessions_ended");
  return seeOther(c, ACCOUNT_PATH);
}
