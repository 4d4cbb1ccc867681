import type { ConsentField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { booleanTally } from "../../answers/tallies/choices.ts";
import { inputs } from "./inputs.ts";
import type { QuestionKind } from "./kind.ts";
import { oneInput } from "./parts/one-input.ts";

/** A statement to agree to. */
export const consent: QuestionKind<ConsentField> = {
  ...oneInput,
  own: { required: true, statement: true, link: true },
  missing: () => "required_consent",
  untouched: false,
  check: checkConsent,
  sample: () => true,
  tally: (_field, wording) => booleanTally(wording),
  read: ({ id }, values) => values.get(inputs.answer(id)) === "yes",
};

/** An unticked box is an answer, too, unless the field is required. */
function checkConsent(field: ConsentField, input: unknown): Checked<boolean> {
  const answer = input === true || input === "yes";
  return field.required && !answer ? problem("required_consent") : { answer };
}
