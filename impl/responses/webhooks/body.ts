/** The request that is sent to a webhook, signed (standardwebhooks.com, 1.0.0). */
import { createHmac } from "node:crypto";
import { loadStructure } from "../../forms/forms.ts";
import { sampleOfEveryField } from "../../forms/sample-answers.ts";
import { offeredStructure } from "../../forms/structure/offered.ts";
import { formUrls } from "../../forms/urls.ts";
import { type Delivery, SECRET_PREFIX, type Webhook } from "../../forms/webhooks/webhooks.ts";
import type { Post } from "../../platform/outgoing/receiver.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { describeResponse } from "../describe.ts";
import { emailFields, withoutAddresses } from "../privacy.ts";
import { answersReader } from "../visible-answers.ts";

/** The address of the respondent in a test. */
const SAMPLE_ADDRESS = "respondent@example.org";

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
  webhook: Webhook,
  delivery: Delivery,
  publicUrl: string,
): Promise<object | undefined> {
  const { form_id, addresses } = webhook;
  const { event, response_id } = delivery;
  if (event === "test") return sampleResponse(queries, webhook, delivery);
  if (event === "form.published") return { form_id, url: formUrls(publicUrl, form_id).public };
  if (event === "response.deleted") return { form_id, response_id };
  const response = await queries
    .selectFrom("live_responses")
    .selectAll()
    .where("id", "=", response_id)
    .where("status", "=", "verified")
    .executeTakeFirst();
  if (response === undefined) return undefined;
  const [answers = {}] = await answersReader(queries, form_id, addresses === 1)([response]);
  const shown = { ...response, answers, ...(addresses === 0 && { email: null }) };
  return { form_id, ...describeResponse(shown) };
}

/** A response as real ones look, with made-up answers: every name of the form's fields is there to be mapped. */
async function sampleResponse(
  queries: Queries,
  { id, form_id, addresses }: Webhook,
  delivery: Delivery,
): Promise<object | undefined> {
  const form = await queries.selectFrom("forms").selectAll().where("id", "=", form_id).executeTakeFirst();
  if (form === undefined) return undefined;
  const structure = offeredStructure(await loadStructure(queries, form));
  const answers = sampleOfEveryField(structure, SAMPLE_ADDRESS, new Date(delivery.created_at));
  const response = describeResponse({
    // The same in each attempt, and the id of no response.
    id: delivery.id.replace(/^[a-z]+_/, "rsp_"),
    status: "verified",
    submitted_at: delivery.created_at,
    verified_at: delivery.created_at,
    language: form.default_language,
    form_id,
    form_version: form.version,
    marked_at: null,
    is_test: 0,
    email: addresses === 1 ? SAMPLE_ADDRESS : null,
    answers: addresses === 1 ? answers : withoutAddresses(answers, SAMPLE_ADDRESS, emailFields(structure)),
  });
  return { form_id, webhook_id: id, ...response };
}
