/** Sends the recorded events to webhooks, as jobs that survive a crash: one job for each webhook, one delivery after the other. */
import type { Selectable, Transaction } from "kysely";
import { accessibleForm } from "../../forms/forms.ts";
import type { Delivery, Webhook } from "../../forms/webhooks/webhooks.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import { OutgoingFailure } from "../../platform/outgoing/failure.ts";
import type { PostToReceiver } from "../../platform/outgoing/receiver.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { MailJobParts } from "../notifications/mail-jobs.ts";
import { webhookRequest } from "./body.ts";
import { disabledLetter } from "./letter.ts";

export type WebhookJobParts = Omit<MailJobParts, "subscriptions"> & {
  readonly postToReceiver: PostToReceiver;
};

const HOUR_MS = 3_600_000;
/** The waits before each further attempt: 5 seconds, 1, 5 and 30 minutes, 2, 5, 8 and 8 hours; together less than a day. */
const WAITS_MS = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800].map((seconds) => seconds * 1_000);
/** The status with which a receiver says that it wants no more deliveries (RFC 9110, section 15.5.11). */
const GONE = 410;
/** The number of receivers of one account that one process waits for at once, so that slow ones do not delay other accounts. */
const MAX_RUNNING_PER_ACCOUNT = 2;
/** The pause of a job whose account has that many running jobs. */
const TURN_MS = 1_000;
/** The number of ended deliveries kept for a webhook, besides the waiting ones. */
const MAX_ENDED = 1_000;

/** A webhook with the owner of its form. */
type Hook = Webhook &
  Pick<Selectable<Schema["accounts"]>, "email" | "language" | "locked_at"> & {
    readonly owner_id: string;
    /** The end of the time in the bin of its form; null: the form is not in the bin. */
    readonly erase_at: string | null;
  };

/** The result of an attempt. */
type Outcome = Pick<Delivery, "status" | "problem" | "answer">;

/**
 * Sends a delivery, and then records it. If the process dies in between, the delivery is sent again with the same id: a receiver
 * recognises a repeated event by its id, but cannot notice a lost one.
 */
export function webhookJobs(parts: WebhookJobParts): JobHandler {
  /** The account of each running job. */
  const running: string[] = [];
  return {
    async run(job, signal) {
      if (running.filter((account) => account === job.accountId).length >= MAX_RUNNING_PER_ACCOUNT)
        return pauseJob(parts, job, TURN_MS);
      running.push(job.accountId);
      await nextStep(parts, job, signal).finally(() => running.splice(running.indexOf(job.accountId), 1));
    },
    giveUp: (job) => pauseJob(parts, job, HOUR_MS),
  };
}

async function nextStep(parts: WebhookJobParts, job: Job, signal: AbortSignal): Promise<void> {
  const { storage, clock, mailer, publicUrl } = parts;
  const hook = await findHook(storage, job.subject);
  if (hook === undefined) return underLease(storage, job, (transaction) => endJob(transaction, job));
  if (hook.locked_at !== null || hook.erase_at !== null) return pauseJob(parts, job, HOUR_MS);
  const due = await findDue(storage, hook.id, clock());
  if (due && !(await isAuthorised(storage, hook)))
    return underLease(storage, job, async (transaction) => {
      await disable(transaction, hook.id, clock());
      await continueOrEnd(transaction, job, clock());
    });
  const outcome = due && (await attempt(parts, hook, due, signal));
  // The mail is sent before it is recorded, too. A test delivery does not wait for the mail server.
  const notice = due === undefined && hook.notice === 1;
  if (notice) await mailer.send(disabledLetter(hook, publicUrl()));
  await underLease(storage, job, async (transaction) => {
    if (notice)
      await transaction.updateTable("webhooks").set({ notice: 0 }).where("id", "=", hook.id).execute();
    if (due && outcome) await record(transaction, due, outcome, clock());
    else if (due) await transaction.deleteFrom("webhook_deliveries").where("id", "=", due.id).execute();
    await continueOrEnd(transaction, job, clock());
  });
}

/** Returns a webhook; undefined if it or its form was removed. A form in the bin keeps its webhooks, whose deliveries wait. */
async function findHook({ db }: Storage, id: string): Promise<Hook | undefined> {
  return db
    .selectFrom("webhooks")
    .innerJoin("forms", "forms.id", "webhooks.form_id")
    .innerJoin("accounts", "accounts.id", "forms.owner_id")
    .leftJoin("deleted_forms", "deleted_forms.form_id", "forms.id")
    .selectAll("webhooks")
    .select([
      "forms.owner_id",
      "accounts.email",
      "accounts.language",
      "accounts.locked_at",
      "deleted_forms.erase_at",
    ])
    .where("webhooks.id", "=", id)
    .where(({ or, eb }) => or([isNotDeleted, eb("deleted_forms.erase_at", "is not", null)]))
    .executeTakeFirst();
}

/** Whether the account that added the webhook still administers the form. */
async function isAuthorised({ db }: Storage, { form_id, owner_id, added_by }: Hook): Promise<boolean> {
  if (added_by === null || added_by === owner_id) return true;
  const access = (await accessibleForm(db, added_by, form_id))?.access;
  return access === "owner" || access === "admin";
}

/** Returns the delivery that has been due for the longest time. */
async function findDue({ db }: Storage, webhookId: string, now: Date): Promise<Delivery | undefined> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("due_at", "<=", now.toISOString())
    .orderBy("due_at")
    .executeTakeFirst();
}

/** Sends a delivery. @returns undefined if there is nothing left to send */
async function attempt(
  { storage, clock, postToReceiver, publicUrl }: WebhookJobParts,
  hook: Hook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const request = await webhookRequest(storage.db, hook, delivery, publicUrl(), clock());
  if (request === undefined) return undefined;
  try {
    const { status, text } = await postToReceiver(request, signal);
    // PostgreSQL stores no NUL.
    return { status, problem: null, answer: text.replaceAll("\0", "") };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    const problem = error.reason === "unreachable" ? `unreachable ${error.message}` : error.reason;
    return { status: null, problem, answer: null };
  }
}

/** Stores the result of an attempt. Disables the webhook if deliveries have failed for a day, or if the receiver wants no more. */
async function record(
  transaction: Transaction<Schema>,
  delivery: Delivery,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { id, webhook_id, attempts, event, created_at } = delivery;
  const next = stateAfter(delivery, outcome, now);
  await transaction
    .updateTable("webhook_deliveries")
    .set({ ...outcome, ...next, attempts: attempts + 1, sent_at: now.toISOString() })
    .where("webhook_id", "=", webhook_id)
    .where("id", "=", id)
    .execute();
  if (next.state !== "waiting") await shortenLog(transaction, webhook_id);
  if (next.state !== "failed" || event === "test") return;
  // The first attempt was a day ago. A webhook with a delivery since then stays.
  if (outcome.status === GONE || !(await hasDelivered(transaction, webhook_id, created_at)))
    await disable(transaction, webhook_id, now);
}

function stateAfter(
  { attempts, event }: Delivery,
  { status }: Outcome,
  now: Date,
): Pick<Delivery, "state" | "due_at"> {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered", due_at: null };
  const isLast = status === GONE || event === "test";
  const wait = isLast ? undefined : WAITS_MS[attempts];
  if (wait === undefined) return { state: "failed", due_at: null };
  return { state: "waiting", due_at: new Date(now.getTime() + wait).toISOString() };
}

/** @param since ISO 8601 */
async function hasDelivered(
  transaction: Transaction<Schema>,
  webhookId: string,
  since: string,
): Promise<boolean> {
  const delivered = await transaction
    .selectFrom("webhook_deliveries")
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "delivered")
    .where("sent_at", ">=", since)
    .select("id")
    .executeTakeFirst();
  return delivered !== undefined;
}

/** Disables a webhook, gives up its waiting deliveries, and requests a mail to the owner of its form. */
async function disable(transaction: Transaction<Schema>, webhookId: string, now: Date): Promise<void> {
  await transaction
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null })
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is not", null)
    .execute();
  await transaction
    .updateTable("webhooks")
    .set({ disabled_at: now.toISOString(), notice: 1 })
    .where("id", "=", webhookId)
    .where("disabled_at", "is", null)
    .execute();
}

/** Removes the oldest ended deliveries; waiting ones are never removed. */
async function shortenLog(transaction: Transaction<Schema>, webhookId: string): Promise<void> {
  const ended = transaction
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhook_id", "=", webhookId)
    .where("state", "!=", "waiting")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_ENDED)
    .offset(MAX_ENDED);
  await transaction.deleteFrom("webhook_deliveries").where("id", "in", ended).execute();
}

/** Continues the job with the next delivery, or ends it. Sees all new events, because code that records one waits for the job's lock. */
async function continueOrEnd(transaction: Transaction<Schema>, job: Job, now: Date): Promise<void> {
  const left = await transaction
    .selectFrom("webhooks")
    .leftJoin("webhook_deliveries", "webhook_id", "webhooks.id")
    .select(["notice", "due_at"])
    .where("webhooks.id", "=", job.subject)
    .where(({ or, eb }) => or([eb("notice", "=", 1), eb("due_at", "is not", null)]))
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  if (left === undefined) return endJob(transaction, job);
  const next = left.notice === 1 || left.due_at === null ? now : new Date(left.due_at);
  await continueJob(transaction, job, next);
}
