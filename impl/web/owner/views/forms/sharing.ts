/** The people with access to a form. */

import type { Share } from "../../../../forms/sharing/shares.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { csrfField } from "../frame.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import type { OverviewView } from "./overview-view.ts";
import { lineInput } from "./parts.ts";

const PERMISSIONS = ["view", "edit", "admin"] as const;

export function sharingPart(view: OverviewView): Html {
  const { t, form, shares } = view;
  if (form.access === "view" || form.access === "edit") return leavePart(view);
  const list =
    shares.length === 0
      ? html`<p class="soft">${t.say("share_none")}</p>`
      : html`<ul class="rows people">${shares.map((share) => person(view, share))}</ul>`;
  return html`<section class="part" id="people"><h2>${t.say("share_title")}</h2>${list}${orSignInAgain(t, view.again, shareForm(view))}</section>`;
}

function person(view: OverviewView, share: Share): Html {
  const { t, account } = view;
  const date = t.date(share.created_at.slice(0, 10));
  const since = t.say(share.invited ? "share_invited" : "share_since", { date });
  const isOwn = share.email === account;
  const label = isOwn ? t.say("share_leave") : t.say("share_end");
  return html`<li><div><b>${share.email}</b><p class="soft">${t.say(`access_${share.permission}`)} · ${since}</p></div>${endForm(view, share.email, label)}</li>`;
}

function endForm({ t, csrf, form }: OverviewView, email: string, label: string): Html {
  const describe = attributes({ "aria-label": t.say("share_end_for", { email }) });
  return html`<form method="post" action="/forms/${form.id}/unshare">${csrfField(csrf)}<input type="hidden" name="email" value="${email}"><button class="link"${describe}>${label}</button></form>`;
}

function shareForm(view: OverviewView): Html {
  const { t, csrf, form, sharing } = view;
  const options = PERMISSIONS.map(
    (permission) =>
      html`<option value="${permission}"${permission === sharing?.permission && html` selected`}>${t.say(`share_${permission}`)}</option>`,
  );
  const input = lineInput({
    name: "email",
    label: t.say("share_email"),
    hint: t.say(view.mayInvite ? "share_text_invite" : "share_text"),
    type: "email",
    maxlength: 254,
    isRequired: true,
    value: sharing?.email,
  });
  return html`<form class="share" method="post" action="/forms/${form.id}/share">${csrfField(csrf)}${input}
<div class="field"><label class="label" for="in-permission">${t.say("share_permission")}</label><select class="input" id="in-permission" name="permission">${options}</select></div><button class="quiet">${t.say("share_button")}</button></form>`;
}

function leavePart(view: OverviewView): Html {
  const { t, account } = view;
  return html`<section class="part" id="people"><h2>${t.say("share_title")}</h2><p>${t.say("share_leave_text")}</p>${endForm(view, account, t.say("share_leave"))}</section>`;
}
