/** Arguments and results of the tools for expenses, invoices and estimates. */
import { z } from "zod";
import {
  cents,
  clientId,
  day,
  entryId,
  estimateId,
  expenseId,
  invoiceId,
  name,
  paged,
  paging,
  projectId,
  requestId,
  role,
  time,
} from "./values.ts";

const category = z.enum(["travel", "software", "print", "other"]);

export const expenseInput = z.strictObject({
  project_id: projectId,
  category,
  text: z.string().min(1).max(200),
  amount_cents: z.int().min(1).max(5_000_000),
  spent_on: day,
  request_id: requestId,
});

export const expenseOutput = z.strictObject({
  expense_id: expenseId,
  project_id: projectId,
  category,
  text: z.string(),
  amount_cents: cents,
  spent_on: day,
  invoice_id: invoiceId.nullable(),
});

export const expensesInput = z.strictObject({
  project_id: projectId.optional(),
  category: category.optional(),
  from: day.optional().describe("First day."),
  until: day.optional().describe("Last day."),
  ...paging,
});

export const expensesOutput = z.strictObject({ expenses: z.array(expenseOutput), ...paged });
export const expenseOnly = z.strictObject({ expense_id: expenseId });
export const expenseGone = z.strictObject({ expense_id: expenseId, deleted: z.literal(true) });

export const draftInput = z.strictObject({
  project_id: projectId,
  until: day.optional().describe("Leaves out what is later than this day."),
  note: z.string().min(1).max(500).optional(),
  request_id: requestId,
});

const status = z.enum(["draft", "sent", "paid", "void"]);

const invoiceRow = {
  invoice_id: invoiceId,
  number: z.string().nullable().describe("Given when the invoice is sent."),
  client_id: clientId,
  project_id: projectId,
  status,
  total_cents: cents,
  created_at: time,
  due_at: time.nullable(),
  overdue: z.boolean(),
};

const line = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("time"),
    entry_id: entryId,
    text: z.string(),
    minutes: z.int().min(1),
    rate_cents: cents,
    amount_cents: cents,
  }),
  z.strictObject({
    kind: z.literal("expense"),
    expense_id: expenseId,
    text: z.string(),
    amount_cents: cents,
  }),
]);

export const invoiceOutput = z.strictObject({
  ...invoiceRow,
  note: z.string().nullable(),
  lines: z.array(line).min(1),
  subtotal_cents: cents,
  tax_cents: cents,
  sent_at: time.nullable(),
  paid_at: time.nullable(),
  payment_reference: z.string().nullable(),
});

export const invoicesInput = z.strictObject({
  client_id: clientId.optional(),
  status: status.optional(),
  overdue: z.boolean().optional(),
  created_from: day.optional(),
  created_until: day.optional(),
  ...paging,
});

export const invoicesOutput = z.strictObject({ invoices: z.array(z.strictObject(invoiceRow)), ...paged });
export const invoiceOnly = z.strictObject({ invoice_id: invoiceId });

export const payInput = z.strictObject({
  invoice_id: invoiceId,
  amount_cents: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe("What came in. It has to be the total."),
  reference: z.string().min(1).max(140).optional(),
});

const estimateLine = z.strictObject({
  text: z.string().min(1).max(200),
  role,
  hours: z.int().min(1).max(400),
});

export const estimateInput = z.strictObject({
  client_id: clientId,
  title: name,
  lines: z.array(estimateLine).min(1).max(20),
  request_id: requestId,
});

export const estimateOutput = z.strictObject({
  estimate_id: estimateId,
  client_id: clientId,
  title: z.string(),
  status: z.enum(["open", "accepted", "lapsed"]),
  lines: z.array(z.strictObject({ text: z.string(), role, hours: z.int().min(1), amount_cents: cents })),
  hours: z.int().min(1),
  total_cents: cents,
  created_at: time,
  valid_until: time,
  project_id: projectId.nullable().describe("The project that it became."),
});

export const estimateOnly = z.strictObject({ estimate_id: estimateId });
