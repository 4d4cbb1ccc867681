/** `/settings/account`: address, password, language, signed-in browsers, and the deletion of the account. */

import { listPasskeys, offersPasskeys } from "../../../accounts/sign-in/passkeys.ts";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules.ts";
import {
  endSession,
  endSessions,
  hasPassword,
  listSessions,
  type SessionInfo,
} from "../../../accounts/sign-in/sessions.ts";
import { type Html, html } from "../../../platform/html.ts";
import { type OwnerTranslation, ownerLanguages } from "../../../texts/owner/owner-texts.ts";
import { listTimeZones, UTC, writeZoneName } from "../../../texts/time-zone.ts";
import { languageName } from "../../../texts/translate.ts";
import { factList } from "../../components/blocks/facts.ts";
import { part } from "../../components/blocks/part.ts";
import { row, rowList } from "../../components/blocks/rows.ts";
import { actions, button, linkButton } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { option } from "../../components/controls/select.ts";
import { entryField } from "../../components/entry.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { audit } from "../audit.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { endTokensChoice } from "../views/end-tokens.ts";
import { passkeyScripts, passkeysPart } from "../views/passkeys.ts";
import { settingsFrame } from "../views/settings.ts";
import { browserName } from "./browser-name.ts";

export const ACCOUNT_PATH = "/settings/account";

/** Problems with inputs, or a message about the last post. */
export interface AccountNote {
  readonly notice?: string;
  readonly wrong?: Readonly<
    Partial<Record<"new_email" | "email_password" | "password" | "new_password", string>>
  >;
  /** The new address, as entered. */
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
  const main = html`
    <h1>${title}</h1>
    ${factList([[t.say("email_label"), account.email]])}
    ${mayChange ? html`${passwordPart(request, note)}${emailPart(request, note)}` : noPasswordPart(request)}
    ${languagePart(request)}
    ${timeZonePart(request)}
    ${await ownPasskeys(request)}
    ${await sessionsPart(request)}
    ${part({
      title: t.say("delete_title"),
      content: html`
        <p class="soft">${t.say("delete_text")}</p>
        ${actions(
          linkButton({ text: t.say("delete_open"), look: "danger", address: `${ACCOUNT_PATH}/delete` }),
        )}
      `,
    })}
  `;
  const scripts = ["time-zone" as const, ...passkeyScripts(site.publicUrl())];
  const view = { title, main: settingsFrame(t, ACCOUNT_PATH, main), notice: note.notice, scripts };
  return reply(view, status === undefined ? {} : { status });
}

function accountForm({ csrf }: OwnerRequest, path: string, content: Html, label: string): Html {
  return postForm({
    action: `${ACCOUNT_PATH}/${path}`,
    csrf,
    className: "stack",
    content: [content, actions(button({ text: label, look: "quiet" }))],
  });
}

/** Draws the input for the current password. */
export function currentPassword(t: OwnerTranslation, name: string, message: string | undefined): Html {
  const label = t.say("account_password_current");
  return entryField({ t, name, label, type: "password", autocomplete: "current-password", message });
}

function passwordPart(request: OwnerRequest, { wrong = {} }: AccountNote): Html {
  const { t, account } = request;
  const hint = `${t.say("new_password_hint", { count: PASSWORD_LENGTH.min })} ${t.say("account_password_text")}`;
  const content = html`
    <input type="hidden" name="username" value="${account.email}" autocomplete="username">
    ${currentPassword(t, "password", wrong.password)}
    ${entryField({
      t,
      name: "new_password",
      label: t.say("new_password_label"),
      type: "password",
      autocomplete: "new-password",
      hint,
      message: wrong.new_password,
    })}
    ${endTokensChoice(t)}
  `;
  return part({
    title: t.say("account_password"),
    look: "panel",
    content: accountForm(request, "password", content, t.say("account_password_change")),
  });
}

function noPasswordPart(request: OwnerRequest): Html {
  const { t } = request;
  return part({
    title: t.say("account_password"),
    look: "panel",
    content: html`
      <p>${t.say("account_password_none")}</p>
      ${accountForm(request, "password-link", html``, t.say("account_password_link"))}
    `,
  });
}

function emailPart(request: OwnerRequest, { wrong = {}, newEmail = "" }: AccountNote): Html {
  const { t } = request;
  const address = entryField({
    t,
    name: "new_email",
    label: t.say("account_email_new"),
    type: "email",
    autocomplete: "email",
    hint: t.say("account_email_text"),
    value: newEmail,
    message: wrong.new_email,
  });
  const content = html`${address}${currentPassword(t, "email_password", wrong.email_password)}`;
  return part({
    title: t.say("account_email_change"),
    look: "panel",
    content: accountForm(request, "email", content, t.say("account_email_button")),
  });
}

function languagePart(request: OwnerRequest): Html {
  const { t, account } = request;
  const languages = [
    { value: "", text: t.say("account_language_auto") },
    ...ownerLanguages.map((value) => ({ value, text: languageName(value) })),
  ];
  const options = languages.map(({ value, text }) =>
    option({ value, text, isChosen: value === (account.language ?? "") }),
  );
  const label = t.say("account_language");
  const content = html`<select class="input" name="language" aria-label="${label}">${options}</select>`;
  return part({ title: label, content: accountForm(request, "language", content, t.say("account_save")) });
}

/** Draws the choice of the time zone. A script offers the one of the browser in place of `{zone}`. */
function timeZonePart(request: OwnerRequest): Html {
  const { t, account } = request;
  const chosen = account.time_zone ?? UTC;
  const options = [...new Set([...listTimeZones(), chosen])].map((zone) =>
    option({ value: zone, text: writeZoneName(zone), isChosen: zone === chosen }),
  );
  const label = t.say("account_zone");
  const content = html`
    <div>
      <select class="input" name="time_zone" aria-label="${label}">${options}</select>
      <button type="button" class="link" data-zone-offer hidden>${t.say("account_zone_browser", { zone: "{zone}" })}</button>
    </div>
  `;
  return part({
    title: label,
    id: "time-zone",
    content: html`
      <p class="soft">${t.say("account_zone_text")}</p>
      ${accountForm(request, "time-zone", content, t.say("account_save"))}
    `,
  });
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
    sessions.length > 1 && accountForm(request, "end-other-sessions", html``, t.say("session_end_others"));
  return part({
    title: t.say("sessions_title"),
    content: [rowList(sessions.map((one) => sessionRow(request, one, one.id === sessionId))), others],
  });
}

function sessionRow({ t, csrf }: OwnerRequest, session: SessionInfo, isThis: boolean): Html {
  const [since, used] = [t.time(session.created_at), t.time(session.updated_at)];
  const end = postForm({
    action: `${ACCOUNT_PATH}/end-session`,
    csrf,
    hidden: { session: session.id },
    content: button({ text: t.say("session_end"), look: "link" }),
  });
  return row({
    title: html`<b>${browserName(t, session.user_agent ?? "")}</b>`,
    text: t.say("session_since", { since, used }),
    end: isThis ? html`<span class="soft">${t.say("session_this")}</span>` : end,
  });
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
