import type { YesNoField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { booleanTally } from "../../answers/tallies/choices.ts";
import type { QuestionKind } from "./kind.ts";
import { missingChoice } from "./parts/choices.ts";
import { oneInput } from "./parts/one-input.ts";

/** Yes or no. */
export const yesNo: QuestionKind<YesNoField> = {
  ...oneInput,
  own: { required: true },
  missing: missingChoice,
  check: checkYesNo,
  sample: () => true,
  tally: (_field, wording) => booleanTally(wording),
};

function checkYesNo(_field: YesNoField, input: unknown): Checked<boolean> {
  if (input === "") return undefined;
  if (input === true || input === "yes") return { answer: true };
  return input === false || input === "no" ? { answer: false } : problem("choice");
}
