import type { ScaleField } from "../../../generated/types.ts";
import type { QuestionKind, WrongBound } from "./kind.ts";
import { pointKind } from "./parts/points.ts";

/** A point between two ends. */
export const scale: QuestionKind<ScaleField> = {
  ...pointKind(({ min, max, step = 1 }: ScaleField) => ({ min, max, step })),
  own: { required: true, min: true, max: true, step: true, min_label: true, max_label: true },
  wrongBounds,
  sample: ({ min }) => min,
};

function wrongBounds({ min, max, step = 1 }: ScaleField): readonly WrongBound[] {
  if (min >= max) return [["/max", "bound_scale_order", { min, max }]];
  if ((max - min) % step === 0) return [];
  const last = min + Math.floor((max - min) / step) * step;
  return [["/step", "bound_scale_step", { min, max, last, span: max - min }]];
}
