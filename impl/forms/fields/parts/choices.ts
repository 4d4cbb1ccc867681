/** Fields in which some of the choices are chosen. */

import { limits } from "../../../../generated/limits.ts";
import type {
  Choice,
  ChoiceField,
  MultipleChoiceField,
  OtherAnswer,
  SelectableChoice,
} from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { cleanText } from "../../../platform/clean-text.ts";
import type { SentenceKey } from "../../../texts/sentences/sentence.ts";
import { type Checked, type PlainProblem, type Problem, problem } from "../../answers/problem.ts";
import { choiceTally } from "../../answers/tallies/choices.ts";
import { labelIn } from "../../answers/tallies/tally.ts";
import type { ClientRule } from "../client/client-rule.ts";
import type { InputLimits, QuestionKind, WrongBound } from "../kind.ts";
import { choiceFilter } from "./filters.ts";
import { inputs, OTHER } from "./inputs.ts";
import { idsIf, TEXT } from "./one-input.ts";

export type Chosen = string | OtherAnswer;

/** The common part of kinds with one choice. */
export const choiceKind: Omit<QuestionKind<ChoiceField>, "input"> = {
  own: { placeholder: true, required: true, choices: true, allow_other: true, shuffle: true },
  missing: missingChoice,
  check: (field, input) => (input === "" ? undefined : choose(field, input)),
  sample: ({ choices }) => choices[0]?.id,
  tally: ({ choices }, wording) => choiceTally(choices, false, labelIn(wording)),
  filter: choiceFilter,
  read({ id }, values) {
    const [answer = null, other = ""] = [values.get(inputs.answer(id)), values.get(inputs.other(id))];
    // Without scripts, a text typed beside the choices counts even if "other" is not selected.
    const isOther = answer === OTHER || (answer === null && other.trim() !== "");
    return isOther ? { other } : answer;
  },
  rules: ({ allow_other }, say) => (allow_other ? otherRules(say) : []),
  accepts: acceptsChoice,
};

/** Returns the checks of the text beside the choices, for browsers. */
export function otherRules(say: (problem: Problem) => string): readonly ClientRule[] {
  const count = limits.answer_length.max;
  return [
    ["other", 1, null, say({ code: "other" })],
    ["other", null, count, say({ code: "max_length", count })],
  ];
}

export function missingChoice(): PlainProblem {
  return "required_choice";
}

export function acceptsChoice(
  { id, choices }: ChoiceField | MultipleChoiceField,
  name: string,
): InputLimits | undefined {
  if (name === inputs.other(id)) return TEXT;
  return idsIf(name === inputs.answer(id), choices.length + 2);
}

/** The choices with a property that the type of their field does not take. */
export function wrongProperties(
  choices: readonly SelectableChoice[],
  property: keyof SelectableChoice,
  key: SentenceKey,
): readonly WrongBound[] {
  return choices.flatMap((choice): WrongBound[] =>
    choice[property] === undefined ? [] : [["/choices", key, { choice: choice.id }]],
  );
}

const idsOfChoices = new WeakMap<readonly Choice[], ReadonlySet<string>>();

/** The ids of the choices of a field. All of them may be chosen, so each is found at once. */
export function choiceIds({ choices }: { readonly choices: readonly Choice[] }): ReadonlySet<string> {
  return getCached(idsOfChoices, choices, () => new Set(choices.map(({ id }) => id)));
}

/** One of the choices, or a free text if the field allows it. */
export function choose(field: ChoiceField | MultipleChoiceField, input: unknown): Checked<Chosen> {
  if (typeof input === "string" && choiceIds(field).has(input)) return { answer: input };
  const other = field.allow_other ? readOther(input) : undefined;
  if (other === undefined) return problem("choice");
  if (other === "") return problem("other");
  if ([...other].length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer: { other } };
}

function readOther(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("other" in input)) return undefined;
  return typeof input.other === "string" ? cleanText(input.other, "one") : undefined;
}
