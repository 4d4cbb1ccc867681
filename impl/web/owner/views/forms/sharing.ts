/** The people with access to a form: those that it is shared with, and those with access by its folder. */
import { folderLabel } from "../../../../forms/folders/folders.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { part } from "../../../components/blocks/part.ts";
import { showOrSignInAgain } from "../sign-in-again.ts";
import { listAddress, NO_FILTER } from "./list/list-filter.ts";
import type { OverviewView } from "./overview-view.ts";
import { leaveForm, type PeopleView, peopleList, readOnlyPeople, shareInputs } from "./people/people.ts";
import { refusalIn } from "./refused-part.ts";

export function sharingPart(view: OverviewView): Html {
  const { t, form, shares } = view;
  const people = peopleView(view);
  const own = shares.filter(({ isByFolder }) => !isByFolder);
  const byFolder = shares.filter(({ isByFolder }) => isByFolder);
  const mayShare = form.access === "owner" || form.access === "admin";
  if (!mayShare) return accessPart(view, people);
  const isAlone = own.length === 0 && byFolder.length > 0;
  return part({
    title: t.say("share_title"),
    id: "people",
    content: [
      !isAlone && peopleList(people, own),
      refusalIn(view, "share"),
      showOrSignInAgain(t, view.again, shareInputs(people)),
      byFolder.length > 0 && folderPeople(view, { byFolder, areBoth: own.length > 0 }),
    ],
  });
}

function peopleView({ t, csrf, form, account, mayInvite, sharing }: OverviewView): PeopleView {
  return { t, csrf, what: "form", path: `/forms/${form.id}`, account, mayInvite, sharing };
}

/** Draws the people with access by the folder. Their access ends on the page of the folder. */
function folderPeople(
  { t, folder }: OverviewView,
  { byFolder, areBoth }: { readonly byFolder: OverviewView["shares"]; readonly areBoth: boolean },
): Html {
  const title =
    folder === undefined
      ? t.say("share_by_some_folder")
      : t.say("share_by_folder", { folder: folderLabel(folder) });
  return html`
    <h3>${title}</h3>
    ${readOnlyPeople({ t, what: "form" }, byFolder)}
    ${areBoth && html`<p class="soft">${t.say("share_by_folder_higher")}</p>`}
    ${folder !== undefined && html`<p class="open"><a href="/forms/folders/${folder.id}">${t.say("share_by_folder_link")}</a></p>`}
  `;
}

/** Draws the own access of an account that may not share the form. */
function accessPart({ t, shares, folder }: OverviewView, people: PeopleView): Html {
  const byFolder =
    folder !== undefined &&
    html`
      <p>${t.say("share_by_folder_own", { folder: folderLabel(folder) })}</p>
      <p class="open"><a href="${listAddress({ ...NO_FILTER, folder: folder.id })}">${t.say("letter_folder_button")}</a></p>
    `;
  const isShared = shares.some(({ isByFolder }) => !isByFolder);
  const leave = isShared && html`<p>${t.say("share_leave_text")}</p>${leaveForm(people)}`;
  return part({ title: t.say("share_title"), id: "people", content: [leave, byFolder] });
}
