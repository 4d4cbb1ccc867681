/**
 * Places of choices with a capacity. A verified response takes its place for good; one that waits for its confirmation holds it
 * for a while, so an address that is never confirmed blocks no place.
 */
import type { Transaction } from "kysely";
import type { FormStructure } from "../../generated/types.ts";
import type { Answers } from "../forms/answers/answer.ts";
import type { Problem } from "../forms/answers/problem.ts";
import { isChosen } from "../forms/choice-totals.ts";
import { isChoiceField, type LimitedChoice, limitedChoices } from "../forms/structure/capacities.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";

/** The time a respondent needs to read the mail, have another one sent, and enter the code. */
const HOLD_MS = 30 * 60_000;

/** That a choice of the answer is full. */
export type FullChoice = Extract<Problem, { readonly code: "choice_full" }>;

/** Id of a field -> ids of its choices whose places are taken. */
export type FullChoices = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The choices of the current structure without a free place.
 * @param excepted a response that does not count: the one that asks
 */
export async function fullChoices(
  queries: Queries,
  formId: string,
  structure: FormStructure,
  now: Date,
  excepted?: string,
): Promise<FullChoices> {
  const limited = limitedChoices(structure);
  const full = new Map<string, Set<string>>();
  if (limited.length === 0) return full;
  const taken = await placesTaken(queries, formId, now, excepted);
  for (const { field, choice, capacity } of limited) {
    if ((taken.get(makeKey(field, choice)) ?? 0) < capacity) continue;
    full.set(field, (full.get(field) ?? new Set()).add(choice));
  }
  return full;
}

function makeKey(field: string, choice: string): string {
  return `${field} ${choice}`;
}

/** Reads as many rows as there are choices with a capacity, and places held at the moment. */
async function placesTaken(
  queries: Queries,
  formId: string,
  now: Date,
  excepted: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const totals = await queries
    .selectFrom("choice_totals")
    .select(["field_id", "choice_id", "chosen as places"])
    .where("form_id", "=", formId)
    .execute();
  const held = await queries
    .selectFrom("choice_holds")
    .select(["field_id", "choice_id", ({ fn }) => fn.countAll<number | string>().as("places")])
    .where("form_id", "=", formId)
    .where("held_until", ">", now.toISOString())
    .where("response_id", "!=", excepted ?? "")
    .groupBy(["field_id", "choice_id"])
    .execute();
  const taken = new Map<string, number>();
  for (const { field_id, choice_id, places } of [...totals, ...held]) {
    const key = makeKey(field_id, choice_id);
    taken.set(key, (taken.get(key) ?? 0) + Number(places));
  }
  return taken;
}

/** Field id -> that a choice of its answer is full. */
export function fullProblems(
  structure: FormStructure,
  answers: Answers,
  full: FullChoices,
): Map<string, FullChoice> {
  const problems = new Map<string, FullChoice>();
  if (full.size === 0) return problems;
  for (const field of structure.pages.flatMap(({ fields }) => fields).filter(isChoiceField)) {
    const choice = field.choices.find(
      ({ id }) => full.get(field.id)?.has(id) && isChosen(answers, field.id, id),
    );
    if (choice) problems.set(field.id, { code: "choice_full", choice: choice.label });
  }
  return problems;
}

/** Whether a required field has no choice left: then the form cannot be sent. */
export function isNothingLeft(structure: FormStructure, full: FullChoices): boolean {
  if (full.size === 0) return false;
  return structure.pages
    .flatMap(({ fields }) => fields)
    .filter(isChoiceField)
    .some(
      ({ id, required, visible_if, allow_other, choices }) =>
        required && !visible_if && !allow_other && choices.every((choice) => full.get(id)?.has(choice.id)),
    );
}

/**
 * Ends the expired holds of a form. While the form is locked, the remaining holds are exact: another node with a late clock
 * cannot revive a hold whose place has been given away.
 */
export async function endExpiredHolds(
  transaction: Transaction<Schema>,
  formId: string,
  now: Date,
): Promise<void> {
  await transaction
    .deleteFrom("choice_holds")
    .where("form_id", "=", formId)
    .where("held_until", "<=", now.toISOString())
    .execute();
}

/** Holds a place of each choice with a capacity that a new response has chosen. The form must be locked, the places free. */
export async function holdPlaces(
  transaction: Transaction<Schema>,
  response: { readonly id: string; readonly formId: string },
  structure: FormStructure,
  answers: Answers,
  now: Date,
): Promise<void> {
  const chosen = filterChosen(limitedChoices(structure), answers);
  if (chosen.length === 0) return;
  const held_until = new Date(now.getTime() + HOLD_MS).toISOString();
  await transaction
    .insertInto("choice_holds")
    .values(
      chosen.map(({ field, choice }) => ({
        response_id: response.id,
        form_id: response.formId,
        field_id: field,
        choice_id: choice,
        held_until,
      })),
    )
    .execute();
}

/**
 * Returns the full choices that prevent the confirmation of a response, because it no longer holds a place in them. The form
 * must be locked. @returns a map from field ids to full choices
 */
export async function lostPlaces(
  transaction: Transaction<Schema>,
  response: { readonly id: string; readonly formId: string },
  structure: FormStructure,
  answers: Answers,
  now: Date,
): Promise<Map<string, FullChoice>> {
  await endExpiredHolds(transaction, response.formId, now);
  const others = await fullChoices(transaction, response.formId, structure, now, response.id);
  if (others.size === 0) return new Map();
  const held = await transaction
    .selectFrom("choice_holds")
    .select(["field_id", "choice_id"])
    .where("response_id", "=", response.id)
    .execute();
  const own = new Set(held.map(({ field_id, choice_id }) => makeKey(field_id, choice_id)));
  const full = new Map(
    [...others].map(
      ([field, choices]) =>
        [field, new Set([...choices].filter((choice) => !own.has(makeKey(field, choice))))] as const,
    ),
  );
  return fullProblems(structure, answers, full);
}

function filterChosen(limited: readonly LimitedChoice[], answers: Answers): LimitedChoice[] {
  return limited.filter(({ field, choice }) => isChosen(answers, field, choice));
}
