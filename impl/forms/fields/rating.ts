import type { RatingField } from "../../../generated/types.ts";
import type { QuestionKind } from "./kind.ts";
import { pointKind } from "./parts/points.ts";

/** Stars. */
export const rating: QuestionKind<RatingField> = {
  ...pointKind(({ max }: RatingField) => ({ min: 1, max, step: 1 })),
  own: { required: true, max: true },
  sample: ({ max }) => max,
};
