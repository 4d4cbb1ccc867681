/**
 * Live addresses: a secret address at which spreadsheets load the responses of a form again and again. It is shown once; only its hash
 * is stored. It works as long as the account that made it manages the form.
 */
import { hashToken, isWellFormed, newToken } from "../../accounts/tokens/format.ts";
import { findFormFor, findWritableForm } from "../../forms/access.ts";
import { type AccessibleForm, accessibleForm, lockForm } from "../../forms/forms.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { isOwnerLanguage, type OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { UTC } from "../../texts/time-zone.ts";

const PREFIX = "twl_";
/** Reads within this time are recorded once. */
const READ_PRECISION_MS = 60_000;

/** The live address of a form as its page shows it: never with the secret. */
export interface LiveAddress {
  /** The email address of the account that made it. */
  readonly madeBy: string;
  readonly createdAt: string;
  /** Accurate to a minute; null: it was never read. */
  readonly lastReadAt: string | null;
  /** Whether the responses have the email addresses of respondents. */
  readonly withAddresses: boolean;
  /** Whether it answers: the form is not archived, and the account that made it still manages the form. */
  readonly isWorking: boolean;
}

/** The data behind a live address, and in which words they are written. */
export interface LiveSource {
  readonly form: AccessibleForm;
  readonly withAddresses: boolean;
  /** The language of the account that made the address, else of the page where it did; and its time zone. */
  readonly language: OwnerLanguage;
  readonly zone: string;
}

/**
 * Makes a live address; one that the form has ends at once.
 * @returns the secret, which cannot be read again later
 * @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function makeLiveAddress(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  { withAddresses, language }: Pick<LiveSource, "withAddresses" | "language">,
): Promise<string> {
  const secret = newToken(PREFIX);
  const now = clock();
  const made = {
    account_id: accountId,
    hash: hashToken(secret),
    addresses: Number(withAddresses),
    language,
    created_at: now.toISOString(),
    last_read_at: null,
  };
  await storage.db.transaction().execute(async (transaction) => {
    await findWritableForm(transaction, accountId, formId, "admin", now);
    await lockForm(transaction, formId);
    await transaction
      .insertInto("live_addresses")
      .values({ ...made, form_id: formId })
      .onConflict((conflict) => conflict.column("form_id").doUpdateSet(made))
      .execute();
  });
  return secret;
}

/** Ends the live address at once. It needs no active subscription. @throws Refusal not_found, forbidden */
export async function removeLiveAddress(
  { db }: Pick<Storage, "db">,
  accountId: string,
  formId: string,
): Promise<void> {
  await findFormFor(db, accountId, formId, "admin");
  await db.deleteFrom("live_addresses").where("form_id", "=", formId).execute();
}

/** Returns the live address of a form; undefined: there is none. */
export async function readLiveAddress(queries: Queries, formId: string): Promise<LiveAddress | undefined> {
  const row = await queries
    .selectFrom("live_addresses")
    .innerJoin("accounts", "accounts.id", "live_addresses.account_id")
    .selectAll("live_addresses")
    .select(["email", "locked_at"])
    .where("form_id", "=", formId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const form = row.locked_at === null ? await findManaged(queries, row) : undefined;
  return {
    madeBy: row.email,
    createdAt: row.created_at,
    lastReadAt: row.last_read_at,
    withAddresses: row.addresses === 1,
    isWorking: form !== undefined,
  };
}

/** Finds the data behind a secret, and records the read. Undefined: there is no such address, or it does not work now. */
export async function openLiveAddress(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  secret: string,
): Promise<LiveSource | undefined> {
  if (!isWellFormed(secret, PREFIX)) return undefined;
  const { db } = storage;
  const row = await db
    .selectFrom("live_addresses")
    .innerJoin("accounts", "accounts.id", "live_addresses.account_id")
    .selectAll("live_addresses")
    .select(["accounts.language as chosen_language", "time_zone"])
    .where("hash", "=", hashToken(secret))
    .where("locked_at", "is", null)
    .executeTakeFirst();
  const form = row && (await findManaged(db, row));
  if (row === undefined || form === undefined) return undefined;
  const now = clock();
  const minuteAgo = new Date(now.getTime() - READ_PRECISION_MS).toISOString();
  if (row.last_read_at === null || row.last_read_at <= minuteAgo)
    await db
      .updateTable("live_addresses")
      .set({ last_read_at: now.toISOString() })
      .where("hash", "=", row.hash)
      .execute();
  const language = row.chosen_language ?? row.language;
  return {
    form,
    withAddresses: row.addresses === 1,
    language: isOwnerLanguage(language) ? language : "en",
    zone: row.time_zone ?? UTC,
  };
}

/** Returns the form if the account still manages it, and it is neither archived nor deleted. */
async function findManaged(
  queries: Queries,
  { account_id, form_id }: { readonly account_id: string; readonly form_id: string },
): Promise<AccessibleForm | undefined> {
  const form = await accessibleForm(queries, account_id, form_id);
  const isManaged = form?.access === "owner" || form?.access === "admin";
  return isManaged && form.status !== "archived" ? form : undefined;
}
