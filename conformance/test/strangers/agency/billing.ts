/** Expenses, and invoices that gather what a project has to be paid for. */
import type { z } from "zod";
import {
  type Books,
  type Client,
  dayText,
  type Expense,
  type Invoice,
  type Line,
  nextOrder,
  type Project,
  randomId,
  rateCard,
  timeText,
} from "./books.ts";
import { isBroken } from "./breaks.ts";
import { page } from "./paging.ts";
import { Refused } from "./refused.ts";
import type { draftInput, expenseInput, expensesInput, invoicesInput, payInput } from "./schemas/money.ts";

const paymentTerm = 14 * 24 * 60 * 60 * 1000;
const totalOf = ({ subtotalCents, taxCents }: Invoice): number => subtotalCents + taxCents;

/** Returns the amount that a client has to pay on invoices that were sent. */
export function amountOwed(books: Books, client: Client): number {
  return [...books.invoices.values()]
    .filter(({ project, status }) => project.client === client && status === "sent")
    .reduce((cents, invoice) => cents + totalOf(invoice), 0);
}

function showExpense(expense: Expense): object {
  return {
    expense_id: expense.id,
    project_id: expense.project.id,
    category: expense.category,
    text: expense.text,
    amount_cents: expense.amountCents,
    spent_on: expense.spentOn,
    invoice_id: expense.invoice?.id ?? null,
  };
}

export function addExpense(books: Books, input: z.infer<typeof expenseInput>): object {
  const project = books.openProject(input.project_id);
  const { category, text, amount_cents: amountCents, spent_on: spentOn } = input;
  return showExpense(books.keepExpense({ project, category, text, amountCents, spentOn, invoice: null }));
}

export function listExpenses(books: Books, input: z.infer<typeof expensesInput>): object {
  const { project_id, category, from, until } = input;
  if (project_id !== undefined) books.project(project_id);
  const fitting = books
    .expenses()
    .filter(({ project }) => project_id === undefined || project.id === project_id)
    .filter((expense) => category === undefined || expense.category === category)
    .filter(({ spentOn }) => from === undefined || spentOn >= from)
    .filter(({ spentOn }) => until === undefined || spentOn <= until);
  const { items, ...rest } = page(fitting, input, {
    list: "list_expenses",
    place: ({ spentOn, id }) => [spentOn, id],
    newestFirst: true,
  });
  return { expenses: items.map(showExpense), ...rest };
}

export function deleteExpense(books: Books, id: number): object {
  const expense = isBroken("any-agency-deletes") ? books.expenseOfAnyone(id) : books.expense(id);
  if (expense.invoice !== null)
    throw new Refused(
      "on_invoice",
      `Expense ${id} is on the invoice ${expense.invoice.id}. Void that one with void_invoice first.`,
    );
  books.dropExpense(expense);
  return { expense_id: id, deleted: true };
}

export function draftInvoice(books: Books, input: z.infer<typeof draftInput>): object {
  const project = books.project(input.project_id);
  const { until = "9999-12-31", note = null } = input;
  const lines = [...timeLines(books, project, until), ...expenseLines(books, project, until)];
  if (lines.length === 0)
    throw new Refused(
      "nothing_to_bill",
      `${project.id} has no approved billable time and no expenses that are not on an invoice. Approve time with approve_entries.`,
    );
  const subtotalCents = lines.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const invoice: Invoice = {
    id: randomId("in"),
    order: nextOrder(),
    project,
    createdAt: books.now(),
    note,
    lines,
    subtotalCents,
    taxCents: Math.round((subtotalCents * project.client.taxPercent) / 100),
    status: "draft",
    number: null,
    sentAt: null,
    paidAt: null,
    paymentReference: null,
  };
  for (const line of lines) {
    if (line.kind === "expense") line.expense.invoice = invoice;
    else Object.assign(line.entry, { status: "invoiced", invoice });
  }
  books.invoices.set(invoice.id, invoice);
  return showInvoice(books, invoice);
}

function timeLines(books: Books, project: Project, until: string): Line[] {
  return [...books.entries.values()]
    .filter((entry) => entry.project === project && entry.status === "approved" && entry.day <= until)
    .filter(({ billable }) => billable || isBroken("internal-hours-billed"))
    .map((entry) => {
      const own = project.rates.find(({ role }) => role === entry.role);
      const rateCents = own?.rate_cents ?? rateCard[entry.role];
      const amountCents = Math.round((entry.minutes * rateCents) / 60);
      return { kind: "time", entry, minutes: entry.minutes, rateCents, amountCents };
    });
}

function expenseLines(books: Books, project: Project, until: string): Line[] {
  return books
    .expenses()
    .filter((expense) => expense.project === project && expense.invoice === null && expense.spentOn <= until)
    .map((expense) => ({ kind: "expense", expense, amountCents: expense.amountCents }));
}

function rowOf(books: Books, invoice: Invoice) {
  const dueAt = invoice.sentAt === null ? null : invoice.sentAt + paymentTerm;
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    client_id: invoice.project.client.id,
    project_id: invoice.project.id,
    status: invoice.status,
    total_cents: totalOf(invoice),
    created_at: timeText(invoice.createdAt),
    due_at: dueAt === null ? null : timeText(dueAt),
    overdue: invoice.status === "sent" && dueAt! <= books.now(),
  };
}

export function showInvoice(books: Books, invoice: Invoice): object {
  return {
    ...rowOf(books, invoice),
    note: invoice.note,
    lines: invoice.lines.map(showLine),
    subtotal_cents: invoice.subtotalCents,
    tax_cents: invoice.taxCents,
    sent_at: invoice.sentAt === null ? null : timeText(invoice.sentAt),
    paid_at: invoice.paidAt === null ? null : timeText(invoice.paidAt),
    payment_reference: invoice.paymentReference,
  };
}

function showLine(line: Line): object {
  if (line.kind === "expense")
    return {
      kind: "expense",
      expense_id: line.expense.id,
      text: line.expense.text,
      amount_cents: line.amountCents,
    };
  const { entry, minutes, rateCents, amountCents } = line;
  const text = `${entry.day} ${entry.person}: ${entry.note ?? entry.role}`;
  return {
    kind: "time",
    entry_id: entry.id,
    text,
    minutes,
    rate_cents: rateCents,
    amount_cents: amountCents,
  };
}

export function listInvoices(books: Books, input: z.infer<typeof invoicesInput>): object {
  const { client_id, status, overdue, created_from, created_until } = input;
  if (client_id !== undefined) books.client(client_id);
  const fitting = [...books.invoices.values()]
    .filter(({ project }) => client_id === undefined || project.client.id === client_id)
    .filter((invoice) => status === undefined || invoice.status === status)
    .filter((invoice) => overdue === undefined || rowOf(books, invoice).overdue === overdue)
    .filter(({ createdAt }) => created_from === undefined || dayText(createdAt) >= created_from)
    .filter(({ createdAt }) => created_until === undefined || dayText(createdAt) <= created_until);
  const { items, ...rest } = page(fitting, input, {
    list: "list_invoices",
    place: ({ createdAt, order }) => [timeText(createdAt), order],
    newestFirst: true,
  });
  return { invoices: items.map((invoice) => rowOf(books, invoice)), ...rest };
}

function checkStatus({ id, status }: Invoice, allowed: readonly Invoice["status"][], verb: string): void {
  if (allowed.includes(status)) return;
  throw new Refused(
    "wrong_state",
    `${id} is ${status}. Only ${allowed.join(" and ")} invoices can be ${verb}.`,
  );
}

export function sendInvoice(books: Books, invoice: Invoice): object {
  checkStatus(invoice, ["draft"], "sent");
  Object.assign(invoice, { status: "sent", number: books.nextInvoiceNumber(), sentAt: books.now() });
  return showInvoice(books, invoice);
}

export function payInvoice(books: Books, input: z.infer<typeof payInput>): object {
  const invoice = books.invoice(input.invoice_id);
  checkStatus(invoice, ["sent"], "paid");
  const { amount_cents = totalOf(invoice) } = input;
  if (amount_cents !== totalOf(invoice))
    throw new Refused(
      "wrong_amount",
      `${invoice.id} is about ${totalOf(invoice)} cents, not ${amount_cents}. Parts of it cannot be booked.`,
    );
  Object.assign(invoice, { status: "paid", paidAt: books.now(), paymentReference: input.reference ?? null });
  return showInvoice(books, invoice);
}

export function voidInvoice(books: Books, invoice: Invoice): object {
  checkStatus(invoice, ["draft", "sent"], "void");
  invoice.status = "void";
  for (const line of invoice.lines) {
    if (line.kind === "time") Object.assign(line.entry, { status: "approved", invoice: null });
    else if (!isBroken("void-keeps-expenses")) line.expense.invoice = null;
  }
  return showInvoice(books, invoice);
}
