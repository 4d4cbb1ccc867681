import type { ChoiceField, Language } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { QuestionKind } from "./kind.ts";
import { otherInput, placesText, readChosen, shuffleChoices } from "./parts/choice-cards.ts";
import { choiceKind, wrongProperties } from "./parts/choices.ts";
import { focusId, inputs, OTHER } from "./parts/inputs.ts";
import type { FieldView } from "./parts/view.ts";
import { otherLanguage } from "./parts/wordings.ts";

/** One of several choices, shown as a menu. */
export const dropdown: QuestionKind<ChoiceField> = {
  ...choiceKind,
  wrongBounds: ({ choices }) => wrongProperties(choices, "image", "picture_type"),
  input,
};

function input(view: FieldView<ChoiceField>): Html {
  const { field, t, rawAnswer, aria, places, seed } = view;
  const choices = field.shuffle ? shuffleChoices(field.choices, seed + field.id) : field.choices;
  const chosen = readChosen(rawAnswer);
  const option = (value: string, label: string, lang?: Language) => {
    const isFull = places.get(value) === 0;
    const note = placesText(view, value);
    const values = {
      value,
      selected: chosen.has(value) && !isFull,
      disabled: isFull,
      lang,
      // Its text stays the choice, which texts of the form may mention.
      label: note && `${label} (${note})`,
    };
    return html`<option${attributes(values)}>${label}</option>`;
  };
  const values = attributes({ class: "input", id: focusId(field), name: inputs.answer(field.id) });
  return html`
    <div class="select-other">
      <select${values}${aria}>
        <option value="">${field.placeholder ? t.of(field.placeholder) : t.say("choose")}</option>
        ${choices.map(({ id, label }) => option(id, t.of(label), otherLanguage(t, label)))}
        ${field.allow_other && option(OTHER, t.say("other"))}
      </select>
      ${field.allow_other && otherInput(view)}
    </div>
  `;
}
