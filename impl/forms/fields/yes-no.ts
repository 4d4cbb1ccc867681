import type { YesNoField } from "../../../generated/types.ts";
import { type Html, html } from "../../platform/html.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { booleanTally } from "../answers/tallies/choices.ts";
import type { QuestionKind } from "./kind.ts";
import { boxAttributes } from "./parts/box-input.ts";
import { missingChoice } from "./parts/choices.ts";
import { booleanFilter } from "./parts/filters.ts";
import { oneInput } from "./parts/one-input.ts";
import type { FieldView } from "./parts/view.ts";

/** Yes or no. */
export const yesNo: QuestionKind<YesNoField> = {
  ...oneInput,
  own: { required: true },
  missing: missingChoice,
  check: checkYesNo,
  sample: () => true,
  tally: (_field, wording) => booleanTally(wording),
  filter: (_field, wording) => booleanFilter(wording),
  isGroup: () => true,
  input,
};

function checkYesNo(_field: YesNoField, input: unknown): Checked<boolean> {
  if (input === "") return undefined;
  if (input === true || input === "yes") return { answer: true };
  return input === false || input === "no" ? { answer: false } : problem("choice");
}

function input({ field, t, rawAnswer }: FieldView<YesNoField>): Html {
  const answers = [
    ["yes", t.say("yes")],
    ["no", t.say("no")],
  ] as const;
  const cards = answers.map(([value, label], at) => {
    const checked = rawAnswer === value || rawAnswer === (value === "yes");
    const values = boxAttributes(field, at, { type: "radio", value, checked });
    return html`<label class="card"><input${values}><span>${label}</span></label>`;
  });
  return html`<div class="cards pair">${cards}</div>`;
}
