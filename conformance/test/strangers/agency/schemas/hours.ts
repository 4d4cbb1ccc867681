/** Arguments and results of the tools for time entries. */
import { z } from "zod";
import { day, entryId, invoiceId, paged, paging, projectId, requestId, role, time } from "./values.ts";

const person = z
  .string()
  .regex(/^[a-z][a-z0-9.-]{1,29}$/)
  .describe("Short name of a colleague, such as mia.k");
const note = z.string().min(1).max(300).optional();
const status = z.enum(["open", "approved", "invoiced"]);

export const timerInput = z.strictObject({
  project_id: projectId,
  person,
  role,
  note,
  billable: z.boolean().optional().meta({ default: true }),
});

export const logInput = timerInput.extend({
  day: day.describe("The day of the work, not after today (UTC)."),
  minutes: z.int().min(1).max(1440),
  request_id: requestId,
});

export const entryOutput = z.strictObject({
  entry_id: entryId,
  project_id: projectId,
  person: z.string(),
  role,
  note: z.string().nullable(),
  day,
  minutes: z.int().min(0).describe("0 while the timer runs."),
  running: z.boolean(),
  started_at: time.nullable().describe("Since when the timer runs."),
  billable: z.boolean(),
  status,
  invoice_id: invoiceId.nullable(),
});

export const entriesInput = z.strictObject({
  project_id: projectId,
  person: person.optional(),
  status: status.optional(),
  billable: z.boolean().optional(),
  from: day.optional().describe("First day."),
  until: day.optional().describe("Last day."),
  ...paging,
});

export const entriesOutput = z.strictObject({ entries: z.array(entryOutput), ...paged });
export const entryOnly = z.strictObject({ entry_id: entryId });
export const entryGone = z.strictObject({ entry_id: entryId, deleted: z.literal(true) });

export const approveInput = z.strictObject({
  entry_ids: z.array(entryId).min(1).max(50).describe("All of them are approved, or none."),
});

export const approveOutput = z.strictObject({ approved: z.array(entryOutput), minutes: z.int().min(0) });
export const moveInput = z.strictObject({ entry_id: entryId, project_id: projectId });
export const moveOutput = z.strictObject({ entry: entryOutput, from_project_id: projectId });
