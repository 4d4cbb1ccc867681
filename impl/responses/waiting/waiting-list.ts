/** Waiting lists: a form that takes no answers now, or has a full choice, can offer to tell people once when that changes. */
import type { LocalizedText } from "../../../generated/types.ts";
import { findForm, findFormFor, findWritableForm } from "../../forms/access.ts";
import { type Form, loadStructure, lockForm } from "../../forms/forms.ts";
import { removeJob } from "../../platform/jobs/jobs.ts";
import { inBatches } from "../../platform/storage/in-batches.ts";
import { removeRows } from "../../platform/storage/remove-rows.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import type { Availability } from "../availability.ts";
import { findChoice } from "./free-places.ts";

/** People on one list who have confirmed their address. */
export const MAX_WAITING = 5_000;
/** Addresses on one page. */
export const WAITING_PAGE = 25;

/** From these states a form can go back to taking answers. An upcoming form says itself when it opens. */
const OFFERED_IN: ReadonlySet<Availability> = new Set(["full", "closed", "paused"]);

/** Whether a form offers its list. Behind a password it tells visitors nothing of itself. */
export function offersWaiting(
  { password_hash }: Pick<Form, "password_hash">,
  isOn: boolean,
  state: Availability,
): boolean {
  return isOn && password_hash === null && OFFERED_IN.has(state);
}

/** Whether a form that takes answers offers to wait for its full choices. */
export function offersWaitingForChoices(
  { password_hash }: Pick<Form, "password_hash">,
  isOn: boolean,
  state: Availability,
): boolean {
  return isOn && password_hash === null && state === "open";
}

export async function hasWaitingList(queries: Queries, formId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("waiting_lists")
    .select("is_on")
    .where("form_id", "=", formId)
    .executeTakeFirst();
  return row?.is_on === 1;
}

/** Turns the offer on or off. People who are on the list stay on it. @throws Refusal not_found, forbidden, subscription_inactive */
export async function setWaitingList(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  isOn: boolean,
): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    await findWritableForm(transaction, accountId, formId, "edit", clock());
    await lockForm(transaction, formId);
    await transaction
      .insertInto("waiting_lists")
      .values({ form_id: formId, is_on: Number(isOn) })
      .onConflict((conflict) => conflict.column("form_id").doUpdateSet({ is_on: Number(isOn) }))
      .execute();
  });
}

/** A person who has confirmed their address. */
export interface WaitingPerson {
  readonly email: string;
  readonly confirmed_at: string;
  /** The choice whose place they wait for; undefined: they wait for the form, or the choice is gone. */
  readonly choice: LocalizedText | undefined;
}

/** A list as accounts with access to the form see it. */
export interface WaitingList {
  readonly isOn: boolean;
  /** The number of people who have confirmed their address. */
  readonly count: number;
}

/** @throws Refusal not_found */
export async function readWaitingList(
  queries: Queries,
  accountId: string,
  formId: string,
): Promise<WaitingList> {
  await findForm(queries, accountId, formId);
  return { isOn: await hasWaitingList(queries, formId), count: await countWaiting(queries, formId) };
}

/**
 * Lists some of the people of a list, in its order.
 * @param skip the number of people before them
 * @throws Refusal not_found
 */
export async function listWaiting(
  queries: Queries,
  accountId: string,
  formId: string,
  skip = 0,
): Promise<readonly WaitingPerson[]> {
  const structure = await loadStructure(queries, await findForm(queries, accountId, formId));
  const people = await queries
    .selectFrom("waiting_people")
    .select(["email", "confirmed_at", "field_id", "choice_id"])
    .where("form_id", "=", formId)
    .where("confirmed_at", "is not", null)
    .orderBy("confirmed_at")
    .orderBy("id")
    .limit(WAITING_PAGE)
    .offset(skip)
    .$narrowType<{ confirmed_at: string }>()
    .execute();
  return people.map(({ email, confirmed_at, ...list }) => ({
    email,
    confirmed_at,
    choice: findChoice(structure, list)?.label,
  }));
}

export async function countWaiting(queries: Queries, formId: string): Promise<number> {
  const { people } = await queries
    .selectFrom("waiting_people")
    .select(({ fn }) => fn.countAll<number | string>().as("people"))
    .where("form_id", "=", formId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(people);
}

/**
 * Deletes all people of a list, those who have not confirmed as well. It needs no active subscription: data of
 * other people can always be deleted. @throws Refusal not_found, forbidden
 */
export async function clearWaitingList(
  { db }: Pick<Storage, "db">,
  accountId: string,
  formId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, accountId, formId, "edit");
    // A worker that tells some of them at this moment loses its job, so it does not delete the same rows.
    await removeJob(transaction, "waiting_list", formId);
  });
  await removeWaiting(db, formId);
}

/** Deletes all people of a list, a few at a time. */
export async function removeWaiting(queries: Queries, formId: string): Promise<void> {
  const rows = { table: "waiting_people", owner: "form_id", keys: ["id"] } as const;
  await inBatches((limit) => removeRows(queries, rows, formId, limit));
}
