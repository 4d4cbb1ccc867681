import type { MultipleChoiceField } from "../../../generated/types.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { choiceTally } from "../answers/tallies/choices.ts";
import { labelIn } from "../answers/tallies/tally.ts";
import type { QuestionKind, WrongBound } from "./kind.ts";
import { choiceCards } from "./parts/choice-cards.ts";
import { acceptsChoice, type Chosen, choose, missingChoice, otherRules } from "./parts/choices.ts";
import { choiceFilter } from "./parts/filters.ts";
import { inputs, OTHER } from "./parts/inputs.ts";
import { boundRule, checkOrder } from "./parts/one-input.ts";

/** Some of several choices. */
export const multipleChoice: QuestionKind<MultipleChoiceField> = {
  own: { required: true, choices: true, allow_other: true, shuffle: true, validation: true },
  wrongBounds,
  missing: missingChoice,
  check: checkMultipleChoice,
  sample: ({ choices, validation }) => choices.slice(0, validation?.min_selections ?? 1).map(({ id }) => id),
  tally: ({ choices }, wording) => choiceTally(choices, true, labelIn(wording)),
  filter: choiceFilter,
  isGroup: () => true,
  hints({ field: { choices, validation = {} }, t }) {
    const { min_selections: min = 1, max_selections: max = choices.length } = validation;
    return [
      ...(min > 1 ? [t.say("min_selections", { count: min })] : []),
      ...(max < choices.length ? [t.say("max_selections", { count: max })] : []),
    ];
  },
  input: choiceCards,
  rules: ({ allow_other, validation: { min_selections: min, max_selections: max } = {} }, say) => [
    ...(allow_other ? otherRules(say) : []),
    ...boundRule(min, (count) => ["chosen", count, null, say({ code: "min_selections", count })]),
    ...boundRule(max, (count) => ["chosen", null, count, say({ code: "max_selections", count })]),
  ],
  read: ({ id }, values) =>
    values
      .all(inputs.answer(id))
      .map((choice) => (choice === OTHER ? { other: values.get(inputs.other(id)) ?? "" } : choice)),
  accepts: acceptsChoice,
};

function wrongBounds({ choices, allow_other, validation = {} }: MultipleChoiceField): readonly WrongBound[] {
  const { min_selections, max_selections } = validation;
  const wrong = checkOrder("min_selections", min_selections, max_selections);
  const offered = choices.length + (allow_other ? 1 : 0);
  if (wrong.length > 0 || min_selections === undefined || min_selections <= offered) return wrong;
  return [["/validation/min_selections", "bound_selections", { wanted: min_selections, offered }]];
}

function checkMultipleChoice(field: MultipleChoiceField, input: unknown): Checked<Chosen[]> {
  if (!Array.isArray(input)) return problem("choice");
  const chosen: Chosen[] = [];
  for (const one of new Set(input)) {
    const checked = choose(field, one);
    if (checked === undefined || "problem" in checked) return checked;
    chosen.push(checked.answer);
  }
  if (chosen.length === 0) return undefined;
  if (chosen.filter((one) => typeof one === "object").length > 1) return problem("choice");
  const { min_selections: min, max_selections: max } = field.validation ?? {};
  if (min !== undefined && chosen.length < min) return { problem: { code: "min_selections", count: min } };
  if (max !== undefined && chosen.length > max) return { problem: { code: "max_selections", count: max } };
  return { answer: chosen };
}
