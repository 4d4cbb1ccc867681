/** Buttons for the points of ratings and scales. */

import { attributes, type Html, html } from "../../../markup/html.ts";
import { focusId, inputs } from "../inputs.ts";
import { type FieldView, rawText } from "../view.ts";
import type { PointField } from "./points.ts";

export function pointRow(
  view: FieldView<PointField>,
  points: readonly number[],
  low: Html | string | undefined,
  high: Html | string | undefined,
): Html {
  const buttons = points.map((point, at) => {
    const end = at === 0 ? low : at === points.length - 1 ? high : undefined;
    return html`<label class="point">${pointInput(view, point, at)}<span>${view.t.number(point)}${end && html`<span class="vh"> ${end}</span>`}</span></label>`;
  });
  const ends =
    (low || high) && html`<div class="ends" aria-hidden="true"><span>${low}</span><span>${high}</span></div>`;
  return html`<div class="points">${buttons}</div>${ends}`;
}

export function pointInput({ field, rawAnswer }: FieldView<PointField>, point: number, at: number): Html {
  const values = attributes({
    type: "radio",
    id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
    name: inputs.answer(field.id),
    value: point,
    checked: rawText(rawAnswer) === String(point),
  });
  return html`<input${values}>`;
}
