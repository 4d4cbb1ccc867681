/** The list of forms, with the search and the form for a new one. */
import { limits } from "../../../../../generated/limits.ts";
import type { FormAccess, FormStatus, FormStructure, Language } from "../../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { rowList } from "../../../components/blocks/rows.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import { languageChoice, olderLink, refusalBox } from "./parts.ts";

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
  readonly isFiltered: boolean;
  /** Address of the next page. */
  readonly next: string | undefined;
  readonly quotaLeft: number;
  /** Name of the language model; undefined: the built-in generator reads the prompt. */
  readonly model: string | undefined;
  /** Whether the user is the operator, who can configure a model. */
  readonly isOperator: boolean;
  readonly draft: NewFormDraft;
}

/** The inputs for a new form. */
export interface NewFormDraft {
  readonly prompt: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  /** The same key for every attempt to send it, so a double click creates one form. */
  readonly key: string;
  readonly refusal?: RefusedPrompt;
}

interface RefusedPrompt {
  readonly text: string;
  readonly details: readonly string[];
  /** The structure made from the understood part, to continue with. */
  readonly understood: FormStructure | undefined;
}

const STATUSES = ["draft", "published", "paused", "archived"] as const satisfies readonly FormStatus[];

export function formList(view: FormListView): Html {
  const { t, forms, total, isFiltered, next } = view;
  const empty = isFiltered
    ? html`<p class="empty">${t.say("forms_none_found")} <a href="/forms">${t.say("forms_show_all")}</a></p>`
    : html`<p class="empty">${t.say("forms_none_yet")}</p>`;
  const rows = forms.map((form) => formRow(t, form));
  const list = html`
    <p class="soft count">${t.say("forms_count", { count: total })}</p>
    ${rowList(rows, "forms")}
  `;
  return html`
    <h1>${t.say("forms_title")}</h1>
    ${newForm(view)}
    ${(forms.length > 0 || isFiltered) && search(view)}
    ${forms.length === 0 ? empty : list}
    ${next !== undefined && olderLink(t.say("forms_more"), next)}
  `;
}

function formRow(t: OwnerTranslation, form: ListedFormView): Html {
  const { id, title, status, isChanged, access, owner, responses, updatedAt, publicUrl } = form;
  const address = `/forms/${id}`;
  const lang = attributes({ lang: form.language === t.language ? undefined : form.language });
  const mayEdit = access !== "view" && status !== "archived";
  const facts = [
    t.say("form_responses", { count: responses }),
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

/** Computes the height of the box. A refused text is shown completely, up to one screen. */
function promptRows(prompt: string, hasModel: boolean): number {
  const least = hasModel ? 3 : 5;
  return Math.min(16, Math.max(least, prompt.split("\n").length));
}

/** Draws a button that opens the understood part in the editor. */
function continueButton({ t, csrf, draft }: FormListView, { understood }: RefusedPrompt): Html | false {
  if (understood === undefined) return false;
  const count = understood.pages.flatMap(({ fields }) => fields).length;
  return postForm({
    action: "/forms/new",
    csrf,
    hidden: { key: draft.key, structure: JSON.stringify(understood) },
    content: button({ text: t.say("new_go_on", { count }), look: "quiet" }),
  });
}

function newForm(view: FormListView): Html {
  const { t, csrf, quotaLeft, draft, model, isOperator } = view;
  return html`
    <section class="new" aria-labelledby="new-title">
      <h2 id="new-title">${t.say("new_title")}</h2>
      ${draft.refusal && refusalBox(t.say("new_failed"), draft.refusal, continueButton(view, draft.refusal))}
      ${postForm({
        action: "/forms/new",
        csrf,
        hidden: { key: draft.key },
        content: html`
          ${textArea({
            name: "prompt",
            label: t.say("new_prompt"),
            hint: t.say(model === undefined ? "new_list_hint" : "new_prompt_hint"),
            rows: promptRows(draft.prompt, model !== undefined),
            maxlength: 2 * limits.prompt_length.max,
            placeholder: t.say(model === undefined ? "new_list_example" : "new_prompt_example"),
            text: draft.prompt,
          })}
          ${languageChoice(t, draft, "new_languages_hint")}
          ${actions(
            button({ text: t.say("new_button"), look: "main" }),
            button({ text: t.say("new_empty_button"), look: "quiet", name: "empty", value: "yes" }),
          )}
          <p class="otherwise">
            <a href="/forms/text">${t.say("write_link")}</a>
            <a href="/forms/text#template">${t.say("write_from_template")}</a>
          </p>
          <p class="soft">${t.say("quota_left", { count: quotaLeft })}</p>
          <p class="soft">${model === undefined ? t.say("new_no_model") : t.say("new_model", { model })}</p>
          ${model === undefined && isOperator && html`<p class="soft">${t.say("new_set_model")}</p>`}
        `,
      })}
    </section>
  `;
}
