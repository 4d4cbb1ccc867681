/** The tools for leases, their rents, payments and deposits. */
import { z } from "zod";
import { giveNotice, raiseRent, signLease } from "./leases.ts";
import { recordPayment, returnDeposit } from "./payments.ts";
import * as shapes from "./schemas.ts";
import { statementOf } from "./statement.ts";
import { adds, changes, type Registration, reads, textTool, tool } from "./tool.ts";
import { matches, partOf, showLease, showPayment } from "./views.ts";

const { text } = shapes;
const oneLease = { lease: shapes.lease };

const signing: readonly Registration[] = [
  tool("sign_lease", {
    scope: "office:write",
    title: "sign a lease",
    description:
      "Lets a vacant unit to a tenant. Rent falls due on its first day, and on that day of each month; where a month is too short, on its last day.",
    annotations: adds,
    input: {
      unit_id: shapes.unitId,
      tenant_id: shapes.tenantId,
      starts_on: shapes.day
        .optional()
        .describe("Today, when left out. Up to 12 months ago, or 180 days ahead."),
      rent: shapes.amount,
      deposit: shapes.amount.describe("At most three rents."),
      request_id: shapes.requestId,
    },
    output: oneLease,
    run: (input, { office }) =>
      office.once("sign_lease", input, () => ({ lease: showLease(office, signLease(office, input)) })),
  }),
  tool("get_lease", {
    scope: "office:read",
    title: "get a lease",
    description: "Shows a lease with its balance.",
    annotations: reads,
    input: { lease_id: shapes.leaseId },
    output: oneLease,
    run: ({ lease_id }, { office }) => ({ lease: showLease(office, office.lease(lease_id)) }),
  }),
  tool("list_leases", {
    scope: "office:read",
    title: "list leases",
    description: "Lists the leases that fit all filters, the first ones first.",
    annotations: reads,
    input: {
      unit_id: shapes.unitId.optional(),
      tenant_id: shapes.tenantId.optional(),
      status: shapes.leaseStatus.optional(),
      payment_status: shapes.paymentStatus.optional(),
      ...shapes.part,
    },
    output: { leases: z.array(shapes.lease), total: shapes.total },
    run: ({ offset, limit, ...filters }, { office }) => {
      office.checkFilters(filters);
      const rows = office.leases.values().map((lease) => showLease(office, lease));
      const { part, total } = partOf(rows, { offset, limit }, (lease) => matches(lease, filters));
      return { leases: part, total };
    },
  }),
  tool("give_notice", {
    scope: "office:write",
    title: "give notice",
    description: "Ends a lease after a notice period of at least 90 days.",
    annotations: changes,
    input: {
      lease_id: shapes.leaseId,
      given_by: shapes.givenBy,
      ends_on: shapes.day.optional().describe("The earliest day, when left out. At most 24 months ahead."),
      reason: text(1, 500).nullable().optional(),
    },
    output: oneLease,
    run: (input, { office }) => ({ lease: showLease(office, giveNotice(office, input)) }),
  }),
  tool("raise_rent", {
    scope: "money:write",
    title: "raise the rent",
    description:
      "Raises the rent of a running lease from tomorrow on, at most once in 12 months and by 20 %.",
    annotations: changes,
    input: { lease_id: shapes.leaseId, rent: shapes.amount.describe("The new rent of a month.") },
    output: oneLease,
    run: ({ lease_id, rent }, { office }) => ({
      lease: showLease(office, raiseRent(office, lease_id, rent)),
    }),
  }),
];

const money: readonly Registration[] = [
  tool("record_payment", {
    scope: "money:write",
    title: "record a payment",
    description:
      "Notes what a tenant has paid. Rent can be paid in parts, and up to three months in advance; a deposit is paid at once.",
    annotations: adds,
    input: {
      lease_id: shapes.leaseId,
      amount: shapes.amount,
      purpose: shapes.purpose.default("rent"),
      method: shapes.method,
      paid_on: shapes.day.optional().describe("Today, when left out."),
      note: text(1, 200).nullable().optional(),
      request_id: shapes.requestId,
    },
    output: { payment: shapes.payment },
    run: (input, { office }) =>
      office.once("record_payment", input, () => ({ payment: showPayment(recordPayment(office, input)) })),
  }),
  tool("list_payments", {
    scope: "office:read",
    title: "list payments",
    description: "Lists the payments that fit all filters, the first ones first.",
    annotations: reads,
    input: {
      lease_id: shapes.leaseId.optional(),
      purpose: shapes.purpose.optional(),
      paid_from: shapes.day.optional().describe("The first day."),
      paid_until: shapes.day.optional().describe("The last day."),
      ...shapes.part,
    },
    output: { payments: z.array(shapes.payment), total: shapes.total },
    run: ({ offset, limit, paid_from = "", paid_until = "9999-12-31", ...filters }, { office }) => {
      office.checkFilters(filters);
      const { part, total } = partOf(
        office.payments.values(),
        { offset, limit },
        (payment) =>
          matches(payment, filters) && payment.paid_on >= paid_from && payment.paid_on <= paid_until,
      );
      return { payments: part.map(showPayment), total };
    },
  }),
  tool("return_deposit", {
    scope: "money:write",
    title: "return the deposit",
    description: "Pays the deposit of an ended lease back, when all its keys are here.",
    annotations: changes,
    input: {
      lease_id: shapes.leaseId,
      withheld: shapes.amount.default("0.00").describe("What is kept for rent that is open."),
    },
    output: oneLease,
    run: ({ lease_id, withheld }, { office }) => ({
      lease: showLease(office, returnDeposit(office, lease_id, withheld)),
    }),
  }),
  textTool("lease_statement", {
    scope: "office:read",
    title: "statement of a lease",
    description:
      "Writes the statement of a lease as Markdown: each rent that fell due, each payment, the balance.",
    annotations: reads,
    input: { lease_id: shapes.leaseId },
    write: ({ lease_id }, { office }) => statementOf(office, lease_id),
  }),
];

export const leaseTools: readonly Registration[] = [...signing, ...money];
