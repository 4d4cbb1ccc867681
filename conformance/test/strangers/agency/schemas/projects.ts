/** Arguments and results of the tools for clients and projects. */
import { z } from "zod";
import { cents, clientId, name, paged, paging, projectId, role, time } from "./values.ts";

export const clientInput = z.strictObject({
  name,
  city: name.optional(),
  billing_email: z.email().max(200).describe("Where invoices are sent to."),
  tax_percent: z.int().min(0).max(30).optional().meta({ default: 20 }),
});

export const clientOutput = z.strictObject({
  client_id: clientId,
  name: z.string(),
  city: z.string().nullable(),
  billing_email: z.string(),
  tax_percent: z.int(),
  open_projects: z.int().min(0),
  owed_cents: cents.describe("What the client has to pay on sent invoices."),
});

const search = z.string().min(1).max(100).optional();

export const clientsInput = z.strictObject({
  search: search.describe("Part of the name or the city, in any case."),
  ...paging,
});

export const clientsOutput = z.strictObject({ clients: z.array(clientOutput), ...paged });

const rates = z
  .array(z.strictObject({ role, rate_cents: z.int().min(1000).max(50_000).describe("Cents an hour.") }))
  .max(4)
  .describe("Rates of a project. Roles without one have that of the rate card.");
const tags = z.array(z.string().min(1).max(30)).max(10);
const budget = z.int().min(1).max(10_000).describe("Hours that the client has agreed to.");

export const projectInput = z.strictObject({
  client_id: clientId,
  name,
  budget_hours: budget,
  rates: rates.optional(),
  tags: tags.optional(),
});

const projectRow = {
  project_id: projectId,
  client_id: clientId,
  name: z.string(),
  budget_hours: z.int(),
  tags: z.array(z.string()),
  closed: z.boolean(),
  opened_at: time,
  closed_at: time.nullable(),
  rates: rates.optional(),
};

export const projectOutput = z.strictObject({
  ...projectRow,
  revision: z.int().min(1).describe("Send it with update_project."),
  minutes: z
    .strictObject({ open: cents, approved: cents, invoiced: cents })
    .describe("Minutes by the status of the entries."),
  used_minutes: z.int().min(0),
  left_minutes: z.int().describe("Below zero: the budget is exceeded."),
  over_budget: z.boolean(),
  expenses_cents: cents,
});

export const projectsInput = z.strictObject({
  client_id: clientId.optional(),
  closed: z.boolean().optional(),
  tag: z.string().min(1).max(30).optional(),
  search: search.describe("Part of the name, in any case."),
  ...paging,
});

export const projectsOutput = z.strictObject({ projects: z.array(z.strictObject(projectRow)), ...paged });
export const projectOnly = z.strictObject({ project_id: projectId });

export const updateInput = z.strictObject({
  project_id: projectId,
  revision: z.int().min(1).max(2_147_483_647).describe("The revision that get_project showed you."),
  name: name.optional(),
  budget_hours: budget.optional(),
  rates: rates.optional().describe("Replaces all rates of the project."),
  tags: tags.optional().describe("Replaces all tags."),
});
