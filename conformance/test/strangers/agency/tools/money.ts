/** The tools for expenses, invoices and estimates. */
import {
  addExpense,
  deleteExpense,
  draftInvoice,
  listExpenses,
  listInvoices,
  payInvoice,
  sendInvoice,
  showInvoice,
  voidInvoice,
} from "../billing.ts";
import { acceptEstimate, makeEstimate, showEstimate } from "../estimates.ts";
import * as schema from "../schemas/money.ts";
import { tool } from "./tool.ts";

const expenseTools = [
  tool("add_expense", {
    mode: "add",
    scope: "money:write",
    title: "Add an expense",
    description: "Books an expense on a project. The next invoice of the project charges it.",
    input: schema.expenseInput,
    output: schema.expenseOutput,
    run: (books, input) => books.once("add_expense", input, () => addExpense(books, input)),
  }),
  tool("list_expenses", {
    mode: "read",
    scope: "money:read",
    title: "List expenses",
    description: "Expenses, the latest day first.",
    input: schema.expensesInput,
    output: schema.expensesOutput,
    run: listExpenses,
  }),
  tool("delete_expense", {
    mode: "change",
    scope: "money:write",
    title: "Delete an expense",
    description: "Deletes an expense that is not on an invoice.",
    input: schema.expenseOnly,
    output: schema.expenseGone,
    run: (books, { expense_id }) => deleteExpense(books, expense_id),
  }),
];

const invoiceTools = [
  tool("draft_invoice", {
    mode: "add",
    scope: "money:write",
    title: "Draft an invoice",
    description:
      "Gathers the approved billable time and the expenses of a project that are not on an invoice. Time costs what the project's rates say now.",
    input: schema.draftInput,
    output: schema.invoiceOutput,
    run: (books, input) => books.once("draft_invoice", input, () => draftInvoice(books, input)),
  }),
  tool("get_invoice", {
    mode: "read",
    scope: "money:read",
    title: "Show an invoice",
    description: "An invoice with its lines.",
    input: schema.invoiceOnly,
    output: schema.invoiceOutput,
    run: (books, { invoice_id }) => showInvoice(books, books.invoice(invoice_id)),
  }),
  tool("list_invoices", {
    mode: "read",
    scope: "money:read",
    title: "List invoices",
    description: "Invoices, the newest first. Days are those of UTC.",
    input: schema.invoicesInput,
    output: schema.invoicesOutput,
    run: listInvoices,
  }),
  tool("send_invoice", {
    mode: "change",
    scope: "money:write",
    title: "Send an invoice",
    description: "Gives a draft its number and sends it to the client, who has 14 days to pay.",
    input: schema.invoiceOnly,
    output: schema.invoiceOutput,
    run: (books, { invoice_id }) => sendInvoice(books, books.invoice(invoice_id)),
  }),
  tool("pay_invoice", {
    mode: "change",
    scope: "money:write",
    title: "Book a payment",
    description: "Books that the client has paid the whole of a sent invoice.",
    input: schema.payInput,
    output: schema.invoiceOutput,
    run: payInvoice,
  }),
  tool("void_invoice", {
    mode: "change",
    scope: "money:write",
    title: "Void an invoice",
    description: "Voids a draft or a sent invoice. Its time and expenses can be invoiced again.",
    input: schema.invoiceOnly,
    output: schema.invoiceOutput,
    run: (books, { invoice_id }) => voidInvoice(books, books.invoice(invoice_id)),
  }),
];

const estimateTools = [
  tool("make_estimate", {
    mode: "add",
    scope: "money:write",
    title: "Make an estimate",
    description:
      "Makes an estimate at the rates of the rate card. It lapses after 30 days. A client has at most 5 open ones.",
    input: schema.estimateInput,
    output: schema.estimateOutput,
    run: (books, input) => books.once("make_estimate", input, () => makeEstimate(books, input)),
  }),
  tool("get_estimate", {
    mode: "read",
    scope: "money:read",
    title: "Show an estimate",
    description: "An estimate with its lines.",
    input: schema.estimateOnly,
    output: schema.estimateOutput,
    run: (books, { estimate_id }) => showEstimate(books.estimate(estimate_id)),
  }),
  tool("accept_estimate", {
    mode: "change",
    scope: "money:write",
    title: "Accept an estimate",
    description:
      "Notes that the client has accepted an open estimate, and opens a project with its hours as budget.",
    input: schema.estimateOnly,
    output: schema.estimateOutput,
    run: (books, { estimate_id }) => acceptEstimate(books, books.estimate(estimate_id)),
  }),
];

export const moneyTools = [...expenseTools, ...invoiceTools, ...estimateTools];
