/** The list of forms, with the search. */
import type { FormAccess, FormStatus, Language } from "../../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { rowList } from "../../../components/blocks/rows.ts";
import { button, linkButton } from "../../../components/controls/buttons.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { type NewFormView, newFormParts } from "./new-form.ts";
import { olderLink } from "./parts.ts";

export interface ListedFormView {
  readonly id: string;
  readonly title: string;
  readonly status: FormStatus;
  /** Whether it has unpublished changes that the account may edit. */
  readonly isChanged: boolean;
  readonly access: FormAccess;
  /** The owner's address, for a shared form. */
  readonly owner: string | undefined;
  readonly language: Language;
  readonly responses: number;
  /** When the latest verified response came, in ISO 8601; undefined: there is none. */
  readonly latestAt: string | undefined;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly publicUrl: string;
}

export interface FormListView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly forms: readonly ListedFormView[];
  readonly total: number;
  readonly query: string;
  readonly status: FormStatus | undefined;
  /** Address of the next page. */
  readonly next: string | undefined;
  /** The page for a new form, which an account without forms sees here. */
  readonly newForm: NewFormView | undefined;
}

const STATUSES = ["draft", "published", "paused", "archived"] as const satisfies readonly FormStatus[];

export function formList(view: FormListView): Html {
  const { t, forms, total, next, newForm } = view;
  const empty = html`<p class="empty">${t.say("forms_none_found")} <a href="/forms">${t.say("forms_show_all")}</a></p>`;
  const rows = forms.map((form) => formRow(t, form));
  const list = html`
    <p class="soft count">${t.say("forms_count", { count: total })}</p>
    ${rowList(rows, "forms")}
  `;
  if (newForm !== undefined)
    return html`<h1>${t.say("forms_title")}</h1><p class="soft">${t.say("forms_none_yet")}</p>${newFormParts(newForm)}`;
  return html`
    <div class="list-head">
      <h1>${t.say("forms_title")}</h1>
      ${linkButton({ text: t.say("new_title"), look: "main", address: "/forms/new" })}
    </div>
    ${search(view)}
    ${forms.length === 0 ? empty : list}
    ${next !== undefined && olderLink(t.say("forms_more"), next)}
  `;
}

function formRow(t: OwnerTranslation, form: ListedFormView): Html {
  const { id, title, status, isChanged, access, owner, responses, latestAt, updatedAt, publicUrl } = form;
  const address = `/forms/${id}`;
  const lang = attributes({ lang: form.language === t.language ? undefined : form.language });
  const mayEdit = access !== "view" && status !== "archived";
  const facts = [
    t.say("form_responses", { count: responses }),
    latestAt !== undefined && t.say("form_latest", { date: t.date(latestAt.slice(0, 10)) }),
    t.say("form_changed_on", { date: t.date(updatedAt.slice(0, 10)) }),
    owner !== undefined && t.say("form_shared", { owner }),
  ].filter((fact) => fact !== false);
  // The links of all forms have the same text, so screen readers read the title, too.
  const link = (to: string, text: "form_edit" | "form_open" | "form_preview" | "form_responses_link") =>
    html`<a href="${to}">${t.say(text)}<span class="vh">: ${title}</span></a>`;
  return html`
    <li>
      <div class="about">
        <a class="name" href="${address}"${lang}>${title}</a>
        <p class="soft">
          ${statusChip(t, status)}
          ${isChanged && changesChip(t)}
          <span>${facts.join(" · ")}</span>
        </p>
      </div>
      <div class="tools">
        ${mayEdit && link(`${address}/edit`, "form_edit")}
        ${status === "published" ? link(publicUrl, "form_open") : link(`${address}/preview`, "form_preview")}
        ${link(`${address}/responses`, "form_responses_link")}
      </div>
    </li>
  `;
}

export function statusChip(t: OwnerTranslation, status: FormStatus): Html {
  return html`<span class="chip ${status}">${t.say(`form_${status}`)}</span>`;
}

export function changesChip(t: OwnerTranslation): Html {
  return html`<span class="chip changes">${t.say("pending_title")}</span>`;
}

function search({ t, query, status }: FormListView): Html {
  const every = option({ value: "", text: `${t.say("forms_status")}: ${t.say("forms_status_all")}` });
  const options = STATUSES.map((one) =>
    option({ value: one, text: t.say(`form_${one}`), isChosen: one === status }),
  );
  return html`
    <form class="search" method="get" action="/forms" role="search">
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
      <div>
        ${labelledSelect({
          id: "status",
          name: "status",
          label: t.say("forms_status"),
          isLabelHidden: true,
          options: [every, options],
        })}
      </div>
      ${button({ text: t.say("forms_search_button"), look: "quiet" })}
    </form>
  `;
}
