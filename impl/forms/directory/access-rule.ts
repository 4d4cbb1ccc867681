/**
 * The rule of who can access a form: its owner, accounts that it is shared with, and the members of the folder that its owner has put
 * it into. The higher permission of a share and a folder counts. Every query that asks for access uses this file.
 */
import { sql, type Transaction } from "kysely";
import type { FormAccess, SharePermission } from "../../../generated/types.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";

/** The columns that tell the access of an account to a form. */
export interface AccessColumns {
  readonly owner_id: string;
  /** The permission of its share; null: the form is not shared with the account. */
  readonly permission: SharePermission | null;
  /** Its permission in the folder of the form; null: it is no member. */
  readonly folder_permission: SharePermission | null;
}

/**
 * The form with its owner and the permissions of the account, if it can access the form. For all other forms the query finds
 * nothing, whatever is added to it.
 */
export function accessible(queries: Queries, accountId: string, formId: string) {
  return withPermissions(queries, accountId)
    .innerJoin("accounts", "accounts.id", "forms.owner_id")
    .select(["forms.owner_id", "accounts.email as owner_email"])
    .where("forms.id", "=", formId)
    .where(isNotDeleted)
    .where(({ eb, or }) =>
      or([
        eb("forms.owner_id", "=", accountId),
        eb("form_shares.permission", "is not", null),
        eb("folder_members.permission", "is not", null),
      ]),
    );
}

/** Selects forms with the permissions of the account on them, whether it can access them or not. */
export function withPermissions(queries: Queries, accountId: string) {
  return queries
    .selectFrom("forms")
    .leftJoin("form_shares", (join) =>
      join.onRef("form_shares.form_id", "=", "forms.id").on("form_shares.account_id", "=", accountId),
    )
    .leftJoin("folder_members", (join) =>
      join
        .onRef("folder_members.folder_id", "=", "forms.folder_id")
        .on("folder_members.account_id", "=", accountId),
    )
    .select(["form_shares.permission", "folder_members.permission as folder_permission"]);
}

/** The same rule as a condition of queries that have the table `forms`. */
export function isAccessible(accountId: string) {
  return sql<boolean>`(forms.owner_id = ${accountId}
    or exists (select 1 from form_shares where form_id = forms.id and account_id = ${accountId})
    or exists (select 1 from folder_members where folder_id = forms.folder_id and account_id = ${accountId}))`;
}

const RANKS: Readonly<Record<SharePermission, number>> = { view: 0, edit: 1, admin: 2 };

/** Returns the access of an account to a form that it can access. */
export function accessFor(row: AccessColumns, accountId: string): FormAccess {
  return row.owner_id === accountId ? "owner" : higherPermission(row.permission, row.folder_permission)!;
}

/** Returns the higher of two permissions; null: there is none. */
export function higherPermission(
  one: SharePermission | null,
  other: SharePermission | null,
): SharePermission | null {
  if (one === null || other === null) return one ?? other;
  return RANKS[one] >= RANKS[other] ? one : other;
}

/**
 * Selects the forms of others that an account can access, in three queries without a common form. They find rows by indexes: in a folder
 * with many own forms, those of the owners before and after the account are read, and not the own ones.
 */
export function formsOfOthers(queries: Queries, accountId: string) {
  const shares = sql`(select form_id from form_shares where account_id = ${accountId})`;
  const folders = sql`(select folder_id from folder_members where account_id = ${accountId} and ${hasOtherMembers})`;
  const forms = queries.selectFrom("forms").where(isNotDeleted);
  const inFolders = forms
    .where(sql<boolean>`forms.folder_id in ${folders}`)
    .where(sql<boolean>`forms.id not in ${shares}`);
  return [
    forms.where(sql<boolean>`forms.id in ${shares}`),
    inFolders.where("forms.owner_id", "<", accountId),
    inFolders.where("forms.owner_id", ">", accountId),
  ];
}

/** Folders without another member have own forms only, so their forms are not read. */
const hasOtherMembers = sql<boolean>`exists (select 1 from folder_members as others
  where others.folder_id = folder_members.folder_id and others.account_id <> folder_members.account_id)`;

/** Lists the folders that an account shares with others, as their owner or as a member. */
export async function sharedFolders(queries: Queries, accountId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("folder_members")
    .select("folder_id")
    .where("account_id", "=", accountId)
    .where(hasOtherMembers)
    .execute();
  return rows.map(({ folder_id }) => folder_id);
}

/**
 * The accounts that can access a form. Its folder is locked, so that no account joins or leaves it before the transaction ends; the
 * form must be locked or new.
 */
export async function accountsWithAccess(
  transaction: Transaction<Schema>,
  { id, owner_id }: { readonly id: string; readonly owner_id: string },
): Promise<string[]> {
  await transaction
    .updateTable("folders")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", ({ selectFrom }) => selectFrom("forms").select("folder_id").where("id", "=", id))
    .execute();
  const rows = await transaction
    .selectFrom("form_shares")
    .select("account_id")
    .where("form_id", "=", id)
    .union(
      transaction
        .selectFrom("folder_members")
        .innerJoin("forms", "forms.folder_id", "folder_members.folder_id")
        .select("folder_members.account_id")
        .where("forms.id", "=", id),
    )
    .execute();
  return [owner_id, ...rows.map(({ account_id }) => account_id)];
}
