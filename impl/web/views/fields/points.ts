/** Inputs of ratings and scales. */
import type { NpsField, RatingField, ScaleField } from "../../../../generated/types.ts";
import { focusId, inputs } from "../../../forms/fields/inputs.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { worded } from "../worded.ts";
import { type FieldView, rawText } from "./field-view.ts";

type PointField = RatingField | ScaleField | NpsField;

/** A scale with more points has an input for the number in place of buttons. */
const MAX_BUTTONS = 21;

const STAR = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z"/></svg>`;

export function rating(view: FieldView<RatingField>): Html {
  const stars = Array.from({ length: view.field.max }, (_, at) => {
    const label = view.t.say("stars", { count: at + 1 });
    return html`<label class="star">${pointInput(view, at + 1, at)}${STAR}<span class="vh">${label}</span></label>`;
  });
  return html`<div class="stars">${stars}</div>`;
}

export function scale(view: FieldView<ScaleField>): Html {
  const { field, t } = view;
  const points = pointsOf(field);
  if (points === undefined) return typedPoint(view);
  return pointRow(
    view,
    points,
    field.min_label && worded(t, field.min_label),
    field.max_label && worded(t, field.max_label),
  );
}

export function nps(view: FieldView<NpsField>): Html {
  const points = Array.from({ length: 11 }, (_, point) => point);
  return pointRow(view, points, view.t.say("nps_low"), view.t.say("nps_high"));
}

/** The points of a scale that is short enough for buttons; undefined for longer ones. */
export function pointsOf({ min, max, step = 1 }: ScaleField): number[] | undefined {
  const count = Math.floor((max - min) / step) + 1;
  return count > MAX_BUTTONS ? undefined : Array.from({ length: count }, (_, at) => min + at * step);
}

function pointRow(
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

function pointInput({ field, rawAnswer }: FieldView<PointField>, point: number, at: number): Html {
  const values = attributes({
    type: "radio",
    id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
    name: inputs.answer(field.id),
    value: point,
    checked: rawText(rawAnswer) === String(point),
  });
  return html`<input${values}>`;
}

function typedPoint({ field, t, rawAnswer, aria }: FieldView<ScaleField>): Html {
  const end = (point: number, label: ScaleField["min_label"]) =>
    label ? html`${t.number(point)}: ${worded(t, label)}` : t.number(point);
  const values = attributes({
    type: "text",
    inputmode: field.min < 0 ? "text" : "numeric",
    class: "input number",
    id: focusId(field),
    name: inputs.answer(field.id),
    autocomplete: "off",
    value: rawText(rawAnswer),
    "data-slider": true,
    "data-min": field.min,
    "data-max": field.max,
    "data-step": field.step ?? 1,
    "data-unset": t.say("no_answer_yet"),
  });
  return html`<input${values}${aria}><div class="ends"><span>${end(field.min, field.min_label)}</span><span>${end(field.max, field.max_label)}</span></div>`;
}
