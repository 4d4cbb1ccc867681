import type { ConsentField } from "../../../generated/types.ts";
import { type Html, html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { booleanTally } from "../answers/tallies/choices.ts";
import type { QuestionKind } from "./kind.ts";
import { boxAttributes } from "./parts/box-input.ts";
import { booleanFilter } from "./parts/filters.ts";
import { drawFormattedLines } from "./parts/formatted-text.ts";
import { inputs } from "./parts/inputs.ts";
import { oneInput } from "./parts/one-input.ts";
import type { FieldView } from "./parts/view.ts";

/** A statement to agree to. */
export const consent: QuestionKind<ConsentField> = {
  ...oneInput,
  own: { required: true, statement: true, link: true },
  missing: () => "required_consent",
  untouched: false,
  check: checkConsent,
  sample: () => true,
  tally: (_field, wording) => booleanTally(wording),
  filter: (_field, wording) => booleanFilter(wording),
  isGroup: () => true,
  isLabelRepeated,
  input,
  read: ({ id }, values) => values.get(inputs.answer(id)) === "yes",
};

/** An unticked box is an answer, too, unless the field is required. */
function checkConsent(field: ConsentField, input: unknown): Checked<boolean> {
  const answer = input === true || input === "yes";
  return field.required && !answer ? problem("required_consent") : { answer };
}

/** Form texts and models write a consent as one text. In the editor both are shown, since each is written on its own. */
function isLabelRepeated({ label, statement }: ConsentField, t: Translation): boolean {
  return t.placeOf === undefined && t.of(label) === t.of(statement);
}

function input({ field, t, rawAnswer, aria, mentions }: FieldView<ConsentField>): Html {
  const checked = rawAnswer === true || rawAnswer === "yes";
  const values = boxAttributes(field, 0, { type: "checkbox", value: "yes", checked });
  const link =
    field.link &&
    html`
      <p class="more">
        <a href="${field.link}" target="_blank" rel="noopener noreferrer">
          ${t.say("more_information")}
          <span class="vh"> (${t.say("opens_in_new_tab")})</span>
        </a>
      </p>
    `;
  // The label is hidden then, so the mark stands here.
  const mark =
    isLabelRepeated(field, t) &&
    (field.required
      ? html`<span class="required"></span>`
      : html` <span class="optional">(${t.say("optional")})</span>`);
  return html`
    <div class="cards">
      <label class="card">
        <input${values}${aria}>
        <span>${drawFormattedLines(t, field.statement, mentions)}${mark}</span>
      </label>
    </div>
    ${link}
  `;
}
