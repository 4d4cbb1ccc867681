/** The parts of the list of forms that move forms into folders, and rename and remove a folder. They work without scripts. */
import {
  FOLDER_LABEL_LENGTH,
  FOLDER_NAME_LENGTH,
  type Folder,
  folderLabel,
} from "../../../../../forms/folders/folders.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { lineField } from "../../../../components/controls/line-field.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { filterInputs } from "./list-filter.ts";
import { type TaggedList, tagInputs } from "./tags.ts";

/** The list whose forms can be moved. */
export interface FolderedList extends TaggedList {
  /** The folders of the account, and those that are shared with it. */
  readonly folders: readonly Folder[];
  /** The folder whose forms the list has; undefined: it has all forms. */
  readonly folder: (Folder & { readonly isShared: boolean }) | undefined;
}

/** Draws the list in a form that moves the ticked ones. */
export function movable(view: FolderedList, list: Html): Html {
  const { t, csrf, filter, folders } = view;
  const names = folders
    .filter(({ access }) => access !== "view")
    .map((folder) => html`<option value="${folderLabel(folder)}"></option>`);
  const hasOthers = folders.some(({ access }) => access !== "owner");
  return postForm({
    action: "/forms/move",
    csrf,
    hidden: filterInputs(filter),
    content: html`
      ${list}
      <div class="bulk" role="group" aria-label="${t.say("folders_selected")}">
        <span class="soft picked">${t.say("folders_selected")}</span>
        <input
          class="input"
          name="name"
          maxlength="${hasOthers ? FOLDER_LABEL_LENGTH : FOLDER_NAME_LENGTH}"
          list="folder-names"
          autocomplete="off"
          placeholder="${t.say("folder")}"
          aria-label="${t.say("folder")}"
          aria-describedby="folder-hint"
        >
        <datalist id="folder-names">${names}</datalist>
        ${button({ text: t.say("folders_move"), look: "quiet" })}
        ${tagInputs(view)}
        <span class="soft small" id="folder-hint">${t.say("folders_hint")}</span>
      </div>
    `,
  });
}

/** Draws what can be done with the folder that is shown. */
export function folderActions(view: FolderedList, folder: NonNullable<FolderedList["folder"]>): Html {
  const { t } = view;
  const people = (text: "folder_share" | "share_title") =>
    html`<p class="open"><a href="/forms/folders/${folder.id}">${t.say(text)}</a></p>`;
  if (folder.access === "owner")
    return html`
      <div class="view-actions">
        ${people(folder.isShared ? "share_title" : "folder_share")}
        ${changeFolder(view, folder)}
      </div>
    `;
  return html`
    <p class="soft">${ownerLine({ t, folder })}</p>
    <div class="view-actions">${people("share_title")}</div>
  `;
}

/** Draws the boxes that rename and remove an own folder. */
function changeFolder(
  { t, csrf }: FolderedList,
  { id, name, isShared }: NonNullable<FolderedList["folder"]>,
): Html {
  const input = lineField({
    name: "name",
    label: t.say("folder_name"),
    hint: t.say("folder_name_hint"),
    maxlength: FOLDER_NAME_LENGTH,
    isRequired: true,
    value: name,
  });
  return html`
    ${confirmBox({
      summary: t.say("folder_rename"),
      action: `/forms/folders/${id}/rename`,
      csrf,
      fields: input,
      button: { text: t.say("folder_rename_button"), look: "quiet" },
    })}
    ${confirmBox({
      summary: t.say("folder_remove"),
      text: t.say(isShared ? "folder_remove_shared" : "folder_remove_text"),
      action: `/forms/folders/${id}/remove`,
      csrf,
      button: { text: t.say("folder_remove"), look: "danger" },
    })}
  `;
}

interface FolderOfOwner extends Pick<FolderedList, "t"> {
  readonly folder: Folder;
}

/** Says whose folder it is, and what the account may do with its forms. */
export function ownerLine({ t, folder }: FolderOfOwner): string {
  const { owner, access } = folder;
  return access === "owner" ? "" : t.say("folder_shared", { owner, may: t.say(`folder_may_${access}`) });
}
