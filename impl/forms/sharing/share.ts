/** Shares a form or a folder with another account. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { limits } from "../../../generated/limits.ts";
import type { SharePermission } from "../../../generated/types.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { requireBudget } from "../../accounts/plans/budgets.ts";
import { invalidInput } from "../../platform/failures/invalid-input.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { findWritableForm } from "../access.ts";
import { recordChange } from "../directory/changes.ts";
import { lockForm } from "../forms.ts";
import { invite } from "./invitations.ts";
import { addShareMail } from "./share-mails.ts";

export interface Shared {
  /** The normalised address; an invalid one in lower case. */
  readonly email: string;
  readonly permission: SharePermission;
  readonly result: "granted" | "updated" | "unchanged";
}

export interface NewShare {
  readonly email: string;
  readonly permission: SharePermission;
}

type Parts = Pick<Stores, "storage" | "clock">;

const DAY_MS = 86_400_000;

/** A form or a folder that is shared, in the transaction that does so. */
export interface Shareable {
  readonly what: "form" | "folder";
  readonly id: string;
  readonly owner_id: string;
  /** Locks it while an account is added: a concurrent rename records a change for each account with access. */
  lock(): Promise<unknown>;
  /** Gives an account access, or changes its permission. */
  grant(target: NewMember): Promise<Shared["result"]>;
  /** Invites an address without an account, or again with another permission. */
  invite(newShare: NewShare): Promise<void>;
}

/** The account that gets access. */
export interface NewMember {
  readonly accountId: string;
  readonly permission: SharePermission;
}

/** Finds what is shared. @throws Refusal if the account may not share it */
export type FindShareable = (transaction: Transaction<Schema>, now: Date) => Promise<Shareable>;

/**
 * Gives an account access to a form, or changes its permission. The service reveals `share_refusals` times a day that
 * an address has no account. After that it refuses every address, so a caller cannot test many of them.
 * @throws Refusal not_found, forbidden, subscription_inactive, quota_exceeded, share_target_not_admin, invalid_input
 */
export async function shareForm(
  parts: Parts,
  accountId: string,
  formId: string,
  newShare: NewShare,
): Promise<Shared> {
  return shareWithAccount(parts, accountId, findForm(accountId, formId), newShare);
}

/**
 * Shares a form, or invites an address without an account: the share begins when it has one. An invitation reveals as much as a
 * refusal, so it counts as one. @param email normalised @throws Refusal not_found, forbidden, subscription_inactive,
 * quota_exceeded, invalid_input
 */
export async function shareOrInvite(
  parts: Parts,
  accountId: string,
  formId: string,
  newShare: NewShare,
): Promise<{ readonly result: Shared["result"] | "invited" }> {
  return shareOrInviteTo(parts, accountId, findForm(accountId, formId), newShare);
}

function findForm(accountId: string, formId: string): FindShareable {
  return async (transaction, now) => {
    const { owner_id } = await findWritableForm(transaction, accountId, formId, "admin", now);
    return {
      what: "form",
      id: formId,
      owner_id,
      lock: () => lockForm(transaction, formId),
      grant: (target) => grantForm(transaction, formId, target, now),
      invite: (newShare) => invite(transaction, formId, newShare, now),
    };
  };
}

/** Does the same as `shareForm` for a form or a folder. */
export async function shareWithAccount(
  parts: Parts,
  accountId: string,
  find: FindShareable,
  { email: address, permission }: NewShare,
): Promise<Shared> {
  // An invalid address counts like one without an account.
  const email = normaliseEmail(address) ?? address.toLowerCase();
  const result = await share(parts, accountId, find, { email, permission }, async () => "refused" as const);
  if (result === "refused") throw notAdmin(email);
  return { email, permission, result };
}

/** Does the same as `shareOrInvite` for a form or a folder. */
export async function shareOrInviteTo(
  parts: Parts,
  accountId: string,
  find: FindShareable,
  newShare: NewShare,
): Promise<{ readonly result: Shared["result"] | "invited" }> {
  const { budgets } = parts.storage;
  const result = await share(parts, accountId, find, newShare, async (transaction, shareable, now) => {
    await shareable.invite(newShare);
    await requireBudget(transaction, budgets, shareable.owner_id, ["shares"], now);
    return "invited" as const;
  });
  return { result };
}

/**
 * Grants the access if the address has an account.
 * @param onUnknownAddress called in the transaction if the address has no account; `share` returns its result
 */
async function share<Outcome>(
  { storage, clock }: Parts,
  accountId: string,
  find: FindShareable,
  { email, permission }: NewShare,
  onUnknownAddress: (transaction: Transaction<Schema>, shareable: Shareable, now: Date) => Promise<Outcome>,
): Promise<Shared["result"] | Outcome> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    const shareable = await find(transaction, now);
    const day = now.toISOString().slice(0, 10);
    await requireRefusalsLeft(transaction, accountId, day);
    const target = await findAccount(transaction, email);
    if (target === undefined) {
      await countRefusal(transaction, accountId, day);
      return onUnknownAddress(transaction, shareable, now);
    }
    requireOther(shareable, accountId, target.id);
    await shareable.lock();
    const result = await shareable.grant({ accountId: target.id, permission });
    if (result !== "granted") return result;
    await requireBudget(transaction, storage.budgets, shareable.owner_id, ["shares"], now);
    await addShareMail(transaction, { sharedId: shareable.id, accountId: target.id }, now);
    return result;
  });
}

async function requireRefusalsLeft(queries: Queries, accountId: string, day: string): Promise<void> {
  const row = await queries
    .selectFrom("share_refusals")
    .select("refusals")
    .where("account_id", "=", accountId)
    .where("day", "=", day)
    .executeTakeFirst();
  if ((row?.refusals ?? 0) >= limits.share_refusals.max) throw tooManyRefusals(day);
}

/** Counts a refusal. The call is refused, but its transaction must commit, so that the count is stored. */
async function countRefusal(queries: Queries, accountId: string, day: string): Promise<void> {
  const { refusals } = await queries
    .insertInto("share_refusals")
    .values({ account_id: accountId, day, refusals: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "day"])
        .doUpdateSet(({ eb }) => ({ refusals: eb("share_refusals.refusals", "+", 1) })),
    )
    .returning("refusals")
    .executeTakeFirstOrThrow();
  // Concurrent calls may have added to the count since `requireRefusalsLeft`.
  if (refusals > limits.share_refusals.max) throw tooManyRefusals(day);
  await queries
    .deleteFrom("share_refusals")
    .where("account_id", "=", accountId)
    .where("day", "<", day)
    .execute();
}

function tooManyRefusals(day: string): Refusal {
  const limit = limits.share_refusals.max;
  const resets_at = new Date(Date.parse(day) + DAY_MS).toISOString();
  return new Refusal(
    "quota_exceeded",
    `${limit} addresses without an account were tried today, so nothing more can be shared until ${resets_at}. Ask people for the address of their account.`,
    { used: limit, limit, remaining: 0, resets_at },
  );
}

function notAdmin(email: string): Refusal {
  return new Refusal(
    "share_target_not_admin",
    `Nobody has an account with the address ${email}, so nothing was shared. Check the address.`,
    { email },
  );
}

/** @throws Refusal invalid_input for the owner, who has every permission, and for the caller, who cannot change an own one */
function requireOther({ what, owner_id }: Shareable, accountId: string, targetId: string): void {
  const key = what === "form" ? "share" : "share_folder";
  if (targetId === owner_id) throw invalidInput("/email", { key: `${key}_with_owner` });
  if (targetId === accountId) throw invalidInput("/email", { key: `${key}_with_oneself` });
}

async function grantForm(
  transaction: Transaction<Schema>,
  formId: string,
  { accountId, permission }: NewMember,
  now: Date,
): Promise<Shared["result"]> {
  const at = now.toISOString();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("form_shares")
    .values({ form_id: formId, account_id: accountId, permission, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(["account_id", "form_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) {
    await recordChange(transaction, formId, [accountId]);
    return "granted";
  }
  const { numUpdatedRows } = await transaction
    .updateTable("form_shares")
    .set({ permission, updated_at: at })
    .where("form_id", "=", formId)
    .where("account_id", "=", accountId)
    .where("permission", "<>", permission)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? "updated" : "unchanged";
}
