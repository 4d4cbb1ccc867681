import type { NumberField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { numberTally } from "../answers/tallies/numbers.ts";
import type { QuestionKind, WrongBound } from "./kind.ts";
import { numberFilter } from "./parts/filters.ts";
import { focusId, inputs } from "./parts/inputs.ts";
import { boundRule, checkOrder, oneInput } from "./parts/one-input.ts";
import { isMultiple, readNumber } from "./parts/read-number.ts";
import { type FieldView, rawText } from "./parts/view.ts";
import { drawWording } from "./parts/worded.ts";

/** Any number. */
export const number: QuestionKind<NumberField> = {
  ...oneInput,
  own: { placeholder: true, required: true, validation: true, unit: true },
  wrongBounds,
  check: checkNumber,
  sample: ({ validation = {} }) => validation.min ?? validation.max ?? 1,
  tally: (_field, { number: write }) => numberTally(undefined, write),
  filter: () => numberFilter,
  input,
  rules: ({ validation: { min, max, integer, step } = {} }, say) => [
    ["number", say({ code: "number" })],
    ...(integer ? [["integer", say({ code: "integer" })] as const] : []),
    ...boundRule(min, (bound) => ["range", bound, null, say({ code: "number_min", number: bound })]),
    ...boundRule(max, (bound) => ["range", null, bound, say({ code: "number_max", number: bound })]),
    ...boundRule(step, (size) => ["step", min ?? 0, size, say({ code: "number_step", number: size })]),
  ],
};

function wrongBounds({ validation = {} }: NumberField): readonly WrongBound[] {
  const { min, max, integer } = validation;
  const wrong = checkOrder("min", min, max);
  if (wrong.length > 0 || !integer || min === undefined || max === undefined) return wrong;
  if (Math.ceil(min) <= Math.floor(max)) return [];
  return [["/validation/integer", "bound_no_integer", { min, max }]];
}

function checkNumber({ validation = {} }: NumberField, input: unknown): Checked<number> {
  const answer = readNumber(input);
  if (answer === undefined) return undefined;
  if (Number.isNaN(answer)) return problem("number");
  const { min, max, step, integer } = validation;
  if (integer && !Number.isInteger(answer)) return problem("integer");
  if (min !== undefined && answer < min) return { problem: { code: "number_min", number: min } };
  if (max !== undefined && answer > max) return { problem: { code: "number_max", number: max } };
  if (step !== undefined && !isMultiple(answer - (min ?? 0), step))
    return { problem: { code: "number_step", number: step } };
  return { answer };
}

/** Returns the keyboard of phones for a field, as in `inputmode`. Some number keyboards have no minus. */
function keyboard({ validation: { integer, min } = {} }: NumberField): "text" | "numeric" | "decimal" {
  if (min === undefined || min < 0) return "text";
  return integer ? "numeric" : "decimal";
}

/** Inputs of type number change with the mouse wheel and drop other text, so this is a text input with a number keyboard. */
function input({ field, t, rawAnswer, aria }: FieldView<NumberField>): Html {
  const attributesOfInput = attributes({
    type: "text",
    class: "input number",
    id: focusId(field),
    name: inputs.answer(field.id),
    inputmode: keyboard(field),
    placeholder: field.placeholder && t.of(field.placeholder),
    autocomplete: "off",
    value: rawText(rawAnswer),
  });
  if (field.unit === undefined) return html`<input${attributesOfInput}${aria}>`;
  return html`
    <span class="with-unit">
      <input${attributesOfInput}${aria}>
      <span class="unit">${drawWording(t, field.unit)}</span>
    </span>
  `;
}
