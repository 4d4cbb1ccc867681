/** Accounts: finding, creating and changing them, and the normal form of email addresses. */
import type { Insertable, Selectable, Transaction } from "kysely";
import { newId } from "../platform/ids.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { timeZone } from "../texts/time-zone.ts";
import { type PlanName, TRIAL_DAYS } from "./plans/plans.ts";

export type Account = Readonly<Selectable<Schema["accounts"]>>;

/** @param email normalised */
export async function findAccount(queries: Queries, email: string): Promise<Account | undefined> {
  return queries.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Reads an account. @throws Error if it does not exist: ids come from our own tokens, so that would be a bug */
export async function accountById(queries: Queries, id: string): Promise<Account> {
  return queries.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/**
 * Creates the account if the address has none; an existing account keeps its plan and trial.
 * @param email normalised
 */
export async function ensureAccount(
  queries: Queries,
  email: string,
  plan: PlanName,
  now: Date,
): Promise<Account> {
  const account = newAccount(email, plan, now);
  await queries
    .insertInto("accounts")
    .values(account)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  return queries.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

function newAccount(email: string, plan: PlanName, now: Date): Insertable<Schema["accounts"]> {
  const isTrial = plan === "trial";
  return {
    id: newId("acc"),
    email,
    plan,
    subscription: isTrial ? "trial" : "active",
    plan_started_at: now.toISOString(),
    trial_ends_at: isTrial ? new Date(now.getTime() + TRIAL_DAYS * 86_400_000).toISOString() : null,
    created_at: now.toISOString(),
  };
}

/** Keeps the time zone of a browser that signs in, if the account has none yet. @param name as the browser sent it */
export async function keepTimeZone(queries: Queries, account: Account, name: string): Promise<void> {
  const zone = account.time_zone === null ? timeZone(name) : undefined;
  if (zone === undefined) return;
  await queries
    .updateTable("accounts")
    .set({ time_zone: zone })
    .where("id", "=", account.id)
    .where("time_zone", "is", null)
    .execute();
}

/** The trial ends this many days from now, also one that has ended. @returns when; undefined: the account has a plan */
export async function prolongTrial(
  queries: Queries,
  account: Account,
  days: number,
  now: Date,
): Promise<string | undefined> {
  if (account.plan !== "trial") return undefined;
  const trial_ends_at = new Date(now.getTime() + days * 86_400_000).toISOString();
  await queries
    .updateTable("accounts")
    .set({ subscription: "trial", trial_ends_at })
    .where("id", "=", account.id)
    .where("plan", "=", "trial")
    .execute();
  return trial_ends_at;
}

/** @param email normalised, and proven by its owner. @returns false: another account has it */
export async function changeEmail(
  transaction: Transaction<Schema>,
  accountId: string,
  email: string,
): Promise<boolean> {
  if ((await findAccount(transaction, email)) !== undefined) return false;
  await transaction.updateTable("accounts").set({ email }).where("id", "=", accountId).execute();
  return true;
}

/** Its owner has used a link that was mailed to its address. */
export async function confirmEmail(queries: Queries, accountId: string): Promise<void> {
  await queries
    .updateTable("accounts")
    .set({ email_confirmed: 1 })
    .where("id", "=", accountId)
    .where("email_confirmed", "=", 0)
    .execute();
}
