/** Records as results show them. */
import { has } from "./breaks.ts";
import { now, showTime } from "./clock.ts";
import type { Customer, Job, Office, Quote, Segment } from "./records.ts";

const quoteLifeMs = 14 * 86_400_000;

export function isOpen({ status }: Job): boolean {
  return status === "planned" || status === "in_progress";
}

export function showCustomer({ jobs }: Office, { id, name, email }: Customer) {
  const open = jobs.all().filter((job) => job.customer === id && isOpen(job));
  return { customer_id: id, name, email, open_jobs: open.length };
}

export function showSegment({ id, source, translation }: Segment) {
  return { segment_id: id, source, translation, words: countWords(source) };
}

export function summarise({ id, customer, title, from, to, dueAt, createdAt, status, segments }: Job) {
  return {
    job_id: id,
    customer_id: customer,
    title,
    source_language: from,
    target_language: to,
    due_at: showTime(dueAt),
    created_at: showTime(createdAt),
    status,
    words: segments.reduce((sum, { source }) => sum + countWords(source), 0),
  };
}

export function showJob(job: Job) {
  const { notes, startedAt, deliveredAt, segments } = job;
  return {
    ...summarise(job),
    notes,
    ...(startedAt !== undefined && { started_at: showTime(startedAt) }),
    ...(deliveredAt !== undefined && { delivered_at: showTime(deliveredAt) }),
    untranslated: segments.filter(({ translation }) => translation === null).length,
    segments: segments.map(showSegment),
  };
}

export function statusOf({ acceptedAt, isWithdrawn, sentAt }: Quote) {
  if (acceptedAt !== undefined) return "accepted";
  if (isWithdrawn) return "withdrawn";
  return now() >= sentAt + quoteLifeMs ? "expired" : "sent";
}

export function showQuote(quote: Quote) {
  const { id, job, tax, sentAt, acceptedAt } = quote;
  const lines = quote.lines.map((line) => ({ ...line, total_cents: line.words * line.cents_a_word }));
  const net = sumOf(lines.map(({ total_cents }) => total_cents));
  const taxOf = (cents: number) => Math.round((cents * tax) / 100);
  const tax_cents = has("tax-of-each-line")
    ? sumOf(lines.map(({ total_cents }) => taxOf(total_cents)))
    : taxOf(net);
  return {
    quote_id: id,
    job_id: job,
    lines,
    net_cents: net,
    tax_percent: tax,
    tax_cents,
    gross_cents: net + tax_cents,
    status: statusOf(quote),
    sent_at: showTime(sentAt),
    valid_until: showTime(sentAt + quoteLifeMs),
    ...(acceptedAt !== undefined && { accepted_at: showTime(acceptedAt) }),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
