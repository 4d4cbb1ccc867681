/** The saved views above responses: links to them, and how one is saved and deleted. Works without scripts. */
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import { MAX_VIEWS, VIEW_NAME_LENGTH } from "../../../../../responses/saved-views.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { lineField } from "../../../../components/controls/line-field.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";

export interface ViewLink {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Whether the page shows this view. */
  readonly isShown: boolean;
}

export interface ViewActions {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** The address that both forms are sent to. */
  readonly action: string;
  /** The settings of the list by the names of inputs. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly views: readonly ViewLink[];
  /** Whether the list differs from the one that the page shows at first. */
  readonly isSavable: boolean;
}

/** Draws links to the views; nothing for a form without views. */
export function viewLinks(t: OwnerTranslation, views: readonly ViewLink[]): Html | undefined {
  if (views.length === 0) return undefined;
  const items = views.map(({ name, address, isShown }) => {
    const place = attributes({ href: address, "aria-current": isShown && "page" });
    return html`<li><a${place}><bdi>${name}</bdi></a></li>`;
  });
  return html`<nav class="saved-views" aria-label="${t.say("views_title")}"><ul>${items}</ul></nav>`;
}

/** Draws the forms that save and delete a view, for users who may change the form. */
export function viewActions(view: ViewActions): Html | undefined {
  const { isSavable, views } = view;
  if (!isSavable && views.length === 0) return undefined;
  return html`<div class="view-actions">${isSavable && saveBox(view)}${views.length > 0 && deleteBox(view)}</div>`;
}

function saveBox({ t, csrf, action, hidden, views }: ViewActions): Html {
  const name = lineField({
    name: "name",
    label: t.say("views_name"),
    hint: t.say(views.length < MAX_VIEWS ? "views_name_hint" : "views_full_hint"),
    maxlength: VIEW_NAME_LENGTH,
    isRequired: true,
  });
  return confirmBox({
    summary: t.say("views_save"),
    action,
    csrf,
    hidden,
    fields: name,
    button: { text: t.say("views_save"), look: "quiet", name: "action", value: "save" },
  });
}

function deleteBox({ t, csrf, action, hidden, views }: ViewActions): Html {
  const options = views.map(({ id, name, isShown }) => option({ value: id, text: name, isChosen: isShown }));
  return confirmBox({
    summary: t.say("views_delete"),
    action,
    csrf,
    hidden,
    fields: html`
      <div class="field">${labelledSelect({ id: "view", name: "view", label: t.say("views_which"), options })}</div>
    `,
    button: { text: t.say("views_delete_button"), look: "danger", name: "action", value: "delete" },
  });
}
