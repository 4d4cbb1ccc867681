/** The parts of the list of forms that move forms into folders, and rename and remove a folder. They work without scripts. */
import { FOLDER_NAME_LENGTH, type Folder } from "../../../../../forms/folders/folders.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { lineField } from "../../../../components/controls/line-field.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { filterInputs } from "./list-filter.ts";
import { type TaggedList, tagInputs } from "./tags.ts";

/** The list whose forms can be moved. */
export interface FolderedList extends TaggedList {
  /** The folders of the account. */
  readonly folders: readonly Folder[];
  /** The folder whose forms the list has; undefined: it has all forms. */
  readonly folder: Folder | undefined;
}

/** Draws the list in a form that moves the ticked ones. */
export function movable(view: FolderedList, list: Html): Html {
  const { t, csrf, filter, folders } = view;
  const names = folders.map(({ name }) => html`<option value="${name}"></option>`);
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
          maxlength="${FOLDER_NAME_LENGTH}"
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
export function folderActions({ t, csrf }: FolderedList, { id, name }: Folder): Html {
  const input = lineField({
    name: "name",
    label: t.say("folder_name"),
    hint: t.say("folder_name_hint"),
    maxlength: FOLDER_NAME_LENGTH,
    isRequired: true,
    value: name,
  });
  return html`
    <div class="view-actions">
      ${confirmBox({
        summary: t.say("folder_rename"),
        action: `/forms/folders/${id}/rename`,
        csrf,
        fields: input,
        button: { text: t.say("folder_rename_button"), look: "quiet" },
      })}
      ${confirmBox({
        summary: t.say("folder_remove"),
        text: t.say("folder_remove_text"),
        action: `/forms/folders/${id}/remove`,
        csrf,
        button: { text: t.say("folder_remove"), look: "danger" },
      })}
    </div>
  `;
}
