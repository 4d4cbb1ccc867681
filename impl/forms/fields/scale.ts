import type { ScaleField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { QuestionKind, WrongBound } from "./kind.ts";
import { focusId, inputs } from "./parts/inputs.ts";
import { pointKind, pointRow } from "./parts/points.ts";
import { type FieldView, rawText } from "./parts/view.ts";
import { drawWording } from "./parts/wordings.ts";

/** A scale with more points has an input for the number in place of buttons. */
const MAX_BUTTONS = 21;

/** A point between two ends. */
export const scale: QuestionKind<ScaleField> = {
  ...pointKind(({ min, max, step = 1 }: ScaleField) => ({ min, max, step })),
  own: { required: true, min: true, max: true, step: true, min_label: true, max_label: true },
  wrongBounds,
  sample: ({ min }) => min,
  isGroup: (field) => scalePoints(field) !== undefined,
  input,
  rules(field, say) {
    if (scalePoints(field) !== undefined) return [];
    const message = say({ code: "choice" });
    return [
      ["integer", message],
      ["range", field.min, field.max, message],
      ["step", field.min, field.step ?? 1, message],
    ];
  },
  script: (field) => (scalePoints(field) === undefined ? "slider" : undefined),
};

function wrongBounds({ min, max, step = 1 }: ScaleField): readonly WrongBound[] {
  if (min >= max) return [["/max", "bound_scale_order", { min, max }]];
  if ((max - min) % step === 0) return [];
  const last = min + Math.floor((max - min) / step) * step;
  return [["/step", "bound_scale_step", { min, max, last, span: max - min }]];
}

function input(view: FieldView<ScaleField>): Html {
  const { field, t } = view;
  const points = scalePoints(field);
  if (points === undefined) return typedPoint(view);
  return pointRow(
    view,
    points,
    field.min_label && drawWording(t, field.min_label),
    field.max_label && drawWording(t, field.max_label),
  );
}

/** The points of a scale that is short enough for buttons; undefined for longer ones. */
function scalePoints({ min, max, step = 1 }: ScaleField): number[] | undefined {
  const count = Math.floor((max - min) / step) + 1;
  return count > MAX_BUTTONS ? undefined : Array.from({ length: count }, (_, at) => min + at * step);
}

function typedPoint({ field, t, rawAnswer, aria }: FieldView<ScaleField>): Html {
  const end = (point: number, label: ScaleField["min_label"]) =>
    label ? html`${t.number(point)}: ${drawWording(t, label)}` : t.number(point);
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
  return html`
    <div class="ends">
      <input${values}${aria}>
      <span>${end(field.min, field.min_label)}</span>
      <span>${end(field.max, field.max_label)}</span>
    </div>
  `;
}
