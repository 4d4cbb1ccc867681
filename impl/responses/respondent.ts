/** Finds the address of the respondent. */
import type { FormStructure } from "../../generated/types.ts";
import { normaliseEmail } from "../accounts/email-address.ts";
import type { Answers, RawAnswers } from "../forms/answers/answer.ts";
import { answerTo } from "../forms/answers/condition.ts";
import type { Problem } from "../forms/answers/problem.ts";
import { addressField } from "../forms/structure/offered-form.ts";

/** The id of the respondent's address among the answers, if the form has no field for it. No field has this id. */
export const ADDRESS = "+address";

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
