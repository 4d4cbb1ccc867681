/** Records the events for webhooks, in the transaction that causes them. */
import type { Transaction } from "kysely";
import { newId } from "../../platform/ids.ts";
import { ensureJob, hastenJob } from "../../platform/jobs/jobs.ts";
import type { Schema } from "../../platform/storage/schema.ts";

export const WEBHOOK_EVENTS = ["response.verified", "response.deleted", "form.published"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A webhook, its form and the owner of the form, whose account its job counts for. */
export interface Recipient {
  readonly id: string;
  readonly form_id: string;
  readonly owner_id: string;
}

/**
 * Records an event. The form must be locked, so that a concurrent transaction waits there and not at a job. @param responseIds
 * one event for each, at most 1,000; `[null]`: one about the form
 */
export async function noteEvent(
  transaction: Transaction<Schema>,
  formId: string,
  event: WebhookEvent,
  now: Date,
  responseIds: readonly (string | null)[] = [null],
): Promise<void> {
  const webhooks = await transaction
    .selectFrom("webhooks")
    .innerJoin("forms", "forms.id", "webhooks.form_id")
    .select(["webhooks.id", "form_id", "events", "owner_id"])
    .where("form_id", "=", formId)
    .where("disabled_at", "is", null)
    .orderBy("webhooks.id")
    .execute();
  for (const webhook of webhooks)
    if (webhook.events.split(" ").includes(event))
      await addDeliveries(transaction, webhook, event, now, responseIds);
}

/**
 * An event that waits and was never sent gives way to the same event: its body is made when it is sent, so both would say the same. Without
 * this, a form that is published again and again would fill the log.
 * @returns the id of the first
 */
export async function addDeliveries(
  transaction: Transaction<Schema>,
  webhook: Recipient,
  event: WebhookEvent | "test",
  now: Date,
  responseIds: readonly (string | null)[],
): Promise<string> {
  const at = now.toISOString();
  const about = {
    webhook_id: webhook.id,
    form_id: webhook.form_id,
    event,
    attempts: 0,
    state: "waiting",
  } as const;
  const rows = responseIds.map((response_id) => {
    return { ...about, id: newId("msg"), response_id, due_at: at, created_at: at };
  });
  // The job first, as where an attempt is recorded: there is no deadlock.
  await wakeWebhook(transaction, webhook, now);
  if (event !== "test") await removeUnsent(transaction, webhook.id, event, responseIds);
  await transaction.insertInto("webhook_deliveries").values(rows).execute();
  return rows[0]?.id ?? "";
}

async function removeUnsent(
  transaction: Transaction<Schema>,
  webhookId: string,
  event: WebhookEvent,
  responseIds: readonly (string | null)[],
): Promise<void> {
  const ids = responseIds.filter((id) => id !== null);
  await transaction
    .deleteFrom("webhook_deliveries")
    .where("webhook_id", "=", webhookId)
    .where("event", "=", event)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .$if(ids.length === 0, (query) => query.where("response_id", "is", null))
    .$if(ids.length > 0, (query) => query.where("response_id", "in", ids))
    .execute();
}

/** Wakes the job of a webhook, so that it looks for due deliveries. */
export async function wakeWebhook(
  transaction: Transaction<Schema>,
  { id, owner_id }: Recipient,
  now: Date,
): Promise<void> {
  const job = { accountId: owner_id, kind: "webhook", subject: id } as const;
  await ensureJob(transaction, job, now, now);
  await hastenJob(transaction, job, now);
}

/** Brings forward the deliveries that waited while the form was in the bin. */
export async function hastenDeliveries(
  transaction: Transaction<Schema>,
  formId: string,
  now: Date,
): Promise<void> {
  const webhooks = await transaction
    .selectFrom("webhooks")
    .select("id")
    .where("form_id", "=", formId)
    .orderBy("id")
    .execute();
  for (const { id } of webhooks) await hastenJob(transaction, { kind: "webhook", subject: id }, now);
}

/** Locks the jobs before deliveries are removed. Recording an attempt also locks its job first, so there is no deadlock. */
export async function lockWebhookJobs(transaction: Transaction<Schema>, formId: string): Promise<void> {
  const ofForm = transaction.selectFrom("webhooks").select("id").where("form_id", "=", formId);
  await transaction
    .updateTable("jobs")
    .set(({ ref }) => ({ subject: ref("subject") }))
    .where("kind", "=", "webhook")
    .where("subject", "in", ofForm)
    .execute();
}
