/** Inputs of choices: cards, dropdowns, yes/no and consent. */
import { hash } from "node:crypto";
import type {
  Choice,
  ChoiceField,
  ConsentField,
  Language,
  MultipleChoiceField,
  YesNoField,
} from "../../../../generated/types.ts";
import { focusId, inputs, OTHER } from "../../../forms/fields/inputs.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { otherLanguage, worded } from "../worded.ts";
import { type FieldView, rawText } from "./field-view.ts";

/** Radio buttons or checkboxes, each on a card. */
export function choiceCards(view: FieldView<ChoiceField | MultipleChoiceField>): Html {
  const { field, t, full, seed } = view;
  const choices = field.shuffle ? shuffled(field.choices, seed + field.id) : field.choices;
  // The first one that can be chosen gets the id that messages lead to.
  const first = choices.findIndex(({ id }) => !full.has(id));
  const start = first === -1 ? choices.length : first;
  const cards = choices.map(({ id, label }, at) => card(view, id, worded(t, label), at - start));
  return html`<div class="cards">${cards}${field.allow_other && otherCard(view, choices.length - start)}</div>`;
}

function card(
  view: FieldView<ChoiceField | MultipleChoiceField>,
  value: string,
  label: Html | string,
  at: number,
): Html {
  if (!view.full.has(value))
    return html`<label class="card">${cardInput(view, value, at)}<span>${label}</span></label>`;
  return html`<label class="card full">${cardInput(view, value, at)}<span>${label} <span class="tag">${view.t.say("choice_full")}</span></span></label>`;
}

function cardInput(
  { field, rawAnswer, full }: FieldView<ChoiceField | MultipleChoiceField>,
  value: string,
  at: number,
): Html {
  const values = attributes({
    type: field.type === "multiple_choice" ? "checkbox" : "radio",
    id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
    name: inputs.answer(field.id),
    value,
    checked: isChosen(rawAnswer, value) && !full.has(value),
    disabled: full.has(value),
  });
  return html`<input${values}>`;
}

/** The text input is beside the card, not in its label, so that a click into the text does not toggle the card. */
function otherCard(view: FieldView<ChoiceField | MultipleChoiceField>, at: number): Html {
  return html`<div class="card-other"><label class="card">${cardInput(view, OTHER, at)}<span>${view.t.say("other")}</span></label>${otherInput(view)}</div>`;
}

function otherInput({ field, t, rawAnswer }: FieldView<ChoiceField | MultipleChoiceField>): Html {
  const values = attributes({
    type: "text",
    class: "input other",
    name: inputs.other(field.id),
    "aria-label": t.say("other_label"),
    placeholder: t.say("other_label"),
    value: otherText(rawAnswer),
    autocomplete: "off",
  });
  return html`<input${values}>`;
}

export function dropdown(view: FieldView<ChoiceField>): Html {
  const { field, t, rawAnswer, aria, full, seed } = view;
  const choices = field.shuffle ? shuffled(field.choices, seed + field.id) : field.choices;
  const option = (value: string, label: string, lang?: Language) => {
    const isFull = full.has(value);
    const values = { value, selected: isChosen(rawAnswer, value) && !isFull, disabled: isFull, lang };
    return html`<option${attributes(values)}>${label}${isFull && ` (${t.say("choice_full")})`}</option>`;
  };
  const values = attributes({ class: "input", id: focusId(field), name: inputs.answer(field.id) });
  return html`<div class="select-other"><select${values}${aria}>
<option value="">${field.placeholder ? t.of(field.placeholder) : t.say("choose")}</option>
${choices.map(({ id, label }) => option(id, t.of(label), otherLanguage(t, label)))}${field.allow_other && option(OTHER, t.say("other"))}
</select>${field.allow_other && otherInput(view)}</div>`;
}

export function yesNo({ field, t, rawAnswer }: FieldView<YesNoField>): Html {
  const answers = [
    ["yes", t.say("yes")],
    ["no", t.say("no")],
  ] as const;
  const cards = answers.map(([value, label], at) => {
    const values = attributes({
      type: "radio",
      id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
      name: inputs.answer(field.id),
      value,
      checked: rawAnswer === value || rawAnswer === (value === "yes"),
    });
    return html`<label class="card"><input${values}><span>${label}</span></label>`;
  });
  return html`<div class="cards pair">${cards}</div>`;
}

export function consent({ field, t, rawAnswer, aria, mentions }: FieldView<ConsentField>): Html {
  const values = attributes({
    type: "checkbox",
    id: focusId(field),
    name: inputs.answer(field.id),
    value: "yes",
    checked: rawAnswer === true || rawAnswer === "yes",
  });
  const link =
    field.link &&
    html`<p class="more"><a href="${field.link}" target="_blank" rel="noopener noreferrer">${t.say("more_information")}<span class="vh"> (${t.say("opens_in_new_tab")})</span></a></p>`;
  return html`<div class="cards"><label class="card"><input${values}${aria}><span>${worded(t, field.statement, mentions.show)}</span></label></div>${link}`;
}

function isChosen(rawAnswer: unknown, value: string): boolean {
  const chosen: readonly unknown[] = Array.isArray(rawAnswer) ? rawAnswer : [rawAnswer];
  return chosen.some((one) => (isOther(one) ? value === OTHER : one === value));
}

function otherText(rawAnswer: unknown): string {
  const chosen: readonly unknown[] = Array.isArray(rawAnswer) ? rawAnswer : [rawAnswer];
  const other = chosen.find(isOther);
  return other ? rawText(other.other) : "";
}

function isOther(one: unknown): one is { readonly other: unknown } {
  return typeof one === "object" && one !== null && "other" in one;
}

/** Shuffles choices by a seed, so that a respondent sees the same order on every visit of the page. */
export function shuffled(choices: readonly Choice[], seed: string): Choice[] {
  const rank = (choice: Choice) => hash("sha256", `${seed}\0${choice.id}`);
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ choice }) => choice);
}
