/** Pay runs, payslips and corrections. */
import { randomUUID } from "node:crypto";
import { breaks } from "./breaks.ts";
import { timeNow, today } from "./clock.ts";
import { allFirms, type Firm, find } from "./firm.ts";
import { readAmount } from "./money.ts";
import { addPayslips } from "./payslips.ts";
import type { Correction, PayRun, Payslip } from "./records.ts";
import { refuse } from "./refused.ts";
import { once } from "./requests.ts";
import { payRunResult, payslipResult } from "./results.ts";
import { ids, month as monthSchema, objectOf, requestId } from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";
import { viewCorrection, viewPayslip, viewRun } from "./views.ts";

interface NewCorrection {
  readonly payslip_id: string;
  readonly amount: string;
  readonly reason: string;
  readonly request_id?: string;
}

export function startRun(firm: Firm, pay_group_id: string, month: string): PayRun {
  const group = find(firm.groups, pay_group_id, "pay group");
  if (`${month}-01` > today()) refuse(`${month} has not begun yet.`);
  for (const other of firm.runs.values())
    if (other.group === group && other.month === month && other.status !== "discarded")
      refuse(`There is already a pay run of this group for ${month}.`);
  const run: PayRun = {
    id: randomUUID(),
    group,
    month,
    started_at: timeNow(),
    payslips: [],
    status: "draft",
    closed_at: null,
  };
  const isEmpty = !addPayslips(firm, run);
  if (isEmpty) refuse(`There is nothing to pay to this group in ${month}.`);
  firm.runs.set(run.id, run);
  return run;
}

export function closeRun(firm: Firm, id: string, action: "finalize" | "discard"): PayRun {
  const run = find(firm.runs, id, "pay run");
  if (run.status !== "draft") refuse(`This pay run is ${run.status}, nothing can be done about it any more.`);
  run.status = action === "finalize" ? "final" : "discarded";
  run.closed_at = timeNow();
  if (action === "finalize") markPaid(firm, run);
  else release(firm, run);
  return run;
}

function markPaid(firm: Firm, run: PayRun): void {
  const isBroken = breaks("late-sheet-paid-twice");
  for (const sheet of firm.timesheets.values())
    if (sheet.run === run)
      sheet.status = isBroken && !sheet.last_day.startsWith(run.month) ? "approved" : "paid";
}

function release(firm: Firm, run: PayRun): void {
  for (const correction of firm.corrections.values()) if (correction.run === run) correction.run = undefined;
  if (breaks("discard-leaves-locked")) return;
  for (const sheet of firm.timesheets.values())
    if (sheet.run === run) {
      sheet.status = "approved";
      sheet.run = undefined;
    }
}

function addCorrection(firm: Firm, input: NewCorrection): Correction {
  const payslip = find(firm.payslips, input.payslip_id, "payslip");
  const { run } = payslip;
  if (run.status !== "final") refuse("You can only correct a payslip of a pay run that is final.");
  const amount = readAmount(input.amount, run.group.currency);
  if (amount === 0) refuse("A correction of zero changes nothing.");
  const correction = { id: randomUUID(), payslip, amount, reason: input.reason, created_at: timeNow() };
  firm.corrections.set(correction.id, correction);
  return correction;
}

function findPayslip(firm: Firm, id: string): [Payslip, Firm] {
  const holder = breaks("payslips-of-others")
    ? allFirms().find(({ payslips }) => payslips.has(id))
    : undefined;
  return [find((holder ?? firm).payslips, id, "payslip"), holder ?? firm];
}

export const payTools: readonly Tool[] = [
  tool<{ readonly pay_group_id: string; readonly month: string; readonly request_id?: string }>({
    name: "start_pay_run",
    mode: "add",
    scope: "pay:run",
    description:
      "Work out the payslips of a pay group for a month. Takes approved timesheets whose week ends in the month or before, " +
      "and locks them; also takes corrections that wait. Nothing is final before close_pay_run.",
    properties: { pay_group_id: ids.pay_group, month: monthSchema, request_id: requestId },
    required: ["pay_group_id", "month"],
    output: objectOf({ pay_run: payRunResult }),
    run: once("start_pay_run", (input, { firm }) => ({
      pay_run: viewRun(startRun(firm, input.pay_group_id, input.month)),
    })),
  }),
  tool<{ readonly pay_run_id: string }>({
    name: "get_pay_run",
    mode: "read",
    scope: "pay:read",
    description: "A pay run with what each employee gets, and the totals.",
    properties: { pay_run_id: ids.pay_run },
    required: ["pay_run_id"],
    output: objectOf({ pay_run: payRunResult }),
    run: (input, { firm }) => ({ pay_run: viewRun(find(firm.runs, input.pay_run_id, "pay run")) }),
  }),
  tool<{ readonly pay_run_id: string; readonly action: "finalize" | "discard" }>({
    name: "close_pay_run",
    mode: "change",
    scope: "pay:run",
    description: "Finalize a pay run, which pays its timesheets for good, or discard it, which unlocks them.",
    properties: { pay_run_id: ids.pay_run, action: { type: "string", enum: ["finalize", "discard"] } },
    required: ["pay_run_id", "action"],
    run: (input, { firm }) => ({ pay_run: viewRun(closeRun(firm, input.pay_run_id, input.action)) }),
  }),
  tool<{ readonly payslip_id: string }>({
    name: "get_payslip",
    mode: "read",
    scope: "pay:read",
    description:
      "A payslip with its lines. 18.12 % of the gross goes to social security, 20 % of the rest is income tax.",
    properties: { payslip_id: ids.payslip },
    required: ["payslip_id"],
    output: objectOf({ payslip: payslipResult }),
    run: (input, { firm }) => ({ payslip: viewPayslip(...findPayslip(firm, input.payslip_id)) }),
  }),
  tool<NewCorrection>({
    name: "add_correction",
    mode: "add",
    scope: "pay:run",
    description:
      "Correct a final payslip. The amount (negative if too much was paid) goes into the next pay run.",
    properties: {
      payslip_id: ids.payslip,
      amount: { type: "string", pattern: "^-?[0-9]{1,6}(\\.[0-9]{1,3})?$" },
      reason: { type: "string", minLength: 1, maxLength: 200 },
      request_id: requestId,
    },
    required: ["payslip_id", "amount", "reason"],
    run: once("add_correction", (input, { firm }) => ({
      correction: viewCorrection(addCorrection(firm, input)),
    })),
  }),
];
