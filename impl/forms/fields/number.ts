import type { NumberField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { numberTally } from "../answers/tallies/numbers.ts";
import type { CheckContext, QuestionKind, WrongBound } from "./kind.ts";
import { numberFilter } from "./parts/filters.ts";
import { focusId, inputs } from "./parts/inputs.ts";
import { isMultiple } from "./parts/multiples.ts";
import { boundRule, checkOrder, oneInput } from "./parts/one-input.ts";
import {
  describeReading,
  findTwoNumbers,
  type NumberNotation,
  readNumber,
  writeUnmistakably,
} from "./parts/read-number.ts";
import { type FieldView, rawText } from "./parts/view.ts";
import { drawWording } from "./parts/wordings.ts";

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
    ["two_numbers", say({ code: "two_numbers", low: "{low}", high: "{high}" })],
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

function checkNumber(field: NumberField, input: unknown, { pageLanguage }: CheckContext): Checked<number> {
  const notation = notationOf(field, pageLanguage);
  const answer = readNumber(input, notation);
  if (answer === undefined) return undefined;
  if (Number.isNaN(answer)) return problem("number");
  const two = findTwoNumbers(input, notation);
  if (two !== undefined) {
    const [low, high] = two.map((number) => writeUnmistakably(number, notation)) as [string, string];
    return { problem: { code: "two_numbers", low, high } };
  }
  const { min, max, step, integer } = field.validation ?? {};
  if (integer && !Number.isInteger(answer)) return problem("integer");
  if (min !== undefined && answer < min) return { problem: { code: "number_min", number: min } };
  if (max !== undefined && answer > max) return { problem: { code: "number_max", number: max } };
  if (step !== undefined && !isMultiple(answer - (min ?? 0), step))
    return { problem: { code: "number_step", number: step } };
  return { answer };
}

function notationOf({ unit }: NumberField, language: string): NumberNotation {
  return { language, units: unit && Object.values(unit) };
}

/** Returns the keyboard of phones for a field, as in `inputmode`. Some number keyboards have no minus. */
function keyboard({ validation: { integer, min } = {} }: NumberField): "text" | "numeric" | "decimal" {
  if (min === undefined || min < 0) return "text";
  return integer ? "numeric" : "decimal";
}

/** Inputs of type number change with the mouse wheel and drop other text, so this is a text input with a number keyboard. */
function input({ field, t, rawAnswer, aria }: FieldView<NumberField>): Html {
  const typed = rawText(rawAnswer);
  const attributesOfInput = attributes({
    type: "text",
    class: "input number",
    id: focusId(field),
    name: inputs.answer(field.id),
    inputmode: keyboard(field),
    placeholder: field.placeholder && t.of(field.placeholder),
    autocomplete: "off",
    value: typed,
  });
  const notation = notationOf(field, t.language);
  const reading = attributes({
    class: "as-read",
    lang: t.locale,
    "data-units": notation.units && JSON.stringify(notation.units),
  });
  const asRead = html`<output${reading}>${typeof rawAnswer === "string" && describeReading(typed, notation, t.locale)}</output>`;
  if (field.unit === undefined) return html`<input${attributesOfInput}${aria}>${asRead}`;
  return html`
    <span class="with-unit">
      <input${attributesOfInput}${aria}>
      <span class="unit">${drawWording(t, field.unit)}</span>
    </span>
    ${asRead}
  `;
}
