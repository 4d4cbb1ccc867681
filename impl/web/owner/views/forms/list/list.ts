/** The list of forms, with the search. */
import type { FormAccess, FormStatus, FormStructure, Language } from "../../../../../../generated/types.ts";
import { folderLabel } from "../../../../../forms/folders/folders.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { rowList } from "../../../../components/blocks/rows.ts";
import { button, linkButton } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import { type NewFormView, newFormParts } from "../new-form.ts";
import { liveNews, olderLink } from "../parts.ts";
import { filterFold } from "../responses/filters.ts";
import { formPicture } from "../template-picture.ts";
import { type FolderedList, folderActions, movable } from "./folders.ts";
import { filterInputs, listAddress, NO_FILTER } from "./list-filter.ts";
import { sortLinks, sortMenu } from "./sort.ts";
import { tagActions, tagMenu } from "./tags.ts";

export interface ListedFormView {
  readonly id: string;
  readonly title: string;
  readonly status: FormStatus;
  /** Whether it has unpublished changes that the account may edit. */
  readonly isChanged: boolean;
  readonly access: FormAccess;
  /** The owner's address, for a shared form. */
  readonly owner: string | undefined;
  /** The label of the folder that it is in for the account. */
  readonly folder: string | undefined;
  /** The tags that the account has given it. */
  readonly tags: readonly string[];
  /** The structure that its picture is drawn from; undefined: the picture is empty. */
  readonly structure: FormStructure | undefined;
  readonly language: Language;
  readonly responses: number;
  /** When the latest verified response came, in ISO 8601; undefined: there is none. */
  readonly latestAt: string | undefined;
  /** ISO 8601; undefined: the list is not sorted by it, so it is not shown. */
  readonly createdAt: string | undefined;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly publicUrl: string;
}

export interface FormListView extends FolderedList {
  readonly forms: readonly ListedFormView[];
  readonly total: number;
  /** The number of forms in the bin. */
  readonly binned: number;
  /** Address of the next page. */
  readonly next: string | undefined;
  /** The page for a new form, which an account without forms sees here. */
  readonly newForm: NewFormView | undefined;
}

const STATUSES = ["draft", "published", "paused", "archived"] as const satisfies readonly FormStatus[];

export function formList(view: FormListView): Html {
  const { t, forms, total, binned, next, newForm, filter } = view;
  const empty = html`
    <p class="empty">
      <span data-news>${t.say("forms_none_found")}</span> <a href="/forms">${t.say("forms_show_all")}</a>
    </p>
  `;
  const rows = forms.map((form) => formRow(t, form));
  const list = html`
    <div class="found-head">
      <p class="soft count" data-news>${t.say("forms_count", { count: total })}</p>
      ${total > 1 && sortLinks(t, filter.order, (order) => listAddress({ ...filter, order }))}
    </div>
    ${movable(view, rowList(rows, "forms"))}
    ${rowActions(view)}
  `;
  if (newForm !== undefined)
    return html`
      <h1>${t.say("forms_title")}</h1>
      <p class="soft">${t.say("forms_none_yet")}</p>
      ${binned > 0 && html`<p class="open">${binLink(t, binned)}</p>`}
      ${newFormParts(newForm)}
    `;
  return html`
    <div class="list-head">
      <h1>${t.say("forms_title")}</h1>
      ${binned > 0 && binLink(t, binned)}
      ${linkButton({ text: t.say("new_title"), look: "main", address: "/forms/new" })}
    </div>
    ${filterFold(t, countUsed(view), search(view))}
    <div id="found">
      ${view.folder && folderActions(view, view.folder)}
      ${filter.tag !== "" && tagActions(view)}
      ${forms.length === 0 ? empty : list}
      ${next !== undefined && olderLink(t.say("forms_more"), next)}
    </div>
    ${liveNews()}
  `;
}

function binLink(t: OwnerTranslation, count: number): Html {
  return html`<a href="/forms/bin">${t.say("bin_link", { count })}</a>`;
}

function formRow(t: OwnerTranslation, form: ListedFormView): Html {
  const { id, title, status, isChanged, access, structure, publicUrl, tags } = form;
  const address = `/forms/${id}`;
  const lang = attributes({ lang: form.language === t.language ? undefined : form.language });
  const mayEdit = access !== "view" && status !== "archived";
  // The links of all forms have the same text, so screen readers read the title, too.
  const link = (to: string, text: "form_edit" | "form_open" | "form_preview" | "form_responses_link") =>
    html`<a href="${to}">${t.say(text)}<span class="vh">: ${title}</span></a>`;
  return html`
    <li>
      <label class="pick">
        <span class="vh">${t.say("forms_select_one", { title })}</span>
        <input type="checkbox" name="form" value="${id}">
      </label>
      <div class="thumb">${structure && formPicture(structure)}</div>
      <div class="about">
        <a class="name" href="${address}"${lang}>${title}</a>
        <p class="soft">
          ${statusChip(t, status)}
          ${isChanged && changesChip(t)}
          <span>${facts(t, form).join(" · ")}</span>
        </p>
        ${tags.length > 0 && html`<p class="tags">${tags.map(tagLink)}</p>`}
      </div>
      <div class="tools">
        ${mayEdit && link(`${address}/edit`, "form_edit")}
        ${status === "published" ? link(publicUrl, "form_open") : link(`${address}/preview`, "form_preview")}
        ${link(`${address}/responses`, "form_responses_link")}
        ${rowMenu(t, form)}
      </div>
    </li>
  `;
}

function tagLink(tag: string): Html {
  return html`<a class="chip" href="${listAddress({ ...NO_FILTER, tag })}">${tag}</a>`;
}

/** Id of the form whose buttons are in the menus of the rows: the form around the rows moves them into folders. */
const ROW_ACTIONS = "row-actions";

function rowActions({ csrf, filter }: FormListView): Html {
  return postForm({
    action: "/forms",
    csrf,
    id: ROW_ACTIONS,
    hidden: filterInputs(filter),
    content: "",
  });
}

function rowMenu(t: OwnerTranslation, { id, title, access }: ListedFormView): Html {
  const address = `/forms/${id}`;
  return html`
    <details class="menu row-menu" name="row-menu">
      <summary><span class="vh">${t.say("form_menu")}: ${title}</span></summary>
      <div>
        <a href="${address}">${t.say("form_tab_share")}</a>
        <a href="${address}/responses/summary">${t.say("responses_tab_summary")}</a>
        <a href="${address}/settings">${t.say("form_tab_manage")}</a>
        <button form="${ROW_ACTIONS}" formaction="${address}/clone">${t.say("copy_button")}</button>
        ${
          access === "owner" &&
          html`
            <button class="warn" form="${ROW_ACTIONS}" formaction="${address}/delete">
              ${t.say("form_delete_title")}
            </button>
          `
        }
      </div>
    </details>
  `;
}

function facts(
  t: OwnerTranslation,
  { responses, latestAt, createdAt, updatedAt, owner, folder }: ListedFormView,
): readonly string[] {
  return [
    t.say("form_responses", { count: responses }),
    latestAt !== undefined && t.say("form_latest", { date: t.day(latestAt) }),
    createdAt !== undefined && t.say("form_created_on", { date: t.day(createdAt) }),
    t.say("form_changed_on", { date: t.day(updatedAt) }),
    owner !== undefined && t.say("form_shared", { owner }),
    folder !== undefined && t.say("form_folder", { folder }),
  ].filter((fact) => fact !== false);
}

export function statusChip(t: OwnerTranslation, status: FormStatus): Html {
  return html`<span class="chip ${status}">${t.say(`form_${status}`)}</span>`;
}

export function changesChip(t: OwnerTranslation): Html {
  return html`<span class="chip changes">${t.say("pending_title")}</span>`;
}

/** Counts the filters that apply: a search, a status, a folder, and a tag. */
function countUsed({ filter: { query, status, tag }, folder }: FormListView): number {
  return [query, status, folder, tag].filter((used) => used !== undefined && used !== "").length;
}

function search(view: FormListView): Html {
  const { t, filter, folders, folder, tags } = view;
  const { query, status, order } = filter;
  const places = [
    option({ value: "", text: t.say("folders_all") }),
    folders.map((one) => option({ value: one.id, text: folderLabel(one), isChosen: one.id === folder?.id })),
  ];
  const every = option({ value: "", text: t.say("forms_status_all") });
  const options = STATUSES.map((one) =>
    option({ value: one, text: t.say(`form_${one}`), isChosen: one === status }),
  );
  return html`
    <form class="search" method="get" action="/forms" role="search" data-live="found shown-used" data-typed>
      <div>
        <label class="vh" for="search">${t.say("forms_search")}</label>
        <input
          class="input"
          type="search"
          id="search"
          name="query"
          maxlength="200"
          placeholder="${t.say("forms_search")}"
          value="${query}"
        >
      </div>
      ${sortMenu(t, order)}
      <div>
        ${labelledSelect({
          id: "status",
          name: "status",
          label: t.say("forms_status"),
          isLabelHidden: true,
          options: [every, options],
        })}
      </div>
      ${
        folders.length > 0 &&
        html`
          <div>
            ${labelledSelect({
              id: "folder",
              name: "folder",
              label: t.say("folder"),
              isLabelHidden: true,
              options: places,
            })}
          </div>
        `
      }
      ${tags.length > 0 && tagMenu(view)}
      ${button({ text: t.say("forms_search_button"), look: "quiet" })}
    </form>
  `;
}
