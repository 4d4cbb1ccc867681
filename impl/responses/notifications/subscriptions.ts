/** Manages mail subscriptions: which account gets mails about new responses to which form. */
import type { Transaction } from "kysely";
import { findForm } from "../../forms/access.ts";
import { ensureJob, removeJob } from "../../platform/jobs/jobs.ts";
import { type SignedTokens, signedTokens } from "../../platform/signing/signed-tokens.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { installationKeys } from "../../platform/storage/secrets.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { dueTime, type MailMode, toDay } from "./due-time.ts";

/** A form, and an account that gets mails about it. */
export interface Subscription {
  readonly form: string;
  readonly account: string;
  /** Id of another address that gets the same mails. */
  readonly copy?: string;
}

/** The mail settings of an account for a form. */
export interface MailChoice {
  readonly mode: MailMode;
  /** Whether they have the answers in them. */
  readonly answers: boolean;
}

/** Undefined: no mails. */
export async function mailChoice(
  queries: Queries,
  { form, account }: Subscription,
): Promise<MailChoice | undefined> {
  const row = await queries
    .selectFrom("response_mails")
    .select(["mode", "answers"])
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return row && { mode: row.mode, answers: row.answers === 1 };
}

/** Whether the mails of a subscription have the answers in them. Without a subscription nothing changes. */
export async function putAnswersInMails(
  { db }: Pick<Storage, "db">,
  { form, account }: Subscription,
  answers: boolean,
): Promise<void> {
  await db
    .updateTable("response_mails")
    .set({ answers: Number(answers) })
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .execute();
}

/**
 * Sets how often an account gets mails about a form that it can access. Responses that no mail has reported yet stay counted.
 * @throws Refusal not_found
 */
export async function subscribe(
  { storage, now }: { readonly storage: Storage; readonly now: Date },
  subscription: Subscription,
  mode: MailMode,
  language: OwnerLanguage,
): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    await findForm(transaction, subscription.account, subscription.form);
    await removeJob(transaction, "response_mail", toSubject(subscription));
    const row = await transaction
      .insertInto("response_mails")
      .values({
        form_id: subscription.form,
        account_id: subscription.account,
        mode,
        language,
        waiting: 0,
        mails: 0,
        day: toDay(now),
        mails_of_day: 0,
        last_sent_at: null,
      })
      .onConflict((conflict) => conflict.columns(["form_id", "account_id"]).doUpdateSet({ mode, language }))
      .returningAll()
      .executeTakeFirstOrThrow();
    if (row.waiting <= 0) return;
    const zone = await zoneOf(transaction, subscription);
    await ensureJob(transaction, toJob(subscription), dueTime(row, zone, now), now);
  });
}

/** Reads the time zone of the account that gets the mails; null: UTC. */
export async function zoneOf(queries: Queries, { account }: Subscription): Promise<string | null> {
  const found = await queries
    .selectFrom("accounts")
    .select("time_zone")
    .where("id", "=", account)
    .executeTakeFirst();
  return found?.time_zone ?? null;
}

/** Ends the mails of an account about a form. */
export async function unsubscribe({ db }: Pick<Storage, "db">, subscription: Subscription): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await removeJob(transaction, "response_mail", toSubject(subscription));
    await removeSubscription(transaction, subscription);
  });
}

export async function removeSubscription(
  transaction: Transaction<Schema>,
  { form, account }: Subscription,
): Promise<void> {
  await transaction
    .deleteFrom("response_mails")
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .execute();
}

/**
 * Counts a response that was just verified, and has a mail sent, in the transaction that verifies it. The job is locked before the
 * row that counts, as where a mail is sent: neither a response nor a mail is lost between the two, and there is no deadlock.
 */
export async function noteResponse(
  transaction: Transaction<Schema>,
  formId: string,
  now: Date,
): Promise<void> {
  const rows = await transaction
    .selectFrom("response_mails")
    .innerJoin("accounts", "accounts.id", "response_mails.account_id")
    .selectAll("response_mails")
    .select("time_zone")
    .where("form_id", "=", formId)
    .orderBy("account_id")
    .execute();
  for (const row of rows) {
    const subscription = { form: formId, account: row.account_id };
    await ensureJob(transaction, toJob(subscription), dueTime(row, row.time_zone, now), now);
    await transaction
      .updateTable("response_mails")
      .set(({ eb }) => ({ waiting: eb("waiting", "+", 1) }))
      .where("form_id", "=", formId)
      .where("account_id", "=", row.account_id)
      .execute();
  }
}

function toJob(subscription: Subscription) {
  return {
    accountId: subscription.account,
    kind: "response_mail",
    subject: toSubject(subscription),
  } as const;
}

function toSubject({ form, account }: Subscription): string {
  return `${form} ${account}`;
}

export function fromSubject(subject: string): Subscription {
  const [form = "", account = ""] = subject.split(" ");
  return { form, account };
}

/** Makes tokens for links that unsubscribe without signing in. */
export async function subscriptionTokens(storage: Storage): Promise<SignedTokens<Subscription>> {
  return signedTokens(await installationKeys(storage, "owner"), "subscription");
}
