/** The list of jobs, page by page. */
import * as z from "zod";
import { has } from "./breaks.ts";
import type { Job, Office } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { ids, jobStatus, language, text, time } from "./schemas.ts";
import { summarise } from "./views.ts";

export const listJobsInput = z.strictObject({
  customer_id: ids.customer.optional(),
  status: jobStatus.optional(),
  target_language: language.optional(),
  due_from: time.optional(),
  due_before: time.optional(),
  title: text(120).optional(),
  sort: z.enum(["due", "newest"]).default("due"),
  limit: z.int().min(1).max(25).default(10),
  cursor: text(300).optional(),
});

type Search = z.output<typeof listJobsInput>;

export function listJobs({ jobs }: Office, search: Search) {
  const { sort, limit, cursor } = search;
  const keyOf = (job: Job) => (sort === "due" ? job.dueAt : -job.createdAt);
  const compare = (a: Job, b: Job) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1);
  const found = jobs
    .all()
    .filter((job) => matches(job, search))
    .sort(compare);
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const rest = found.filter((job) => {
    if (after === undefined || keyOf(job) > after.key) return true;
    return keyOf(job) === after.key && job.id > after.id && !has("pages-lose-equal-times");
  });
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    jobs: shown.map(summarise),
    total: found.length,
    next_cursor: last === undefined ? null : writeCursor(`${sort} ${keyOf(last)} ${last.id}`),
  };
}

function matches(job: Job, { customer_id, status, target_language, due_from, due_before, title }: Search) {
  return (
    (customer_id === undefined || job.customer === customer_id) &&
    (status === undefined || job.status === status) &&
    (target_language === undefined || job.to === target_language) &&
    (due_from === undefined || job.dueAt >= Date.parse(due_from)) &&
    (due_before === undefined || job.dueAt < Date.parse(due_before)) &&
    (title === undefined || job.title.toLowerCase().includes(title.toLowerCase()))
  );
}

function writeCursor(content: string): string {
  return Buffer.from(content).toString("base64url");
}

/** A cursor of another order is refused. */
function readCursor(cursor: string, sort: string): { readonly key: number; readonly id: string } {
  const content = Buffer.from(cursor, "base64url").toString();
  const [, order, key, id] = /^(due|newest) (-?\d+) (job_[a-z0-9]{12})$/.exec(content) ?? [];
  if (id === undefined || order !== sort) throw new Refusal("BAD_CURSOR", "The cursor is not of this list.");
  return { key: Number(key), id };
}
