/** The request that is sent to a webhook, signed (standardwebhooks.com, 1.0.0). */
import { createHmac } from "node:crypto";
import { formUrls } from "../../forms/urls.ts";
import { type Delivery, SECRET_PREFIX, type Webhook } from "../../forms/webhooks/webhooks.ts";
import type { Post } from "../../platform/outgoing/receiver.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { describeResponse } from "../describe.ts";
import { answersReader } from "../visible-answers.ts";

/** @returns undefined if there is nothing to send any more */
export async function webhookRequest(
  queries: Queries,
  webhook: Webhook,
  delivery: Delivery,
  publicUrl: string,
  sentAt: Date,
): Promise<Post | undefined> {
  const { id, event: type, created_at: timestamp } = delivery;
  const data = await readData(queries, webhook, delivery, publicUrl);
  if (data === undefined) return undefined;
  const body = JSON.stringify({ type, timestamp, data });
  const sentSeconds = String(Math.floor(sentAt.getTime() / 1_000));
  const key = Buffer.from(webhook.secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${sentSeconds}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "user-agent": "Toolwright-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": sentSeconds,
    "webhook-signature": `v1,${signature}`,
  };
  return { url: webhook.url, headers, body };
}

/** Read anew for every attempt: answers that were erased meanwhile are not sent. The same each time as long as they stay. */
async function readData(
  queries: Queries,
  { id, form_id, addresses }: Webhook,
  { event, response_id }: Delivery,
  publicUrl: string,
): Promise<object | undefined> {
  if (event === "test") return { form_id, webhook_id: id };
  if (event === "form.published") return { form_id, url: formUrls(publicUrl, form_id).public };
  if (event === "response.deleted") return { form_id, response_id };
  const response = await queries
    .selectFrom("responses")
    .selectAll()
    .where("id", "=", response_id)
    .where("status", "=", "verified")
    .executeTakeFirst();
  if (response === undefined) return undefined;
  const [answers = {}] = await answersReader(queries, form_id, addresses === 1)([response]);
  const shown = { ...response, answers, ...(addresses === 0 && { email: null }) };
  return { form_id, ...describeResponse(shown) };
}
