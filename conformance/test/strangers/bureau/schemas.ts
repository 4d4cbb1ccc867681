/** The schemas of what tools take and return. */
import * as z from "zod";

export const ids = {
  customer: z.string().regex(/^cus_[a-z0-9]{12}$/),
  job: z.string().regex(/^job_[a-z0-9]{12}$/),
  segment: z.string().regex(/^seg_[a-z0-9]{12}$/),
  glossary: z.string().regex(/^glo_[a-z0-9]{12}$/),
  quote: z.string().regex(/^quo_[a-z0-9]{12}$/),
};

export const count = z.int().min(0);
export const time = z.iso.datetime({ offset: true });
export const language = z.enum(["de", "en", "fr", "it", "pl"]);
export const jobStatus = z.enum(["planned", "in_progress", "delivered", "cancelled"]);
export const quoteStatus = z.enum(["sent", "accepted", "withdrawn", "expired"]);

export function text(maxLength: number): z.ZodString {
  return z.string().min(1).max(maxLength);
}

export const customer = z.strictObject({
  customer_id: ids.customer,
  name: z.string(),
  email: z.string(),
  open_jobs: count,
});

export const segment = z.strictObject({
  segment_id: ids.segment,
  source: z.string(),
  translation: z.string().nullable(),
  words: count,
});

export const summary = z.strictObject({
  job_id: ids.job,
  customer_id: ids.customer,
  title: z.string(),
  source_language: language,
  target_language: language,
  due_at: time,
  created_at: time,
  status: jobStatus,
  words: count,
});

export const job = summary.extend({
  notes: z.string().nullable(),
  started_at: time.optional(),
  delivered_at: time.optional(),
  untranslated: count,
  segments: z.array(segment),
});

export const glossary = z.strictObject({
  glossary_id: ids.glossary,
  name: z.string(),
  terms: z.array(z.strictObject({ term: z.string(), translation: z.string() })),
});

const line = z.strictObject({
  text: z.string(),
  words: z.int().min(1),
  cents_a_word: z.int().min(1),
  total_cents: z.int().min(1),
});

export const quote = z.strictObject({
  quote_id: ids.quote,
  job_id: ids.job,
  lines: z.array(line),
  net_cents: count,
  tax_percent: count,
  tax_cents: count,
  gross_cents: count,
  status: quoteStatus,
  sent_at: time,
  valid_until: time,
  accepted_at: time.optional(),
});
