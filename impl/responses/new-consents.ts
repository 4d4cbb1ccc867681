/** Consents that a form asks for now and did not ask for in the version that a respondent opened. */
import type { ConsentField, FormStructure } from "../../generated/types.ts";
import type { RawAnswers } from "../forms/answers/answer.ts";
import type { CheckedAnswers } from "../forms/check-answers.ts";
import { isRetired } from "../forms/structure/retirement.ts";

/**
 * The required consents of the current version that the opened version had not, or had with another statement or link. A respondent
 * finishes a form in the version that they opened; only for a consent that would be skipped, they go on in the current one.
 */
export function newConsents(opened: FormStructure, current: FormStructure): ConsentField[] {
  if (opened === current) return [];
  const known = new Map(listConsents(opened).map((field) => [field.id, field]));
  return listConsents(current).filter((field) => field.required && !isSame(known.get(field.id), field));
}

function listConsents({ pages }: FormStructure): ConsentField[] {
  const consents = pages.flatMap(({ fields }) => fields).filter((field) => field.type === "consent");
  return consents.filter((field) => !isRetired(field));
}

/** Compares two consents. An added translation is no change for readers of another language. */
function isSame(before: ConsentField | undefined, after: ConsentField): boolean {
  if (before === undefined || !before.required || before.link !== after.link) return false;
  return Object.entries(before.statement).every(
    ([language, text]) => after.statement[language as keyof typeof after.statement] === text,
  );
}

/** The answers without a tick that was set under another statement. */
export function withoutTicks(rawAnswers: RawAnswers, consents: readonly ConsentField[]): RawAnswers {
  const ids = new Set(consents.map(({ id }) => id));
  return Object.fromEntries(Object.entries(rawAnswers).filter(([id]) => !ids.has(id)));
}

/** Returns the consents that the answers show. */
export function shownConsents(
  consents: readonly ConsentField[],
  { visible }: CheckedAnswers,
): ConsentField[] {
  return consents.filter(({ id }) => visible.has(id));
}
