/** `/settings/account`: the address of the account, and the browsers that are signed in. */
import { html } from "../../../markup/html.ts";
import { endSession, endSessions, listSessions, type SessionInfo } from "../../../sign-in/sessions.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { csrfField } from "../../views/owner/frame.ts";
import { settingsFrame } from "../../views/owner/settings.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { browserName } from "./browser-name.ts";

const PATH = "/settings/account";

export async function showAccount(request: OwnerRequest): Promise<Response> {
  const { t, reply, account, site, csrf, sessionId } = request;
  const title = t.say("settings_account");
  const sessions = await listSessions(site.storage.db, account.id);
  const others = sessions.length > 1;
  return reply({
    title,
    main: settingsFrame(
      t,
      PATH,
      html`<h1>${title}</h1>
<dl class="facts"><div><dt>${t.say("email_label")}</dt><dd>${account.email}</dd></div></dl>
<section class="part"><h2>${t.say("sessions_title")}</h2><ul class="rows">${sessions.map((one) => sessionRow(request, one, one.id === sessionId))}</ul>
${others && html`<form method="post" action="${PATH}/end-other-sessions">${csrfField(csrf)}<button class="quiet">${t.say("session_end_others")}</button></form>`}</section>`,
    ),
  });
}

function sessionRow({ t, csrf }: OwnerRequest, session: SessionInfo, isThis: boolean) {
  const time = (iso: string) => t.datetime(iso.slice(0, 16));
  const since = t.say("session_since", { since: time(session.created_at), used: time(session.updated_at) });
  const end = html`<form method="post" action="${PATH}/end-session">${csrfField(csrf)}<input type="hidden" name="session" value="${session.id}"><button class="link">${t.say("session_end")}</button></form>`;
  return html`<li><div><b>${browserName(t, session.user_agent ?? "")}</b><p class="soft">${since}</p></div>${isThis ? html`<span class="soft">${t.say("session_this")}</span>` : end}</li>`;
}

export async function endOneSession(
  { c, site, account }: OwnerRequest,
  values: FormValues,
): Promise<Response> {
  await endSession(site.storage.db, account.id, values.get("session") ?? "");
  return seeOther(c, PATH);
}

export async function endOtherSessions({ c, site, account, sessionId }: OwnerRequest): Promise<Response> {
  await endSessions(site.storage.db, account.id, sessionId);
  return seeOther(c, PATH);
}
