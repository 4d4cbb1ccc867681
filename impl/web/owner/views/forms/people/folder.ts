/** The page of a folder: the people with access to it, and by that to its forms. Everything on it works without scripts. */
import type { Folder } from "../../../../../forms/folders/folders.ts";
import type { Share } from "../../../../../forms/sharing/shares.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { part } from "../../../../components/blocks/part.ts";
import { showOrSignInAgain } from "../../sign-in-again.ts";
import { ownerLine } from "../list/folders.ts";
import { listAddress, NO_FILTER } from "../list/list-filter.ts";
import type { RefusedAction } from "../overview-view.ts";
import { refusalBox } from "../parts.ts";
import { type PeopleView, peopleList, shareInputs } from "./people.ts";

export interface FolderView extends PeopleView {
  readonly folder: Folder;
  /** The people with access besides the owner. Those who may not share the folder get their own entry only. */
  readonly shares: readonly Share[];
  /** The number of forms of others that the account has put into its own folder, for itself alone. */
  readonly putAside: number;
  /** The address of a new sign-in, which sharing requires; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  readonly refused: RefusedAction | undefined;
}

export function folderPage(view: FolderView): Html {
  const { t, folder, putAside } = view;
  const maySeeAll = folder.access === "owner" || folder.access === "admin";
  return html`
    <div class="folder">
    <p class="back"><a href="${listAddress({ ...NO_FILTER, folder: folder.id })}">${t.say("folder_forms")}</a></p>
    <h1>${folder.name}</h1>
    ${folder.access !== "owner" && html`<p class="lead">${ownerLine(view)}</p>`}
    <p class="soft">${t.say("folder_share_text")}</p>
    <p class="soft">${t.say("folder_share_own")}</p>
    ${putAside > 0 && html`<p class="soft">${t.say("folder_put_aside", { count: putAside })}</p>`}
    ${!maySeeAll && refusal(view)}
    <div class="parts">
      ${maySeeAll && peoplePart(view)}
      ${folder.access !== "owner" && leaveBox(view)}
    </div>
    </div>
  `;
}

function peoplePart(view: FolderView): Html {
  const { t, folder, shares, again } = view;
  const others = shares.filter(({ email }) => email !== view.account);
  // An admin is not alone: the owner has access, too.
  const list = (others.length > 0 || folder.access === "owner") && peopleList(view, others);
  return part({
    title: t.say("share_title"),
    id: "people",
    content: [list, refusal(view), showOrSignInAgain(t, again, shareInputs(view))],
  });
}

/** Draws the refusal of a post. The browser moves to it. */
function refusal({ t, refused }: FolderView): Html | undefined {
  return refused && html`<div tabindex="-1" autofocus>${refusalBox(t.say("refused_title"), refused)}</div>`;
}

function leaveBox({ t, csrf, path, account }: FolderView): Html {
  return confirmBox({
    summary: t.say("folder_leave"),
    text: t.say("folder_leave_text"),
    action: `${path}/unshare`,
    csrf,
    hidden: { email: account },
    button: { text: t.say("folder_leave"), look: "danger" },
  });
}
