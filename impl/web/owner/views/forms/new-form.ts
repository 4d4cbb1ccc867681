/** The page for a new form: a prompt, other ways to begin, and templates as pictures. */
import { limits } from "../../../../../generated/limits.ts";
import type { FormStructure } from "../../../../../generated/types.ts";
import type { TemplateName } from "../../../../forms/text/templates.ts";
import type { Understood } from "../../../../platform/failures/prompt-not-understood.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import { languageChoice, refusalBox } from "./parts.ts";
import { templatePicture } from "./template-picture.ts";

export interface NewFormView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly quotaLeft: number;
  /** Name of the language model; undefined: the built-in generator reads the prompt. */
  readonly model: string | undefined;
  /** Whether the user is the operator, who can configure a model. */
  readonly isOperator: boolean;
  readonly draft: NewFormDraft;
  /** The words that templates are searched for. */
  readonly find: string;
  readonly templates: readonly TemplateView[];
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
  /** The understood part, to continue with. */
  readonly understood: Understood | undefined;
}

export interface TemplateView {
  readonly name: TemplateName;
  readonly title: string;
  readonly structure: FormStructure;
  /** The texts in lower case that a search looks at. */
  readonly words: string;
  readonly isFound: boolean;
}

export function newFormPage(view: NewFormView): Html {
  return html`<h1>${view.t.say("new_title")}</h1>${newFormParts(view)}`;
}

/** Draws the parts of the page, which the list of forms shows to an account without forms. */
export function newFormParts(view: NewFormView): Html {
  return html`<div class="new-ways">${promptPart(view)}${otherWays(view)}</div>${gallery(view)}`;
}

/** Computes the height of the box. A refused text is shown completely, up to one screen. */
function promptRows(prompt: string, hasModel: boolean): number {
  const least = hasModel ? 3 : 5;
  return Math.min(16, Math.max(least, prompt.split("\n").length));
}

/** Draws a button that opens the form in the editor, with the rest in its check list. The service reads the prompt again. */
function continueButton({ t, csrf, draft }: NewFormView, { understood }: RefusedPrompt): Html | false {
  const { structure, clearQuestions: count = 0, warnings = [] } = understood ?? {};
  if (structure === undefined || count === 0) return false;
  const { prompt, languages, defaultLanguage, key } = draft;
  const text = t.say("new_go_on", { count, notes: warnings.length });
  return postForm({
    action: "/forms/new",
    csrf,
    hidden: { key, prompt, default_language: defaultLanguage, understood: "yes" },
    content: html`${languages.map((language) => hiddenInputs({ languages: language }))}${button({ text, look: "quiet" })}`,
  });
}

function promptPart(view: NewFormView): Html {
  const { t, csrf, quotaLeft, draft, model, isOperator } = view;
  return html`
    <div class="new">
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
          ${actions(button({ text: t.say("new_button"), look: "main" }))}
          <p class="soft">${t.say("quota_left", { count: quotaLeft })}</p>
          <p class="soft">${model === undefined ? t.say("new_no_model") : t.say("new_model", { model })}</p>
          ${model === undefined && isOperator && html`<p class="soft">${t.say("new_set_model")}</p>`}
        `,
      })}
    </div>
  `;
}

/** Draws the ways without a prompt: an empty form, a text, an agent. */
function otherWays({ t, csrf, draft }: NewFormView): Html {
  const words = (title: string, text: string) => html`<b>${title}</b><span class="soft">${text}</span>`;
  const empty = postForm({
    action: "/forms/new",
    csrf,
    hidden: { key: draft.key, empty: "yes" },
    content: html`<button class="way">${words(t.say("new_empty_button"), t.say("new_empty_text"))}</button>`,
  });
  return html`
    <section class="other-ways" aria-labelledby="ways-title">
      <h2 id="ways-title" class="vh">${t.say("new_ways")}</h2>
      ${empty}
      <a class="way" href="/forms/text">${words(t.say("write_link"), t.say("new_text_text"))}</a>
      <a class="way" href="/settings/integrations">${words(t.say("new_agent"), t.say("new_agent_text"))}</a>
    </section>
  `;
}

/** Draws the templates. The script `templates` filters them while the user types; without it, the form does. */
function gallery({ t, csrf, draft, find, templates }: NewFormView): Html {
  const isEmpty = !templates.some(({ isFound }) => isFound);
  return html`
    <section class="gallery" aria-labelledby="templates-title">
      <div class="gallery-head">
        <h2 id="templates-title">${t.say("templates_title")}</h2>
        <form class="find" id="find-template" method="get" action="/forms/new" role="search">
          <label class="vh" for="find">${t.say("templates_find")}</label>
          <input
            class="input"
            type="search"
            id="find"
            name="find"
            maxlength="100"
            placeholder="${t.say("templates_find")}"
            value="${find}"
          >
          ${button({ text: t.say("forms_search_button"), look: "quiet" })}
        </form>
      </div>
      ${postForm({
        action: "/forms/new",
        csrf,
        hidden: { key: draft.key },
        content: html`<ul class="templates">${templates.map((template) => templateCard(t, template))}</ul>`,
      })}
      <p id="no-template" class="empty" role="status"${!isEmpty && html` hidden`}>${t.say("templates_none")}</p>
    </section>
  `;
}

function templateCard(t: OwnerTranslation, { name, title, structure, words, isFound }: TemplateView): Html {
  const count = structure.pages.flatMap(({ fields }) => fields).length;
  return html`
    <li${attributes({ "data-words": words, hidden: !isFound })}>
      <button class="template" name="template" value="${name}">
        ${templatePicture(structure)}
        <b>${title}</b>
        <span class="soft">${t.say("write_count", { count })}</span>
      </button>
    </li>
  `;
}
