/** A form for the conversation: its questions as respondents see them, by the views of the public page. */
import type { FormField, FormStructure, Language } from "../../../generated/types.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { drawFormatted } from "../../forms/fields/parts/formatted-text.ts";
import { drawWording } from "../../forms/fields/parts/wordings.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import { isRetired } from "../../forms/structure/retirement.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { type Translation, translation } from "../../texts/translate.ts";
import { availabilityNote } from "../../web/components/availability-note.ts";
import { fieldView } from "../../web/components/field.ts";
import { createMentions, type Mentions } from "../../web/components/mentions.ts";
import { welcomeText } from "../../web/components/welcome.ts";
import type { Views } from "./views.ts";

/** The maximum number of languages besides the default one. */
const LANGUAGES = 3;
/** The maximum number of fields of a form in one language. The page shows how many questions are left out. */
const FIELDS = 40;
const LENGTH = 60_000;

export function formViews(stored: FormStructure, now: Date): Views {
  const structure = offeredStructure(stored);
  const { default_language: first, languages } = structure;
  const shown = [first, ...languages.filter((language) => language !== first)].slice(0, LANGUAGES);
  return shown.map((language) => [language, formView(structure, language, now)]);
}

function formView(structure: FormStructure, language: Language, now: Date): Html {
  const t = translation(language, structure.default_language);
  const view = { t, structure, now, mentions: createMentions(structure, {}, t) };
  const description = structure.description && drawFormatted(t, structure.description, view.mentions);
  const note = availabilityNote(t, structure.settings, now);
  const parts: Html[] = [];
  let length = 0;
  const pages = structure.pages.map(({ title, fields }) => ({
    title,
    fields: fields.filter((field) => !isRetired(field)),
  }));
  let left = pages.reduce((sum, { fields }) => sum + fields.length, 0);
  for (const { title, fields } of pages) {
    if (title && left > 0)
      parts.push(html`<h2 class="page-title">${drawWording(t, title, view.mentions.show)}</h2>`);
    for (const field of fields) {
      if (parts.length >= FIELDS || length > LENGTH) break;
      const part = item(field, view);
      length += part.toString().length;
      left -= 1;
      parts.push(part);
    }
  }
  return html`
    <div lang="${language}" data-left="${left}">
      <div class="title"><h1>${drawWording(t, structure.title)}</h1>${description}</div>
      ${note && html`<div class="notice">${note}</div>`}
      ${structure.welcome && html`<div class="item">${welcomeText({ ...view, images: undefined })}</div>`}
      ${parts}
    </div>
  `;
}

interface View {
  readonly t: Translation;
  readonly structure: FormStructure;
  readonly now: Date;
  readonly mentions: Mentions;
}

/** Draws a field, with the data that the page's script needs to offer a change. */
function item(field: FormField, { t, structure, now, mentions }: View): Html {
  const values = attributes({
    "data-id": takesAnswer(field) ? field.id : undefined,
    "data-required": takesAnswer(field) ? String(field.required ?? false) : undefined,
    "data-conditional": field.visible_if !== undefined,
  });
  const shown = fieldView({
    field,
    t,
    language: structure.default_language,
    rawAnswer: undefined,
    files: [],
    places: new Map(),
    message: undefined,
    condition: undefined,
    // The page in a conversation makes no request.
    images: undefined,
    seed: field.id,
    now,
    mentions,
  });
  return html`<div class="item"${values}>${shown}</div>`;
}
