/** Manages the access of accounts to a form, and its end. */
import { type Awaitable, andThen, Refusal } from "@toolwright/runtime";
import { sql } from "kysely";
import type { SharePermission } from "../../../generated/types.ts";
import { accountById, findAccount } from "../../accounts/accounts.ts";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { prepareQuery } from "../../platform/storage/prepared-query.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { findForm } from "../access.ts";
import { higherPermission } from "../directory/access-rule.ts";
import { recordChange } from "../directory/changes.ts";
import { type AccessibleForm, type Form, lockForm } from "../forms.ts";

/** An account with access besides the owner, or an invited address. */
export interface Share {
  readonly email: string;
  readonly permission: SharePermission;
  /** When access was first given or the invitation was sent; ISO 8601. */
  readonly created_at: string;
  /** Whether the access begins when the address has an account. */
  readonly invited: boolean;
  /** Whether it is access by a folder. */
  readonly isByFolder: boolean;
}

/** The longest list that is shown at once. */
const MAX_SHARES = 1_000;

/**
 * The accounts that a form is shared with, and those with access by its folder, by address. Accounts that may share it see all of
 * them; the others see their own entries, because addresses of other people are none of their business.
 * @throws Refusal not_found
 */
export async function listShares(storage: Storage, accountId: string, formId: string): Promise<Share[]> {
  const form = await findForm(storage.db, accountId, formId);
  const shares = await storage.read(findShares(storage.db, { form: formId }));
  if (maySeeAll(form)) return shares.map(describeShare);
  const { email } = await accountById(storage.db, accountId);
  return shares.filter((share) => share.email === email).map(describeShare);
}

/**
 * Lists everybody with access to a form besides its owner, each once with the higher permission, for callers who may share the form.
 * One query; synchronous if the database can answer synchronously.
 */
export function listAccess(storage: Storage, formId: string): Awaitable<Share[]> {
  return andThen(storage.read(findShares(storage.db, { form: formId })), (rows) => {
    const people = new Map<string, Share>();
    for (const share of rows.map(describeShare)) {
      const other = people.get(share.email);
      if (other === undefined || other.invited || !share.invited)
        people.set(share.email, mergeShares(share, other));
    }
    return [...people.values()];
  });
}

/** An invitation counts for addresses without an account only, so both are shares or both are invitations. */
function mergeShares(one: Share, other: Share | undefined): Share {
  if (other === undefined || other.invited !== one.invited) return one;
  return { ...one, permission: higherPermission(one.permission, other.permission) ?? one.permission };
}

function describeShare({ account_id, folder_id, ...share }: ShareRow): Share {
  return { ...share, invited: account_id === null, isByFolder: folder_id !== null };
}

interface ShareRow extends Pick<Share, "email" | "permission" | "created_at"> {
  readonly account_id: string | null;
  readonly folder_id: string | null;
}

const findShares = prepareQuery((queries, argument: (name: "form") => string) =>
  queries
    .selectFrom("form_shares")
    .innerJoin("accounts", "accounts.id", "form_shares.account_id")
    .select(["accounts.email", "form_shares.permission", "form_shares.created_at"])
    .select(({ ref }) => ref("form_shares.account_id").$castTo<string | null>().as("account_id"))
    .select(sql<string | null>`null`.as("folder_id"))
    .where("form_shares.form_id", "=", argument("form"))
    .unionAll(
      queries
        .selectFrom("form_invitations")
        .select(["email", "permission", "created_at", sql<string | null>`null`.as("account_id")])
        .select(sql<string | null>`null`.as("folder_id"))
        .where("form_id", "=", argument("form")),
    )
    .unionAll(
      queries
        .selectFrom("forms")
        .innerJoin("folder_members", "folder_members.folder_id", "forms.folder_id")
        .innerJoin("accounts", "accounts.id", "folder_members.account_id")
        .select(["accounts.email", "folder_members.permission", "folder_members.created_at"])
        .select(["folder_members.account_id", "forms.folder_id"])
        .where("forms.id", "=", argument("form"))
        .whereRef("folder_members.account_id", "<>", "forms.owner_id"),
    )
    .unionAll(
      queries
        .selectFrom("forms")
        .innerJoin("folder_invitations", "folder_invitations.folder_id", "forms.folder_id")
        .select(["folder_invitations.email", "folder_invitations.permission"])
        .select(["folder_invitations.created_at", sql<string | null>`null`.as("account_id")])
        .select("forms.folder_id")
        .where("forms.id", "=", argument("form")),
    )
    .orderBy("email")
    .limit(MAX_SHARES),
);

/** Whether the addresses of all others with access are shown. */
export function maySeeAll({ access }: Pick<AccessibleForm, "access">): boolean {
  return access === "owner" || access === "admin";
}

/**
 * Takes an account's access to a form away, at once. The owner and admins of the form may end every share, and each
 * account its own. It needs no active subscription: ending access must always be possible.
 * @returns ended, or unchanged if the account had no access
 * @throws Refusal not_found, forbidden
 */
export async function unshareForm(
  { storage }: { storage: Storage },
  accountId: string,
  formId: string,
  address: string,
): Promise<"ended" | "unchanged"> {
  const email = normaliseEmail(address);
  return storage.db.transaction().execute(async (transaction) => {
    const form = await findForm(transaction, accountId, formId);
    const target = email === undefined ? undefined : await findAccount(transaction, email);
    if (!maySeeAll(form) && target?.id !== accountId) throw forbidden(form);
    // The answer does not depend on whether there is an account or a share, so it does not reveal who has an account.
    if (target === undefined) return withdraw(transaction, formId, email ?? "");
    // A concurrent rename records a change for each account with access, so the form is locked while one is removed.
    await lockForm(transaction, formId);
    const { numDeletedRows } = await transaction
      .deleteFrom("form_shares")
      .where("form_id", "=", formId)
      .where("account_id", "=", target.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return "unchanged";
    await recordChange(transaction, formId, [target.id]);
    return "ended";
  });
}

/** Takes an invitation back. */
async function withdraw(queries: Queries, formId: string, email: string): Promise<"ended" | "unchanged"> {
  const { numDeletedRows } = await queries
    .deleteFrom("form_invitations")
    .where("form_id", "=", formId)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 0n ? "unchanged" : "ended";
}

function forbidden({ id, access, owner_email }: AccessibleForm): Refusal {
  return new Refusal(
    "forbidden",
    `Form ${id} is shared with you for ${access}; ending the access of others needs admin. Ask ${owner_email}, who owns it.`,
    { access, needed: "admin", owner: owner_email },
  );
}

/** Id of an account -> its address. The caller has access to the forms, so it may know whose they are. */
export async function selectOwners(
  queries: Queries,
  forms: readonly Pick<Form, "owner_id">[],
): Promise<ReadonlyMap<string, string>> {
  if (forms.length === 0) return new Map();
  const rows = await queries
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "in", [...new Set(forms.map(({ owner_id }) => owner_id))])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
