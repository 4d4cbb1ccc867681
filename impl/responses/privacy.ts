/** Removes addresses from answers, for readers who may not see them. */
import type { FormStructure } from "../../generated/types.ts";
import { normaliseEmail } from "../accounts/email-address.ts";
import type { Answers, StoredAnswer } from "../forms/answers/answer.ts";

/** The fields whose answers are email addresses. */
export function emailFields({ pages }: FormStructure): ReadonlySet<string> {
  const fields = pages.flatMap((page) => page.fields);
  return new Set(fields.filter(({ type }) => type === "email").map(({ id }) => id));
}

/**
 * The answers for a reader who may not see addresses: without email fields, and without every other answer that
 * equals the respondent's address, such as a hidden field of an invitation.
 * @param email the respondent's, normalised
 */
export function withoutAddresses(
  answers: Answers,
  email: string | null,
  addresses: ReadonlySet<string>,
): Answers {
  const visible = Object.entries(answers).filter(
    ([id, answer]) => !addresses.has(id) && !(email !== null && isAddress(answer, email)),
  );
  return Object.fromEntries(visible);
}

function isAddress(answer: StoredAnswer, email: string): boolean {
  if (typeof answer === "string") return normaliseEmail(answer) === email;
  if (Array.isArray(answer)) return answer.some((item) => isAddress(item, email));
  return typeof answer === "object" && "other" in answer && isAddress(answer.other, email);
}
