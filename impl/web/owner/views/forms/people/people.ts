/** Lists of people with access to a form or a folder, and the inputs that share it. */
import type { Share } from "../../../../../forms/sharing/shares.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { row, rowList } from "../../../../components/blocks/rows.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { lineField } from "../../../../components/controls/line-field.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";

const PERMISSIONS = ["view", "edit", "admin"] as const;

/** The form or folder that people have access to. */
export interface PeopleView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly what: "form" | "folder";
  /** The path of its page, to which the posts belong. */
  readonly path: string;
  /** Address of the account that views the page. */
  readonly account: string;
  /** Whether an address without an account gets an invitation. */
  readonly mayInvite: boolean;
  /** The address and permission of a refused post. */
  readonly sharing: EnteredShare | undefined;
}

export interface EnteredShare {
  readonly email: string | undefined;
  readonly permission: string | undefined;
}

/** Draws the people, each with the button that ends the access. */
export function peopleList(view: PeopleView, shares: readonly Share[]): Html {
  if (shares.length === 0) return html`<p class="soft">${view.t.say("share_none")}</p>`;
  const people = shares.map((share) => {
    const end = share.email === view.account ? leaveForm(view) : endForm(view, share.email);
    return person(view, share, end);
  });
  return rowList(people, "people");
}

/** Draws people whose access ends elsewhere. */
export function readOnlyPeople(view: Pick<PeopleView, "t" | "what">, shares: readonly Share[]): Html {
  return rowList(
    shares.map((share) => person(view, share)),
    "people",
  );
}

function person(
  { t, what }: Pick<PeopleView, "t" | "what">,
  { email, permission, created_at, invited }: Share,
  end?: Html,
): Html {
  const date = t.day(created_at);
  const since = t.say(invited ? "share_invited" : "share_since", { date });
  const access = t.say(what === "form" ? `access_${permission}` : `folder_access_${permission}`);
  return row({ title: html`<b>${email}</b>`, text: html`${access} · ${since}`, end });
}

function endForm({ t, csrf, path }: PeopleView, email: string): Html {
  return postForm({
    action: `${path}/unshare`,
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
export function leaveForm({ t, csrf, path, account }: PeopleView): Html {
  return postForm({
    action: `${path}/unshare`,
    csrf,
    hidden: { email: account },
    content: button({ text: t.say("share_leave"), look: "link" }),
  });
}

/** Draws the form that shares with an address. */
export function shareInputs({ t, csrf, what, path, mayInvite, sharing }: PeopleView): Html {
  const options = PERMISSIONS.map((permission) =>
    option({
      value: permission,
      text: t.say(what === "form" ? `share_${permission}` : `folder_share_${permission}`),
      isChosen: permission === sharing?.permission,
    }),
  );
  const input = lineField({
    name: "email",
    label: t.say("share_email"),
    hint: t.say(mayInvite ? "share_text_invite" : "share_text"),
    type: "email",
    maxlength: 254,
    isRequired: true,
    value: sharing?.email,
  });
  return postForm({
    action: `${path}/share`,
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
