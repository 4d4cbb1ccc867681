/** Invitations: a form or a folder is shared with an address as soon as it has an account. */
import type { Transaction } from "kysely";
import type { SharePermission } from "../../../generated/types.ts";
import { type Account, ensureAccount } from "../../accounts/accounts.ts";
import type { PlanName } from "../../accounts/plans/plans.ts";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { recordChangeOfAll, recordChanges } from "../directory/changes.ts";
import { lockFolders } from "../folders/lock.ts";
import { lockDeletedForm, lockForm } from "../forms.ts";
import { addMember } from "./add-member.ts";

/** Invites an address, or again with another permission. */
export async function invite(
  transaction: Transaction<Schema>,
  formId: string,
  { email, permission }: { readonly email: string; readonly permission: SharePermission },
  now: Date,
): Promise<void> {
  const created_at = now.toISOString();
  await transaction
    .insertInto("form_invitations")
    .values({ id: newId("inv"), form_id: formId, email, permission, created_at })
    .onConflict((conflict) => conflict.columns(["form_id", "email"]).doUpdateSet({ permission, created_at }))
    .execute();
}

/** Shares with an account what its address was invited to, in the transaction that gives it the address. */
export async function acceptInvitations(
  transaction: Transaction<Schema>,
  account: Pick<Account, "id" | "email">,
  now: Date,
): Promise<void> {
  const forms = await acceptForms(transaction, account, now);
  const hasFolders = await acceptFolders(transaction, account, now);
  if (hasFolders) await recordChangeOfAll(transaction, [account.id]);
  else await recordChanges(transaction, forms, [account.id]);
}

/** @returns the forms that are shared with the account now */
async function acceptForms(
  transaction: Transaction<Schema>,
  { id: account_id, email }: Pick<Account, "id" | "email">,
  now: Date,
): Promise<string[]> {
  const invitations = await transaction
    .deleteFrom("form_invitations")
    .where("email", "=", email)
    .returning(["form_id", "permission"])
    .execute();
  const at = now.toISOString();
  const accepted: string[] = [];
  // Always in the same order, so that two transactions never wait for each other.
  for (const { form_id, permission } of invitations.sort((a, b) => (a.form_id < b.form_id ? -1 : 1))) {
    // A form in the bin comes back with its shares.
    const form = (await lockForm(transaction, form_id)) ?? (await lockDeletedForm(transaction, form_id));
    if (form === undefined || form.owner_id === account_id) continue;
    await transaction
      .insertInto("form_shares")
      .values({ form_id, account_id, permission, created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.columns(["account_id", "form_id"]).doNothing())
      .execute();
    accepted.push(form_id);
  }
  return accepted;
}

/** @returns whether the account is a member of a folder now */
async function acceptFolders(
  transaction: Transaction<Schema>,
  { id: account_id, email }: Pick<Account, "id" | "email">,
  now: Date,
): Promise<boolean> {
  const invitations = await transaction
    .deleteFrom("folder_invitations")
    .where("email", "=", email)
    .returning(["folder_id", "permission"])
    .execute();
  const folders = invitations.map(({ folder_id }) => folder_id);
  const existing = new Set(await lockFolders(transaction, folders));
  const accepted = invitations.filter(({ folder_id }) => existing.has(folder_id));
  for (const invitation of accepted) await addMember(transaction, { ...invitation, account_id }, now);
  return accepted.length > 0;
}

/** Does the same as `ensureAccount`, and accepts the invitations of its address. */
export async function ensureInvitedAccount(
  db: Storage["db"],
  email: string,
  plan: PlanName,
  now: Date,
): Promise<Account> {
  return db.transaction().execute(async (transaction) => {
    const account = await ensureAccount(transaction, email, plan, now);
    await acceptInvitations(transaction, account, now);
    return account;
  });
}
