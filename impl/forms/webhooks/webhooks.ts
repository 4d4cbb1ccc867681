/** Creates, lists, tests and removes webhooks for the administrators of a form. */
import { randomBytes } from "node:crypto";
import { Refusal } from "@toolwright/runtime";
import type { Selectable, Transaction } from "kysely";
import { requireBudget } from "../../accounts/plans/budgets.ts";
import { newId } from "../../platform/ids.ts";
import { removeJob } from "../../platform/jobs/jobs.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { findWritableForm, requirePermission } from "../access.ts";
import { lockForm } from "../forms.ts";
import { findHeadedForm, type HeadedForm } from "../overview.ts";
import { addDeliveries, type Recipient, type WebhookEvent, wakeWebhook } from "./events.ts";
import { suggestFormat, type WebhookFormat } from "./format.ts";

export type Webhook = Readonly<Selectable<Schema["webhooks"]>>;
export type Delivery = Readonly<Selectable<Schema["webhook_deliveries"]>>;

export const MAX_URL_LENGTH = 2_000;
export const SECRET_PREFIX = "whsec_";
/** The number of deliveries shown in the log. */
const SHOWN_DELIVERIES = 50;

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Whether addresses of respondents are sent, too. */
  readonly withAddresses: boolean;
  /** Undefined: the one that its address suggests. */
  readonly format?: WebhookFormat | undefined;
  /** The language of the page where it is added, for messages in a chat; undefined: English. */
  readonly language?: string;
}

type Parts = Pick<Stores, "storage" | "clock">;

/** A form, and who asks for it. */
export interface FormPlace {
  readonly accountId: string;
  readonly formId: string;
}

export interface Place extends FormPlace {
  readonly webhookId: string;
}

/**
 * @returns undefined if the form has a webhook with this address already, such as after a repeated request
 * @throws Refusal not_found, forbidden, subscription_inactive, quota_exceeded
 */
export async function addWebhook(
  { storage, clock }: Parts,
  { accountId, formId }: FormPlace,
  { url, events, withAddresses, format = suggestFormat(url), language }: NewWebhook,
): Promise<Webhook | undefined> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    const { owner_id } = await findWritableForm(transaction, accountId, formId, "admin", now);
    // The budget counts all forms of the owner.
    await lockAccount(transaction, owner_id);
    const added = await transaction
      .insertInto("webhooks")
      .values({
        id: newId("whk"),
        form_id: formId,
        url,
        events: events.join(" "),
        addresses: Number(withAddresses),
        format,
        language: language ?? null,
        secret: SECRET_PREFIX + randomBytes(32).toString("base64"),
        created_at: now.toISOString(),
        added_by: accountId,
        notice: 0,
      })
      .onConflict((conflict) => conflict.columns(["form_id", "url"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) await requireBudget(transaction, storage.budgets, owner_id, ["webhooks"], now);
    return added;
  });
}

/** @throws Refusal not_found, forbidden */
export async function listWebhooks(
  queries: Queries,
  { accountId, formId }: FormPlace,
): Promise<{ readonly form: HeadedForm; readonly webhooks: readonly Webhook[] }> {
  const form = await findHeadedForm(queries, accountId, formId);
  requirePermission(form, "admin");
  const ofForm = queries.selectFrom("webhooks").selectAll().where("form_id", "=", formId);
  return { form, webhooks: await ofForm.orderBy("created_at").orderBy("id").execute() };
}

/** @throws Refusal not_found, forbidden */
export async function findWebhook(
  queries: Queries,
  place: Place,
): Promise<{ readonly form: HeadedForm; readonly webhook: Webhook }> {
  const { form, webhooks } = await listWebhooks(queries, place);
  const webhook = webhooks.find(({ id }) => id === place.webhookId);
  if (webhook) return { form, webhook };
  throw new Refusal("not_found", `No webhook ${place.webhookId} of form ${form.id}.`);
}

function queryDeliveries(queries: Queries, webhookId: string) {
  return queries.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId);
}

/** The latest first. */
export function listDeliveries(queries: Queries, webhookId: string): Promise<Delivery[]> {
  const latest = queryDeliveries(queries, webhookId).orderBy("created_at", "desc").orderBy("id");
  return latest.limit(SHOWN_DELIVERIES).execute();
}

/** @throws Refusal not_found */
export async function findDelivery(queries: Queries, webhookId: string, id: string): Promise<Delivery> {
  const found = await queryDeliveries(queries, webhookId).where("id", "=", id).executeTakeFirst();
  if (found) return found;
  throw new Refusal("not_found", `No delivery ${id}.`);
}

/** @returns the id of the delivery @throws Refusal not_found, forbidden, subscription_inactive */
export async function testWebhook(parts: Parts, place: Place): Promise<string> {
  return inWritable(parts, place, (transaction, recipient, now) =>
    addDeliveries(transaction, recipient, "test", now, [null]),
  );
}

/** Sends something again at once, with the same id. @throws Refusal not_found, forbidden, subscription_inactive */
export async function resendDelivery(parts: Parts, place: Place, id: string): Promise<void> {
  await inWritable(parts, place, async (transaction, recipient, now) => {
    await findDelivery(transaction, recipient.id, id);
    // The job first, as where an attempt is recorded: there is no deadlock.
    await wakeWebhook(transaction, recipient, now);
    await transaction
      .updateTable("webhook_deliveries")
      .set({ state: "waiting", attempts: 0, due_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
  });
}

/** Records new events for a webhook that was disabled, as long as this account administers the form. @throws Refusal not_found, forbidden, subscription_inactive */
export async function enableWebhook(parts: Parts, place: Place): Promise<void> {
  await inWritable(parts, place, async (transaction, { id }) => {
    await transaction
      .updateTable("webhooks")
      .set({ disabled_at: null, notice: 0, added_by: place.accountId })
      .where("id", "=", id)
      .execute();
  });
}

/** The lock keeps events from being recorded meanwhile. */
async function inWritable<Result>(
  { storage, clock }: Parts,
  place: Place,
  run: (transaction: Transaction<Schema>, recipient: Recipient, now: Date) => Promise<Result>,
): Promise<Result> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    await findWritableForm(transaction, place.accountId, place.formId, "admin", now);
    await lockForm(transaction, place.formId);
    const { form, webhook } = await findWebhook(transaction, place);
    return run(transaction, { ...webhook, owner_id: form.owner_id }, now);
  });
}

/** Removes a webhook with its log, and what waits. People can always end what they began. @throws Refusal not_found, forbidden */
export async function removeWebhook({ db }: Pick<Storage, "db">, place: Place): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await findWebhook(transaction, place);
    await lockForm(transaction, place.formId);
    await removeJob(transaction, "webhook", place.webhookId);
    await transaction.deleteFrom("webhooks").where("id", "=", place.webhookId).execute();
  });
}
