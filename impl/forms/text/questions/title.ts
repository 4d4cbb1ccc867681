/** Decides whether the first line of a form text is its title. */
import type { ProblemCode } from "../marks/problem.ts";
import { oneOf, type Words } from "../words.ts";
import { asks, type QuestionText } from "./question-text.ts";

/** Labels that ask something of a person; "Feedback" and "Date" are titles, too. */
const isOfPerson = oneOf("labels.short_text", "labels.email", "labels.phone", "labels.number");

/** Problems of a question that a title does not have: "Tea, coffee or juice", "Winter 2026-2027". */
const MAY_BE_TITLE: ReadonlySet<ProblemCode> = new Set(["or_unclear", "commas_unclear", "details_outside"]);

/** The first line is the title, unless it is itself a question. */
export function isTitle(question: QuestionText, words: Words): boolean {
  const { label, isQuoted, hasStar, hasBlank, hasBareDetails, details, choices } = question;
  const isDetailed = details.length > 0 && !hasBareDetails;
  if (isQuoted || hasStar || hasBlank || isDetailed || choices.length > 0) return false;
  if (!question.problems.every(({ code }) => MAY_BE_TITLE.has(code))) return false;
  return !asks(label) && words.whole(label, isOfPerson) === undefined;
}
