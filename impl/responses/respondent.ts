/** Finds the address of the respondent: its field, and its value. */
import type { EmailField, FormStructure } from "../../generated/types.ts";
import { normaliseEmail } from "../accounts/email-address.ts";
import type { Answers, RawAnswers } from "../forms/answers/answer.ts";
import { answerTo } from "../forms/answers/condition.ts";
import type { Problem } from "../forms/answers/problem.ts";
import { isRetired } from "../forms/structure/is-retired.ts";

/** The id of the respondent's address among the answers, if the form has no field for it. No field has this id. */
export const ADDRESS = "+address";

/**
 * The field whose answer is the respondent's own address: the only email field of the form, if it is required and
 * always shown. Without such a field the last page asks for the address.
 */
export function addressField(structure: FormStructure): EmailField | undefined {
  const fields = structure.pages
    .flatMap((page) => page.fields)
    .filter((field) => field.type === "email")
    .filter((field) => !isRetired(field));
  const [only] = fields;
  return fields.length === 1 && only?.required && !only.visible_if ? only : undefined;
}

/** @param answers checked, so that the address field has been answered */
export function respondentAddress(
  structure: FormStructure,
  rawAnswers: RawAnswers,
  answers: Answers,
): { readonly email: string } | { readonly problem: Problem } {
  const field = addressField(structure);
  const typed = String((field ? answerTo(answers, field.id) : rawAnswers[ADDRESS]) ?? "");
  if (typed.trim() === "") return { problem: { code: "required" } };
  const email = normaliseEmail(typed);
  return email === undefined ? { problem: { code: "email" } } : { email };
}
