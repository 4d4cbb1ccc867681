/** Customers, jobs and the daily quota. */
import * as z from "zod";
import { has } from "./breaks.ts";
import { now } from "./clock.ts";
import { listJobs, listJobsInput } from "./job-list.ts";
import { isCustomerOfAny, type Job, jobsADay, newId, type Office, showNextDay } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { count, customer, ids, job, language, summary, text, time } from "./schemas.ts";
import { tool } from "./tool.ts";
import { isOpen, showCustomer, showJob, statusOf } from "./views.ts";

const hourMs = 3_600_000;
const anyNotes = z.string().max(500).nullable();
const ofJob = z.strictObject({ job_id: ids.job });
const aJob = z.strictObject({ job });
const aCustomer = z.strictObject({ customer });

export const jobTools = {
  get_account: tool(
    {
      title: "Show the account",
      description: "Shows how many jobs the account may still make today.",
      mode: "read",
      input: z.strictObject({}),
      output: z.strictObject({
        jobs_today: z.strictObject({ used: count, limit: count, remaining: count, resets_at: time }),
      }),
    },
    (office) => {
      const used = office.countToday();
      return {
        jobs_today: { used, limit: jobsADay, remaining: jobsADay - used, resets_at: showNextDay() },
      };
    },
  ),
  add_customer: tool(
    {
      title: "Add a customer",
      description: "Adds a customer.",
      mode: "write",
      input: z.strictObject({ name: text(100), email: z.email() }),
      output: aCustomer,
    },
    (office, input) => ({ customer: showCustomer(office, office.customers.add(input)) }),
  ),
  get_customer: tool(
    {
      title: "Show a customer",
      description: "Shows a customer.",
      mode: "read",
      input: z.strictObject({ customer_id: ids.customer }),
      output: aCustomer,
    },
    (office, { customer_id }) => ({ customer: showCustomer(office, office.customers.get(customer_id)) }),
  ),
  create_job: tool(
    {
      title: "Create a job",
      description: "Each job counts against the daily quota of the account.",
      mode: "write",
      input: z.strictObject({
        customer_id: ids.customer,
        title: text(120),
        notes: anyNotes.default(null),
        source_language: language,
        target_language: language,
        due_at: time,
      }),
      output: aJob,
    },
    (office, { customer_id, title, notes, source_language: from, target_language: to, due_at }) => {
      if (has("refusals-draw")) office.draw();
      if (!has("customer-of-others") || !isCustomerOfAny(customer_id)) office.customers.get(customer_id);
      if (from === to) throw new Refusal("SAME_LANGUAGE", "Choose two languages.");
      const dueAt = checkDue(due_at);
      if (!has("refusals-draw")) office.draw();
      const rest = { createdAt: now(), status: "planned" as const, segments: [] };
      return {
        job: showJob(office.jobs.add({ customer: customer_id, title, notes, from, to, dueAt, ...rest })),
      };
    },
  ),
  get_job: tool(
    {
      title: "Show a job",
      description: "Shows a job with its segments.",
      mode: "read",
      input: ofJob,
      output: aJob,
    },
    (office, { job_id }) => ({ job: showJob(office.jobs.get(job_id)) }),
  ),
  list_jobs: tool(
    {
      title: "List jobs",
      description: "Lists the jobs of the account.",
      mode: "read",
      input: listJobsInput,
      output: z.strictObject({
        jobs: z.array(summary).max(25),
        total: count,
        next_cursor: z.string().nullable(),
      }),
    },
    listJobs,
  ),
  update_job: tool(
    {
      title: "Change a job",
      description: "Changes what is given; null takes the notes away.",
      mode: "write",
      input: z.strictObject({
        job_id: ids.job,
        title: text(120).optional(),
        notes: anyNotes.optional(),
        due_at: time.optional(),
      }),
      output: aJob,
    },
    (office, { job_id, title, notes, due_at }) => {
      const changed = office.jobs.get(job_id);
      requireOpen(changed);
      const dueAt = due_at === undefined ? changed.dueAt : checkDue(due_at);
      const kept = { title: title ?? changed.title, notes: notes === undefined ? changed.notes : notes };
      return { job: showJob(Object.assign(changed, { dueAt, ...kept })) };
    },
  ),
  start_job: tool(
    {
      title: "Start a job",
      description: "The work on the job begins.",
      mode: "write",
      input: ofJob,
      output: aJob,
    },
    (office, { job_id }) => {
      const started = getIn(office, job_id, "planned");
      return { job: showJob(Object.assign(started, { status: "in_progress", startedAt: now() })) };
    },
  ),
  deliver_job: tool(
    {
      title: "Deliver a job",
      description: "A job is delivered when all segments have a translation.",
      mode: "write",
      input: ofJob,
      output: aJob,
    },
    (office, { job_id }) => {
      const delivered = getIn(office, job_id, "in_progress");
      const isWhole = delivered.segments.every(({ translation }) => translation !== null);
      if (!isWhole && !has("untranslated-delivered"))
        throw new Refusal("UNTRANSLATED", "A segment has no translation.");
      const times = { deliveredAt: now(), ...(has("delivery-starts") && { startedAt: now() }) };
      return { job: showJob(Object.assign(delivered, { status: "delivered", ...times })) };
    },
  ),
  cancel_job: tool(
    {
      title: "Cancel a job",
      description: "Cancels a job. Its quotes that nobody has accepted are withdrawn.",
      mode: "cancel",
      input: ofJob,
      output: aJob,
    },
    (office, { job_id }) => {
      const cancelled = getIn(office, job_id, "planned", "in_progress");
      for (const quote of office.quotes.all()) {
        if (quote.job === job_id && statusOf(quote) === "sent") quote.isWithdrawn = true;
      }
      return { job: showJob(Object.assign(cancelled, { status: "cancelled" })) };
    },
  ),
  copy_job: tool(
    {
      title: "Copy a job",
      description:
        "Makes a planned job with the same customer, title, notes, languages, due time and segments. It counts against the daily quota.",
      mode: "write",
      input: ofJob,
      output: aJob,
    },
    (office, { job_id }) => {
      const { id: _, startedAt: __, deliveredAt: ___, ...source } = office.jobs.get(job_id);
      if (!has("copies-are-free")) office.draw();
      const segments = has("copy-shares-segments")
        ? source.segments
        : source.segments.map((segment) => ({ ...segment, id: newId("seg") }));
      const notes = has("copy-lacks-notes") ? null : source.notes;
      const copy = { ...source, notes, segments, createdAt: now(), status: "planned" as const };
      return { job: showJob(office.jobs.add(copy)) };
    },
  ),
};

function getIn(office: Office, id: string, ...allowed: readonly Job["status"][]): Job {
  const found = office.jobs.get(id);
  if (!allowed.includes(found.status)) throw new Refusal("WRONG_STATE", `The job is ${found.status}.`);
  return found;
}

function checkDue(due: string): number {
  const at = Date.parse(due);
  if (at < now() + hourMs) throw new Refusal("DUE_TOO_SOON", "A job needs an hour at least.");
  return at;
}

export function requireOpen(each: Job): void {
  if (!isOpen(each)) throw new Refusal("JOB_CLOSED", `The job is ${each.status}.`);
}
