/** Shares a form with another account. */
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
import { type AccessibleForm, lockForm } from "../forms.ts";
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

/**
 * Gives an account access to a form, or changes its permission. The service reveals `share_refusals` times a day that
 * an address has no account. After that it refuses every address, so a caller cannot test many of them.
 * @throws Refusal not_found, forbidden, subscription_inactive, quota_exceeded, share_target_not_admin, invalid_input
 */
export async function shareForm(
  parts: Parts,
  accountId: string,
  formId: string,
  { email: address, permission }: NewShare,
): Promise<Shared> {
  // An invalid address counts like one without an account.
  const email = normaliseEmail(address) ?? address.toLowerCase();
  const result = await share(parts, accountId, formId, { email, permission }, async () => "refused" as const);
  if (result === "refused") throw notAdmin(email);
  return { email, permission, result };
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
  const result = await share(parts, accountId, formId, newShare, async (transaction, { owner_id }, now) => {
    await invite(transaction, formId, newShare, now);
    await requireBudget(transaction, parts.storage.budgets, owner_id, ["shares"], now);
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
  formId: string,
  { email, permission }: NewShare,
  onUnknownAddress: (transaction: Transaction<Schema>, form: AccessibleForm, now: Date) => Promise<Outcome>,
): Promise<Shared["result"] | Outcome> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    const form = await findWritableForm(transaction, accountId, formId, "admin", now);
    const day = now.toISOString().slice(0, 10);
    await requireRefusalsLeft(transaction, accountId, day);
    const target = await findAccount(transaction, email);
    if (target === undefined) {
      await countRefusal(transaction, accountId, day);
      return onUnknownAddress(transaction, form, now);
    }
    requireOther(form, accountId, target.id);
    // A concurrent rename records a change for each account with access, so the form is locked while one is added.
    await lockForm(transaction, formId);
    const result = await grant(transaction, form, target.id, permission, now);
    if (result !== "granted") return result;
    await requireBudget(transaction, storage.budgets, form.owner_id, ["shares"], now);
    await addShareMail(transaction, { formId, accountId: target.id }, now);
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
function requireOther(form: AccessibleForm, accountId: string, targetId: string): void {
  if (targetId === form.owner_id) {
    throw invalidInput("/email", { key: "share_with_owner" });
  }
  if (targetId === accountId) {
    throw invalidInput("/email", { key: "share_with_oneself" });
  }
}

async function grant(
  transaction: Transaction<Schema>,
  { id: formId }: AccessibleForm,
  accountId: string,
  permission: SharePermission,
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
