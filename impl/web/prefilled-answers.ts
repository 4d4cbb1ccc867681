/** Reads links that prefill answers by the ids of fields: `?name=Ada&day=mon&day=tue`. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import type { AnswerField, RawAnswers } from "../forms/answers/answer.ts";
import { takesAnswer } from "../forms/fields/client/client-kinds.ts";
import { questionKind } from "../forms/fields/kinds.ts";
import { inputs } from "../forms/fields/parts/inputs.ts";

/** The maximum length of a link. Longer links prefill nothing: mail programs break them, and every page of the form repeats them. */
const MAX_LENGTH = 4_000;
/** Parameters of every form's address, which cannot prefill answers. */
const RESERVED = ["lang", "embed", "steps"];

export function isTooLong(url: string): boolean {
  return new URL(url).search.length > MAX_LENGTH;
}

/** Returns the parameters that may prefill answers. */
export function prefillingParameters(url: string): URLSearchParams {
  const all = isTooLong(url) ? [] : [...new URL(url).searchParams];
  return new URLSearchParams(all.filter(([name, value]) => value !== "" && !RESERVED.includes(name)));
}

/** Returns whether a link can prefill the field: it has one input and is not a consent, which only the respondent can give. */
export function isPrefillable(field: FormField): field is AnswerField {
  const isOpen = takesAnswer(field) && field.type !== "consent" && !RESERVED.includes(field.id);
  return isOpen && questionKind(field).accepts(field, inputs.answer(field.id)) !== undefined;
}

/** Returns the unchecked answers, with the values of hidden fields. */
export function readPrefilledAnswers(
  { pages, hidden_fields = [] }: FormStructure,
  parameters: URLSearchParams,
): RawAnswers {
  const given: Record<string, unknown> = {};
  if (parameters.size === 0) return given;
  for (const { id } of hidden_fields) if (parameters.has(id)) given[id] = parameters.get(id);
  for (const field of pages.flatMap((page) => page.fields)) {
    if (!parameters.has(field.id) || !isPrefillable(field)) continue;
    const all = (name: string) => (name === inputs.answer(field.id) ? parameters.getAll(field.id) : []);
    given[field.id] = questionKind(field).read(field, { get: (name) => all(name)[0], all });
  }
  return given;
}
