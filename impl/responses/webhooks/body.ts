/** The request that is sent to a webhook: signed data (standardwebhooks.com, 1.0.0), or a message for a chat. */
import { createHmac } from "node:crypto";
import { formUrls } from "../../forms/urls.ts";
import { type Delivery, SECRET_PREFIX, type Webhook } from "../../forms/webhooks/webhooks.ts";
import type { Post } from "../../platform/outgoing/receiver.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { describeResponse } from "../describe.ts";
import { writeChatBody } from "./chat-formats.ts";
import { readEventResponse } from "./event-response.ts";
import { readMessage } from "./message.ts";

const HEADERS = { "content-type": "application/json", "user-agent": "Toolwright-Webhooks/1" };

/** @returns undefined if there is nothing to send any more */
export async function webhookRequest(
  queries: Queries,
  webhook: Webhook,
  delivery: Delivery,
  publicUrl: string,
  sentAt: Date,
): Promise<Post | undefined> {
  const { url, format } = webhook;
  if (format !== "json") {
    const message = await readMessage(queries, webhook, delivery, publicUrl);
    return message && { url, headers: HEADERS, body: writeChatBody(format, message) };
  }
  const { id, event: type, created_at: timestamp } = delivery;
  const data = await readData(queries, webhook, delivery, publicUrl);
  if (data === undefined) return undefined;
  const body = JSON.stringify({ type, timestamp, data });
  const sentSeconds = String(Math.floor(sentAt.getTime() / 1_000));
  const key = Buffer.from(webhook.secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${sentSeconds}.${body}`).digest("base64");
  const headers = {
    ...HEADERS,
    "webhook-id": id,
    "webhook-timestamp": sentSeconds,
    "webhook-signature": `v1,${signature}`,
  };
  return { url, headers, body };
}

/** The same in every attempt as long as the response stays. */
async function readData(
  queries: Queries,
  webhook: Webhook,
  delivery: Delivery,
  publicUrl: string,
): Promise<object | undefined> {
  const { id, form_id } = webhook;
  const { event, response_id } = delivery;
  if (event === "form.published") return { form_id, url: formUrls(publicUrl, form_id).public };
  if (event === "response.deleted") return { form_id, response_id };
  const response = await readEventResponse(queries, webhook, delivery);
  if (response === undefined) return undefined;
  return { form_id, ...(event === "test" && { webhook_id: id }), ...describeResponse(response) };
}
