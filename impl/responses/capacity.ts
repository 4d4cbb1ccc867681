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

/** Id of a field -> ids of its choices with a capacity -> the number of places that are left; 0: the choice is full. */
export type PlacesLeft = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Counts the free places of the current structure.
 * @param excepted a response that does not count: the one that asks
 */
export async function placesLeft(
  queries: Queries,
  formId: string,
  structure: FormStructure,
  now: Date,
  excepted?: string,
): Promise<PlacesLeft> {
  if (limitedChoices(structure).length === 0) return new Map();
  return subtractPlaces(structure, await placesTaken(queries, formId, now, excepted));
}

/** The places of a form that nobody has answered. */
export function allPlaces(structure: FormStructure): PlacesLeft {
  return subtractPlaces(structure, new Map());
}

function subtractPlaces(structure: FormStructure, taken: ReadonlyMap<string, number>): PlacesLeft {
  const left = new Map<string, Map<string, number>>();
  for (const { field, choice, capacity } of limitedChoices(structure)) {
    // An owner can lower a capacity below the places that are taken.
    const places = Math.max(0, capacity - (taken.get(makeKey(field, choice)) ?? 0));
    left.set(field, (left.get(field) ?? new Map()).set(choice, places));
  }
  return left;
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
  left: PlacesLeft,
): Map<string, FullChoice> {
  const problems = new Map<string, FullChoice>();
  if (left.size === 0) return problems;
  for (const field of structure.pages.flatMap(({ fields }) => fields).filter(isChoiceField)) {
    const choice = field.choices.find(
      ({ id }) => left.get(field.id)?.get(id) === 0 && isChosen(answers, field.id, id),
    );
    if (choice) problems.set(field.id, { code: "choice_full", choice: choice.label });
  }
  return problems;
}

/** Whether a required field has no choice left: then the form cannot be sent. */
export function isNothingLeft(structure: FormStructure, left: PlacesLeft): boolean {
  if (left.size === 0) return false;
  return structure.pages
    .flatMap(({ fields }) => fields)
    .filter(isChoiceField)
    .some(
      ({ id, required, visible_if, allow_other, choices }) =>
        required &&
        !visible_if &&
        !allow_other &&
        choices.every((choice) => left.get(id)?.get(choice.id) === 0),
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
 * Returns the seconds for which the places of a response are still held; 0: others may take them. Undefined: it has chosen
 * nothing with a capacity.
 */
export async function holdSeconds(
  queries: Queries,
  response: { readonly id: string },
  structure: FormStructure,
  answers: Answers,
  now: Date,
): Promise<number | undefined> {
  if (filterChosen(limitedChoices(structure), answers).length === 0) return undefined;
  const { until } = await queries
    .selectFrom("choice_holds")
    .select(({ fn }) => fn.min("held_until").as("until"))
    .where("response_id", "=", response.id)
    .executeTakeFirstOrThrow();
  const left = until === null ? 0 : Date.parse(until) - now.getTime();
  return Math.max(0, Math.round(left / 1000));
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
  const others = await placesLeft(transaction, response.formId, structure, now, response.id);
  if (others.size === 0) return new Map();
  const held = await transaction
    .selectFrom("choice_holds")
    .select(["field_id", "choice_id"])
    .where("response_id", "=", response.id)
    .execute();
  const own = new Set(held.map(({ field_id, choice_id }) => makeKey(field_id, choice_id)));
  const lost = new Map(
    [...others].map(
      ([field, choices]) =>
        [field, new Map([...choices].filter(([choice]) => !own.has(makeKey(field, choice))))] as const,
    ),
  );
  return fullProblems(structure, answers, lost);
}

function filterChosen(limited: readonly LimitedChoice[], answers: Answers): LimitedChoice[] {
  return limited.filter(({ field, choice }) => isChosen(answers, field, choice));
}
