/** Inputs of choices. */
import type {
  Choice,
  ChoiceField,
  MultipleChoiceField,
  SelectableChoice,
} from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { shuffle } from "../../../platform/shuffle.ts";
import { boxAttributes } from "./box-input.ts";
import { inputs, OTHER } from "./inputs.ts";
import { drawPicture } from "./picture.ts";
import { type FieldView, rawText } from "./view.ts";
import { drawWording } from "./wordings.ts";

interface CardsView extends FieldView<ChoiceField | MultipleChoiceField> {
  readonly chosen: ReadonlySet<unknown>;
}

/** Radio buttons or checkboxes, each on a card. */
export function choiceCards(fieldView: FieldView<ChoiceField | MultipleChoiceField>): Html {
  const { field, places, seed } = fieldView;
  const view = { ...fieldView, chosen: readChosen(fieldView.rawAnswer) };
  const choices = field.shuffle ? shuffleChoices(field.choices, seed + field.id) : field.choices;
  // The first one that can be chosen gets the id that messages lead to.
  const first = choices.findIndex(({ id }) => places.get(id) !== 0);
  const start = first === -1 ? choices.length : first;
  const cards = choices.map((choice, at) => card(view, choice, at - start));
  const className = choices.some(({ image }) => image) ? "cards pictures" : "cards";
  return html`<div class="${className}">${cards}${field.allow_other && otherCard(view, choices.length - start)}</div>`;
}

function card(view: CardsView, { id, label, image }: SelectableChoice, at: number): Html {
  const { t, images, places } = view;
  const content = html`
    ${drawPicture(t, image, images)}${cardInput(view, id, at)}<span>${drawWording(t, label)}</span>
  `;
  const note = placesText(view, id);
  if (note === undefined) return html`<label class="card">${content}</label>`;
  if (places.get(id) === 0)
    return html`<label class="card full">${content}<small class="tag">${note}</small></label>`;
  return html`<label class="card">${content}<small>${note}</small></label>`;
}

/** Says how many places of a choice are left; undefined: it has no capacity. */
export function placesText({ t, places }: FieldView, choice: string): string | undefined {
  const count = places.get(choice);
  if (count === undefined) return undefined;
  return count === 0 ? t.say("choice_full") : t.say("choice_left", { count });
}

function cardInput({ field, places, chosen }: CardsView, value: string, at: number): Html {
  const isFull = places.get(value) === 0;
  const values = boxAttributes(field, at, {
    type: field.type === "multiple_choice" ? "checkbox" : "radio",
    value,
    checked: chosen.has(value) && !isFull,
  });
  return html`<input${values}${attributes({ disabled: isFull })}>`;
}

/** The text input is beside the card, not in its label, so that a click into the text does not toggle the card. */
function otherCard(view: CardsView, at: number): Html {
  return html`
    <div class="card-other">
      <label class="card">${cardInput(view, OTHER, at)}<span>${view.t.say("other")}</span></label>
      ${otherInput(view)}
    </div>
  `;
}

export function otherInput({ field, t, rawAnswer }: FieldView<ChoiceField | MultipleChoiceField>): Html {
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

/** The values of the boxes that are ticked. */
export function readChosen(rawAnswer: unknown): ReadonlySet<unknown> {
  return new Set([rawAnswer].flat().map((one) => (isOther(one) ? OTHER : one)));
}

function otherText(rawAnswer: unknown): string {
  const other = [rawAnswer].flat().find(isOther);
  return other ? rawText(other.other) : "";
}

function isOther(one: unknown): one is { readonly other: unknown } {
  return typeof one === "object" && one !== null && "other" in one;
}

/** Shuffles choices by a seed, so that a respondent sees the same order on every visit of the page. */
export function shuffleChoices<Item extends Choice>(choices: readonly Item[], seed: string): Item[] {
  return shuffle(choices, ({ id }) => `${seed}\0${id}`);
}
