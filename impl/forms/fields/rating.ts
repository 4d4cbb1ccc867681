import type { RatingField } from "../../../generated/types.ts";
import { type Html, html } from "../../platform/html.ts";
import type { QuestionKind } from "./kind.ts";
import { pointInput, pointKind } from "./parts/points.ts";
import type { FieldView } from "./parts/view.ts";

/** Stars. */
export const rating: QuestionKind<RatingField> = {
  ...pointKind(({ max }: RatingField) => ({ min: 1, max, step: 1 })),
  own: { required: true, max: true },
  sample: ({ max }) => max,
  input,
};

const STAR = html`
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z"/>
  </svg>
`;

function input(view: FieldView<RatingField>): Html {
  const stars = Array.from({ length: view.field.max }, (_, at) => {
    const label = view.t.say("stars", { count: at + 1 });
    return html`<label class="star">${pointInput(view, at + 1, at)}${STAR}<span class="vh">${label}</span></label>`;
  });
  return html`<div class="stars">${stars}</div>`;
}
