/** Addresses that get the mails of an account about a form, too. Each gets nothing before its reader has agreed. */
import { accessibleForm, lockForm } from "../../forms/forms.ts";
import { newId } from "../../platform/ids.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Subscription } from "./subscriptions.ts";

export const MAX_COPIES = 5;
/** The number of days in which an address can be confirmed. */
export const CONFIRMATION_DAYS = 7;

export interface MailCopy {
  readonly id: string;
  /** Normalised. */
  readonly email: string;
  readonly created_at: string;
  /** Null: its reader has not agreed yet. */
  readonly confirmed_at: string | null;
}

/** Undefined: the account gets no mails itself. */
export async function listCopies(
  queries: Queries,
  { form, account }: Subscription,
): Promise<readonly MailCopy[] | undefined> {
  const row = await queries
    .selectFrom("response_mails")
    .select("copies")
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return row && JSON.parse(row.copies);
}

/** Undefined: it was ended, it was not confirmed in time, or the account cannot access the form any more. */
export async function findCopy(queries: Queries, subscription: Subscription, now: Date) {
  if (!(await accessibleForm(queries, subscription.account, subscription.form))) return undefined;
  const earliest = new Date(now.getTime() - CONFIRMATION_DAYS * 86_400_000).toISOString();
  const copy = (await listCopies(queries, subscription))?.find(({ id }) => id === subscription.copy);
  return copy?.confirmed_at || (copy && copy.created_at > earliest) ? copy : undefined;
}

/** @returns its id; undefined: the account gets no mails itself, there are enough, or the address is one of them */
export async function addCopy(parts: Pick<Storage, "db">, to: Subscription, email: string, now: Date) {
  const copy = { id: newId("cpy"), email, created_at: now.toISOString(), confirmed_at: null };
  const copies = await change(parts, to, (before) =>
    before.length >= MAX_COPIES || before.some((one) => one.email === email) ? before : [...before, copy],
  );
  return copies?.includes(copy) ? copy.id : undefined;
}

/** @returns whether there was something to confirm */
export async function confirmCopy(parts: Pick<Storage, "db">, subscription: Subscription, now: Date) {
  const found = await findCopy(parts.db, subscription, now);
  if (found === undefined) return false;
  const confirmed_at = now.toISOString();
  await change(parts, subscription, (copies) =>
    copies.map((copy) => (copy.id === found.id ? { ...copy, confirmed_at } : copy)),
  );
  return true;
}

export async function endCopy(parts: Pick<Storage, "db">, subscription: Subscription): Promise<void> {
  await change(parts, subscription, (copies) => copies.filter(({ id }) => id !== subscription.copy));
}

async function change(
  { db }: Pick<Storage, "db">,
  subscription: Subscription,
  edit: (copies: readonly MailCopy[]) => readonly MailCopy[],
): Promise<readonly MailCopy[] | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockForm(transaction, subscription.form);
    const before = await listCopies(transaction, subscription);
    const after = before && edit(before);
    await transaction
      .updateTable("response_mails")
      .set({ copies: JSON.stringify(after ?? []) })
      .where("form_id", "=", subscription.form)
      .where("account_id", "=", subscription.account)
      .execute();
    return after;
  });
}
