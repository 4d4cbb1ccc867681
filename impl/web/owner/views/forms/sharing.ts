/** The people with access to a form. */

import type { Share } from "../../../../forms/sharing/shares.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { part } from "../../../components/blocks/part.ts";
import { row, rowList } from "../../../components/blocks/rows.ts";
import { button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { showOrSignInAgain } from "../sign-in-again.ts";
import type { OverviewView } from "./overview-view.ts";
import { refusalIn } from "./refused-part.ts";

const PERMISSIONS = ["view", "edit", "admin"] as const;

export function sharingPart(view: OverviewView): Html {
  const { t, form, shares } = view;
  if (form.access === "view" || form.access === "edit") return leavePart(view);
  const list =
    shares.length === 0
      ? html`<p class="soft">${t.say("share_none")}</p>`
      : rowList(
          shares.map((share) => person(view, share)),
          "people",
        );
  return part({
    title: t.say("share_title"),
    id: "people",
    content: [list, refusalIn(view, "share"), showOrSignInAgain(t, view.again, shareForm(view))],
  });
}

function person(view: OverviewView, share: Share): Html {
  const { t, account } = view;
  const date = t.day(share.created_at);
  const since = t.say(share.invited ? "share_invited" : "share_since", { date });
  const isOwn = share.email === account;
  const access = t.say(`access_${share.permission}`);
  return row({
    title: html`<b>${share.email}</b>`,
    text: html`${access} · ${since}`,
    end: isOwn ? leaveForm(view) : endForm(view, share.email),
  });
}

function endForm({ t, csrf, form }: OverviewView, email: string): Html {
  return postForm({
    action: `/forms/${form.id}/unshare`,
    csrf,
    hidden: { email },
    content: button({
      text: t.say("share_end"),
      look: "link",
      label: t.say("share_end_for", { email }),
    }),
  });
}

/** Its text alone says whose access ends. Another name for screen readers could not be spoken to the button. */
function leaveForm({ t, csrf, form, account }: OverviewView): Html {
  return postForm({
    action: `/forms/${form.id}/unshare`,
    csrf,
    hidden: { email: account },
    content: button({ text: t.say("share_leave"), look: "link" }),
  });
}

function shareForm(view: OverviewView): Html {
  const { t, csrf, form, sharing } = view;
  const options = PERMISSIONS.map((permission) =>
    option({
      value: permission,
      text: t.say(`share_${permission}`),
      isChosen: permission === sharing?.permission,
    }),
  );
  const input = lineField({
    name: "email",
    label: t.say("share_email"),
    hint: t.say(view.mayInvite ? "share_text_invite" : "share_text"),
    type: "email",
    maxlength: 254,
    isRequired: true,
    value: sharing?.email,
  });
  return postForm({
    action: `/forms/${form.id}/share`,
    csrf,
    className: "share",
    content: html`
      ${input}
      <div class="field">
        ${labelledSelect({
          id: "in-permission",
          name: "permission",
          label: t.say("share_permission"),
          options,
        })}
      </div>
      ${button({ text: t.say("share_button"), look: "quiet" })}
    `,
  });
}

function leavePart(view: OverviewView): Html {
  const { t } = view;
  return part({
    title: t.say("share_title"),
    id: "people",
    content: html`<p>${t.say("share_leave_text")}</p>${leaveForm(view)}`,
  });
}
