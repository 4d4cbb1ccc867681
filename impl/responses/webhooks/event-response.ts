/** Reads the response of an event: a real one, or for a test one with made-up answers. */
import { loadStructure } from "../../forms/forms.ts";
import { sampleOfEveryField } from "../../forms/sample-answers.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import type { Delivery, Webhook } from "../../forms/webhooks/webhooks.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { ReadResponse } from "../latest.ts";
import { emailFields, withoutAddresses } from "../privacy.ts";
import { answersReader } from "../visible-answers.ts";

/** The address of the respondent in a test. */
const SAMPLE_ADDRESS = "respondent@example.org";

/**
 * Reads the response as its webhook may see it, anew for every attempt: answers that were erased meanwhile are not sent.
 * @returns undefined: it no longer counts
 */
export async function readEventResponse(
  queries: Queries,
  webhook: Webhook,
  delivery: Delivery,
): Promise<ReadResponse | undefined> {
  if (delivery.event === "test") return sampleResponse(queries, webhook, delivery);
  const { form_id, addresses } = webhook;
  const response = await queries
    .selectFrom("live_responses")
    .selectAll()
    .where("id", "=", delivery.response_id)
    .where("status", "=", "verified")
    .executeTakeFirst();
  if (response === undefined) return undefined;
  const [answers = {}] = await answersReader(queries, form_id, addresses === 1)([response]);
  return { ...response, answers, ...(addresses === 0 && { email: null }) };
}

/** A response as real ones look, with made-up answers: every name of the form's fields is there to be mapped. */
async function sampleResponse(
  queries: Queries,
  { form_id, addresses }: Webhook,
  delivery: Delivery,
): Promise<ReadResponse | undefined> {
  const form = await queries.selectFrom("forms").selectAll().where("id", "=", form_id).executeTakeFirst();
  if (form === undefined) return undefined;
  const structure = offeredStructure(await loadStructure(queries, form));
  const answers = sampleOfEveryField(structure, SAMPLE_ADDRESS, new Date(delivery.created_at));
  return {
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
  };
}
