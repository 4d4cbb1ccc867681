/** The shapes of arguments and results. */
import { z } from "zod";
import { stages } from "./records.ts";

const idOf = (prefix: string, kind: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}-[0-9]+$`))
    .describe(`Id of ${kind}.`);

export const jobId = idOf("JOB", "a job");
export const candidateId = idOf("CAND", "a candidate");
export const applicationId = idOf("APP", "an application");
export const interviewId = idOf("INT", "an interview");
export const offerId = idOf("OFF", "an offer");
export const requestId = z.uuid().optional().describe("A repeated call with the same id has one effect.");
const time = z.iso.datetime();
const count = z.int().min(0);

export const department = z.enum(["engineering", "sales", "operations", "people"]);
export const jobState = z.enum(["draft", "open", "closed"]);
export const headcount = z.int().min(1).max(50);

export const job = z.strictObject({
  job_id: jobId,
  title: z.string(),
  department,
  headcount,
  closes_on: z.iso.date().describe("The last day on which candidates can apply, in UTC."),
  closes_at: time.describe("When that day ends."),
  state: jobState,
  hired: count,
  places_left: count,
  application_count: count,
  opened_at: time.optional(),
  created_at: time,
});

export const tag = z.string().min(1).max(30);
export const consent = z.enum(["given", "lapsed"]);
export const phone = z.string().regex(/^\+[0-9]{6,15}$/);

export const candidate = z.strictObject({
  candidate_id: candidateId,
  name: z.string(),
  email: z.email().optional().describe("Shown with the scope contacts:read."),
  phone: z.string().optional().describe("Shown with the scope contacts:read."),
  tags: z.array(tag).max(12),
  consent,
  consent_until: time,
  open_applications: count,
  revision: z.int().min(1),
  created_at: time,
});

export const source = z.enum(["website", "referral", "agency", "event"]);
export const stage = z.enum(stages);

export const application = z.strictObject({
  application_id: applicationId,
  job_id: jobId,
  candidate_id: candidateId,
  source,
  cover_note: z.string().optional(),
  stage,
  reason: z.string().optional(),
  interview_count: count.describe("Interviews that are not cancelled."),
  mean_score: z.number().min(1).max(5).optional().describe("The mean of the scorecards, two decimals."),
  expires_at: time.optional().describe("When the open offer expires."),
  lapses_at: time.optional().describe("When the open offer lapses."),
  applied_at: time,
  decided_at: time.optional(),
});

export const interviewer = z
  .string()
  .regex(/^[a-z]{2,20}\.[a-z]{2,20}$/)
  .describe("Login of the interviewer.");
export const minutes = z.int().min(15).max(240);
export const score = z.int().min(1).max(5);

export const interview = z.strictObject({
  interview_id: interviewId,
  application_id: applicationId,
  interviewer,
  starts_at: time,
  minutes,
  scorecards_from: time.describe("When scorecards are taken."),
  state: z.enum(["scheduled", "held", "scored", "cancelled"]),
  score: score.optional(),
  comment: z.string().optional(),
  scored_at: time.optional(),
});

export const currency = z.enum(["EUR", "USD", "GBP", "CHF"]);
export const baseCents = z.int().min(1).max(100_000_000);
export const bonusCents = z.int().min(0).max(100_000_000);
export const validDays = z.int().min(1).max(30);

export const offer = z.strictObject({
  offer_id: offerId,
  application_id: applicationId,
  job_id: jobId,
  base_cents: baseCents,
  bonus_cents: bonusCents,
  total_cents: count,
  currency,
  valid_days: validDays,
  state: z.enum(["open", "accepted", "declined", "lapsed"]),
  made_at: time,
  expires_at: time,
  lapses_at: time.describe("Until then a late answer is taken: an hour after the offer expired."),
  answered_at: time.optional(),
});

const limit = z.int().min(1).max(50).default(20);
export const byOffset = {
  offset: z.int().min(0).max(1_000_000).default(0),
  limit,
};
export const offsetResult = { total: count, offset: count, next_offset: z.int().min(1).optional() };
export const byCursor = {
  limit,
  cursor: z.string().min(1).max(300).optional().describe("next_cursor of the page before."),
};
export const cursorResult = { total: count, next_cursor: z.string().optional() };
