/** The page for a form as text: the box, problems with the text, the preview, and the legend of the notation. */
import type { Language } from "../../../../../generated/types.ts";
import type { TemplateName } from "../../../../forms/text/templates.ts";
import { templateNames } from "../../../../forms/text/templates.ts";
import { getWords } from "../../../../forms/text/words.ts";
import { attributes, FIRST_LINE_BREAK, type Html, html } from "../../../../platform/html.ts";
import { languageCodes } from "../../../../texts/languages.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { bulletList } from "../../../components/blocks/bullets.ts";
import { button } from "../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../components/controls/hidden-inputs.ts";
import { csrfInput } from "../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { notationLegend } from "./notation-legend.ts";
import { refusalBox } from "./parts.ts";

export interface WritingView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly text: string;
  readonly language: Language;
  /** Whether the language was chosen; else it is that of the text. */
  readonly isChosen: boolean;
  /** The same key for every attempt to send it, so a double click creates one form. */
  readonly key: string;
  /** The chosen template. */
  readonly template?: TemplateName | undefined;
  readonly refused?: { readonly text: string; readonly details: readonly string[] };
  /** The result of parsing; undefined: the text is empty. */
  readonly read: ReadText | undefined;
  /** The document of the preview; undefined: there is nothing to show. */
  readonly preview: string | undefined;
}

interface ReadText {
  readonly structure: { readonly pages: readonly { readonly fields: readonly unknown[] }[] } | undefined;
  readonly problems: readonly { readonly line: number | undefined; readonly text: string }[];
  readonly warnings: readonly string[];
}

/** Draws the page. The script `form-text` sends the button "Show preview", and replaces the parts with an id. */
export function writingPage(view: WritingView): Html {
  const { t, csrf, key, refused } = view;
  return html`
    <h1>${t.say("write_title")}</h1>
    <p class="soft intro">${t.say("write_intro")}</p>
    ${refused && refusalBox(t.say("new_failed"), refused)}
    <form
      id="writing"
      class="writing"
      method="post"
      action="/forms/text"
      data-replaces="${t.say("write_template_replaces")}"
    >
      ${csrfInput(csrf)}
      ${hiddenInputs({ key })}
      <div class="box">${choices(view)}${box(view)}</div>
      ${previewPart(view)}
      ${notationLegend(t, view.language)}
    </form>
  `;
}

function choices({ t, language, isChosen, template }: WritingView): Html {
  const languages = [
    option({ value: "", text: t.say("write_language_of_text"), isChosen: !isChosen }),
    ...languageCodes.map((code) =>
      option({
        value: code,
        text: languageName(code),
        lang: code,
        isChosen: isChosen && code === language,
      }),
    ),
  ];
  const words = getWords(t.language);
  const names = templateNames
    .map((name) => ({ name, label: capital(words.write(`templates.${name}`)) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, t.language));
  const templates = names.map(({ name, label }) =>
    option({ value: name, text: label, isChosen: name === template }),
  );
  return html`
    <div class="choices">
      <div>
        ${labelledSelect({
          id: "language",
          name: "language",
          label: t.say("write_language"),
          options: languages,
        })}
      </div>
      <div>
        <label class="label" for="template">${t.say("write_template")}</label>
        <div class="with-button">
          <select class="input" id="template" name="template">
            ${option({ value: "", text: t.say("write_template_choose") })}
            ${templates}
          </select>
          ${button({
            text: t.say("write_template_button"),
            look: "quiet",
            name: "action",
            value: "template",
          })}
        </div>
      </div>
    </div>
  `;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function box(view: WritingView): Html {
  const { t, text, language, read } = view;
  const isWrong = read !== undefined && read.problems.length > 0;
  const values = attributes({
    class: "input",
    id: "text",
    name: "text",
    rows: 16,
    lang: language,
    spellcheck: "false",
    placeholder: t.say("new_list_example"),
    "aria-describedby": "text-found",
    "aria-invalid": isWrong ? "true" : undefined,
  });
  return html`
    <label class="label" for="text">${t.say("write_text")}</label>
    <textarea${values}>${FIRST_LINE_BREAK}${text}</textarea>
    <div id="text-found" role="status">${read && parsingResult(view, read)}</div>
    <div class="actions">
      ${button({ text: t.say("new_button"), look: "main", name: "action", value: "make" })}
      <button class="quiet show" name="action" value="preview">${t.say("write_show")}</button>
    </div>
  `;
}

/** The maximum number of shown problems. Further ones are counted. */
const MAX_SHOWN = 20;

/** Draws what was read. Problems that the page says above are not repeated. */
function parsingResult(
  { t, language, isChosen, refused }: WritingView,
  { structure, problems, warnings }: ReadText,
): Html {
  const count = structure?.pages.flatMap(({ fields }) => fields).length ?? 0;
  const found = html` · <span lang="${language}">${languageName(language)}</span>`;
  const said = refused ? [refused.text, ...refused.details] : [];
  const shown = problems.filter(({ text }) => !said.includes(text));
  const lines = shown.map(({ line, text }) => {
    if (line === undefined) return text;
    return html`<a href="#text" data-line="${line}">${t.say("write_line", { line })}</a> ${text}`;
  });
  return html`
    <p class="soft">${t.say("write_count", { count })}${!isChosen && found}</p>
    ${list(t, "write_problems", "unclear", lines)}
    ${list(t, "write_warnings", "checks", warnings)}
  `;
}

function list(
  t: OwnerTranslation,
  title: "write_problems" | "write_warnings",
  kind: string,
  items: readonly (Html | string)[],
): Html | false {
  if (items.length === 0) return false;
  const rest = items.length - MAX_SHOWN;
  return html`
    <div class="${kind}">
      <p><b>${t.say(title)}</b></p>
      ${bulletList([...items.slice(0, MAX_SHOWN), rest > 0 && t.say("write_more", { count: rest })], {})}
    </div>
  `;
}

function previewPart({ t, preview }: WritingView): Html {
  const content =
    preview === undefined
      ? html`<p class="empty">${t.say("write_wait")}</p>`
      : html`<iframe title="${t.say("preview_title")}" srcdoc="${preview}"></iframe>`;
  return html`
    <section class="shown" aria-labelledby="preview-title">
      <h2 id="preview-title">${t.say("preview_title")}</h2>
      <p class="message" id="text-failed" role="status" hidden>${t.say("write_failed")}</p>
      <div id="text-preview">${content}</div>
    </section>
  `;
}
