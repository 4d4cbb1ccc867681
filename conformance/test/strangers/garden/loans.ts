/** Tools, and the hours for which members borrow them. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { hour, refuseStart, timeOf, timestamp } from "./clock.ts";
import { doOnce, find, findMember, type Garden, nextNumber, randomId, type StoredLoan } from "./garden.ts";
import { limits } from "./generated/limits.ts";
import type {
  AddToolInput,
  BookToolInput,
  EndLoanInput,
  ListLoansInput,
  ListToolsInput,
  Loan,
  Tool,
} from "./generated/types.ts";
import { type Page, paginate } from "./paging.ts";

export function addTool({ tools }: Garden, { name, is_powered }: AddToolInput): Tool {
  const tool = { tool_id: `tool-${nextNumber("tool")}`, name, is_powered };
  tools.set(tool.tool_id, tool);
  return tool;
}

export function listTools({ tools }: Garden, account: string, input: ListToolsInput): Page<Tool> {
  const { query, is_powered } = input;
  const part = query?.toLowerCase();
  const matches = [...tools.values()]
    .filter(({ name }) => part === undefined || name.toLowerCase().includes(part))
    .filter((tool) => is_powered === undefined || tool.is_powered === is_powered);
  return paginate(
    {
      entries: matches,
      keyOf: ({ tool_id }) => [Number(tool_id.slice("tool-".length))],
      name: ["tools", account, query, is_powered],
    },
    input,
  );
}

export function bookTool(garden: Garden, input: BookToolInput): Loan {
  const { tool_id, member_id, hours, request_id } = input;
  const start = timeOf(input.starts_at);
  const key = request_id === undefined ? undefined : `loan ${request_id}`;
  const id = doOnce(garden, key, [tool_id, member_id, start, hours], () => makeLoan(garden, input, start));
  return showLoan(garden, id);
}

/** Books the hours; returns the id of the loan. */
function makeLoan(garden: Garden, { tool_id, member_id, hours }: BookToolInput, start: number): string {
  findTool(garden, tool_id);
  findMember(garden, member_id);
  refuseStart(start);
  const until = start + hours * hour;
  refuseOverlap(garden, tool_id, start, until);
  const { max } = limits.open_loans;
  const open = [...garden.loans.values()].filter((loan) => loan.member_id === member_id && isOpen(loan));
  if (open.length >= max)
    throw new Refusal(
      "loan_limit",
      `Member ${member_id} has ${max} loans that have not come back. End one first.`,
    );
  const loan_id = randomId("loan");
  garden.loans.set(loan_id, {
    number: nextNumber("loan"),
    loan_id,
    tool_id,
    member_id,
    status: "booked",
    starts_at: timestamp(start),
    hours,
    until: timestamp(until),
  });
  return loan_id;
}

function refuseOverlap({ loans }: Garden, toolId: string, start: number, until: number): void {
  const margin = isBroken("no-loan-after-another") ? 1 : 0;
  const keepsHours = (loan: StoredLoan) =>
    isOpen(loan) || (isBroken("cancelled-keeps-hours") && loan.status === "cancelled");
  const other = [...loans.values()]
    .filter((loan) => loan.tool_id === toolId && keepsHours(loan))
    .find((loan) => start < Date.parse(loan.until) + margin && until > Date.parse(loan.starts_at));
  if (other === undefined) return;
  throw new Refusal(
    "tool_taken",
    `${toolId} is booked from ${other.starts_at} until ${other.until}. garden_list_loans shows when it is free.`,
  );
}

export function showLoan(garden: Garden, id: string): Loan {
  const { number: _, ...loan } = findLoan(garden, id);
  return loan;
}

export function endLoan(garden: Garden, { loan_id, outcome }: EndLoanInput): Loan {
  const loan = findLoan(garden, loan_id);
  if (!isOpen(loan)) throw new Refusal("wrong_state", `Loan ${loan_id} is ${loan.status} already.`);
  garden.loans.set(loan_id, { ...loan, status: outcome, ended_at: timestamp() });
  return showLoan(garden, loan_id);
}

export function listLoans(garden: Garden, account: string, input: ListLoansInput): Page<Loan> {
  const { tool_id, status } = input;
  findTool(garden, tool_id);
  const loans = [...garden.loans.values()]
    .filter((loan) => loan.tool_id === tool_id)
    .filter((loan) => status === undefined || loan.status === status);
  const page = paginate(
    {
      entries: loans,
      keyOf: ({ starts_at, number }) => [starts_at, number],
      name: ["loans", account, tool_id, status],
    },
    input,
  );
  return { ...page, entries: page.entries.map(({ loan_id }) => showLoan(garden, loan_id)) };
}

function isOpen({ status }: Loan): boolean {
  return status === "booked";
}

function findTool({ tools }: Garden, id: string): Tool {
  return find(tools, id, "tool", "garden_list_tools shows the tools.");
}

function findLoan({ loans }: Garden, id: string): StoredLoan {
  return find(loans, id, "loan", "garden_list_loans shows the loans of a tool.");
}
