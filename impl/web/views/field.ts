/** Fields of a form page: label, hints, message and input. */
import type {
  Condition,
  DisplayField,
  FormField,
  Language,
  MultipleChoiceField,
  PhoneField,
} from "../../../generated/types.ts";
import type { AnswerField, StoredFile } from "../../answers/answer.ts";
import { takesAnswer } from "../../forms/fields/client-kinds.ts";
import { focusId } from "../../forms/fields/inputs.ts";
import { callingCode, phoneCountry } from "../../forms/fields/parts/phone-country.ts";
import { attributes, type Html, html } from "../../markup/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { clientRules } from "./client-rules.ts";
import { choiceCards, consent, dropdown, yesNo } from "./fields/choices.ts";
import type { FieldView } from "./fields/field-view.ts";
import { fileHint, fileUpload, signature } from "./fields/files.ts";
import { nps, pointsOf, rating, scale } from "./fields/points.ts";
import { matrix, ranking } from "./fields/tables.ts";
import { dateInput, numberInput, textInput } from "./fields/text.ts";
import type { Mentions } from "./mentions.ts";
import { otherLanguage, worded } from "./worded.ts";

/** All that a field of a page is drawn from. */
export interface ShownFieldView {
  readonly field: FormField;
  readonly t: Translation;
  /** The default language of the form. */
  readonly language: Language;
  readonly rawAnswer: unknown;
  readonly files: readonly StoredFile[];
  /** Ids of the choices that are full. */
  readonly full: ReadonlySet<string>;
  /** The problem with the answer, as a sentence. */
  readonly message: string | undefined;
  /** The condition that the browser evaluates to show the field, and whether it holds now; undefined: always shown. */
  readonly condition: { readonly rule: Condition; readonly holds: boolean } | undefined;
  /** A note under the description, such as how an address is used. */
  readonly note?: string | undefined;
  readonly seed: string;
  readonly now: Date;
  readonly mentions: Mentions;
}

export function fieldView(view: ShownFieldView): Html {
  const { field } = view;
  return takesAnswer(field) ? question(field, view) : display(field, view);
}

function display(field: DisplayField, { t, condition, mentions }: ShownFieldView): Html {
  const label = t.of(field.label);
  const description = field.description && t.of(field.description);
  const isLive = mentions.isLive(label) || (description !== undefined && mentions.isLive(description));
  const outer = attributes({
    class: field.type,
    "aria-live": isLive ? "polite" : undefined,
    ...conditionAttributes(condition),
  });
  const text =
    description && paragraphs(description, mentions, { lang: otherLanguage(t, field.description) });
  const lang = otherLanguage(t, field.label);
  if (field.type === "section")
    return html`<div${outer}><h2${attributes({ lang })}>${mentions.show(label)}</h2>${text}</div>`;
  return html`<div${outer}>${paragraphs(label, mentions, { className: "lead", lang })}${text}</div>`;
}

/** A label with its input, or a legend with its group of inputs. */
function question(field: AnswerField, shown: ShownFieldView): Html {
  const { t, message } = shown;
  const ids = { hint: `d-${field.id}`, message: `e-${field.id}` };
  // A hint that the message repeats is left out.
  const description = field.description && t.of(field.description);
  const lang = otherLanguage(t, field.description);
  const hints = [description, shown.note, ...hintsOf(field, shown)].filter(
    (hint): hint is string => hint !== undefined && hint !== message,
  );
  const describedBy = [hints.length > 0 && ids.hint, message !== undefined && ids.message]
    .filter(Boolean)
    .join(" ");
  const aria = attributes({
    "aria-describedby": describedBy || undefined,
    "aria-invalid": message === undefined ? undefined : "true",
    "aria-required": field.required && !isGroup(field) ? "true" : undefined,
  });
  const outer = attributes({
    class: message === undefined ? "field" : "field wrong",
    id: `q-${field.id}`,
    "data-field": field.id,
    "data-kind": field.type,
    "data-rules": JSON.stringify(clientRules(field, t)),
    ...conditionAttributes(shown.condition),
  });
  const label = html`${worded(t, field.label, shown.mentions.show)}${!field.required && html` <span class="optional">(${t.say("optional")})</span>`}`;
  const below = html`${hints.length > 0 && html`<div class="hint" id="${ids.hint}">${hints.map((hint) => paragraphs(hint, shown.mentions, hint === description ? { lang } : {}))}</div>`}
<p class="message" id="${ids.message}"${attributes({ hidden: message === undefined })}>${message !== undefined && html`<span class="vh">${t.say("error_prefix")}: </span>${message}`}</p>`;
  const input = control(field, { ...shown, aria });
  if (!isGroup(field))
    return html`<div${outer}><label class="label" for="${focusId(field)}">${label}</label>${below}${input}</div>`;
  const describe = attributes({ "aria-describedby": describedBy || undefined });
  return html`<fieldset${outer}${describe}><legend class="label">${label}</legend>${below}${input}</fieldset>`;
}

function conditionAttributes(condition: ShownFieldView["condition"]) {
  if (condition === undefined) return {};
  return { "data-if": JSON.stringify(condition.rule), "data-off": !condition.holds };
}

/** Whether several inputs answer the field together. */
function isGroup(field: AnswerField): boolean {
  switch (field.type) {
    case "single_choice":
    case "multiple_choice":
    case "yes_no":
    case "consent":
    case "rating":
    case "nps":
    case "ranking":
    case "matrix":
      return true;
    case "scale":
      return pointsOf(field) !== undefined;
    default:
      return false;
  }
}

/** What respondents need to know before they answer (WCAG 3.3.2). */
function hintsOf(
  field: AnswerField,
  { t, language, rawAnswer, files, full, seed, mentions }: ShownFieldView,
): string[] {
  switch (field.type) {
    case "ranking":
      return [t.say("ranking_hint")];
    case "file_upload":
      return [fileHint({ field, t, rawAnswer, files, full, seed, mentions, aria: html`` })];
    case "phone":
      return [phoneHint(field, language, t)];
    case "multiple_choice":
      return selectionHints(field, t);
    default:
      return [];
  }
}

function phoneHint(field: PhoneField, language: Language, t: Translation): string {
  const country = phoneCountry(field, language);
  if (country === undefined) return t.say("phone");
  return t.say("phone_country", { country: t.country(country), code: callingCode(country) });
}

function selectionHints({ choices, validation = {} }: MultipleChoiceField, t: Translation): string[] {
  const { min_selections: min = 1, max_selections: max = choices.length } = validation;
  return [
    ...(min > 1 ? [t.say("min_selections", { count: min })] : []),
    ...(max < choices.length ? [t.say("max_selections", { count: max })] : []),
  ];
}

function control(field: AnswerField, shown: ShownFieldView & { readonly aria: Html }): Html {
  const { now, ...rest } = shown;
  const as = <Field extends AnswerField>(known: Field): FieldView<Field> => ({ ...rest, field: known });
  switch (field.type) {
    case "short_text":
    case "long_text":
    case "email":
    case "phone":
    case "url":
      return textInput(as(field));
    case "number":
      return numberInput(as(field));
    case "date":
    case "time":
    case "datetime":
      return dateInput(as(field), now);
    case "dropdown":
      return dropdown(as(field));
    case "single_choice":
    case "multiple_choice":
      return choiceCards(as(field));
    case "yes_no":
      return yesNo(as(field));
    case "consent":
      return consent(as(field));
    case "rating":
      return rating(as(field));
    case "scale":
      return scale(as(field));
    case "nps":
      return nps(as(field));
    case "ranking":
      return ranking(as(field));
    case "matrix":
      return matrix(as(field));
    case "file_upload":
      return fileUpload(as(field));
    case "signature":
      return signature(as(field));
  }
}

/** A text with its line breaks. An empty line ends a paragraph. */
export function paragraphs(
  text: string,
  mentions: Mentions,
  { className, lang }: { readonly className?: string; readonly lang?: Language | undefined } = {},
): Html {
  const parts = text.split(/\n\s*\n/).map((part) => {
    const lines = part.split("\n").map((line, at) => html`${at > 0 && html`<br>`}${mentions.show(line)}`);
    return html`<p${attributes({ class: className, lang })}>${lines}</p>`;
  });
  return html`${parts}`;
}
