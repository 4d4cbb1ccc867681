/** Fields whose answer is one of a row of points: ratings and scales. */
import type { NpsField, RatingField, ScaleField } from "../../../../generated/types.ts";
import { type Html, html } from "../../../platform/html.ts";
import { type Checked, type PlainProblem, problem } from "../../answers/problem.ts";
import { numberTally } from "../../answers/tallies/numbers.ts";
import type { SummaryWording } from "../../answers/tallies/tally.ts";
import type { CheckContext } from "../kind.ts";
import { boxAttributes } from "./box-input.ts";
import { type FilterWording, pointFilter } from "./filters.ts";
import { oneInput } from "./one-input.ts";
import { readNumber } from "./read-number.ts";
import { type FieldView, rawText } from "./view.ts";

export type PointField = RatingField | ScaleField | NpsField;

interface Points {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export function pointKind<Field extends PointField>(pointsOf: (field: Field) => Points) {
  return {
    ...oneInput,
    missing: (): PlainProblem => "required_choice",
    isGroup: (_field: Field) => true,
    check: (field: Field, input: unknown, { pageLanguage }: CheckContext) =>
      point(readNumber(input, { language: pageLanguage }), pointsOf(field)),
    tally: (field: Field, { number }: SummaryWording) => numberTally(listPoints(pointsOf(field)), number),
    filter: (field: Field, wording: FilterWording) => pointFilter(listPoints(pointsOf(field)), wording),
  };
}

/** A number that one of the buttons has. */
function point(answer: number | undefined, { min, max, step }: Points): Checked<number> {
  if (answer === undefined) return undefined;
  const exists = Number.isInteger(answer) && answer >= min && answer <= max && (answer - min) % step === 0;
  return exists ? { answer } : problem("choice");
}

function listPoints({ min, max, step }: Points): readonly number[] {
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step);
}

export function pointRow(
  view: FieldView<PointField>,
  points: readonly number[],
  low: Html | string | undefined,
  high: Html | string | undefined,
): Html {
  const buttons = points.map((point, at) => {
    const end = at === 0 ? low : at === points.length - 1 ? high : undefined;
    return html`
      <label class="point">
        ${pointInput(view, point, at)}
        <span>${view.t.number(point)}${end && html`<span class="vh"> ${end}</span>`}</span>
      </label>
    `;
  });
  const row = html`<div class="points">${buttons}</div>`;
  if (!low && !high) return row;
  return html`<div class="ends"><span aria-hidden="true">${low}</span>${row}<span aria-hidden="true">${high}</span></div>`;
}

export function pointInput({ field, rawAnswer }: FieldView<PointField>, point: number, at: number): Html {
  const checked = rawText(rawAnswer) === String(point);
  return html`<input${boxAttributes(field, at, { type: "radio", value: point, checked })}>`;
}
