/** Pay groups, employees and their contracts. */
import { randomUUID } from "node:crypto";
import { timeNow, today } from "./clock.ts";
import { type Firm, find } from "./firm.ts";
import { type Currency, readAmount } from "./money.ts";
import { type Placed, pageOf, placeAt } from "./pages.ts";
import type { Contract, Employee, PayGroup } from "./records.ts";
import { refuse } from "./refused.ts";
import { once } from "./requests.ts";
import { employeeResult, employeeRow, payGroupResult } from "./results.ts";
import {
  amount,
  currency,
  cursor,
  day,
  ids,
  limit,
  listOf,
  nextCursor,
  objectOf,
  payType,
  requestId,
  weeklyHours,
} from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";
import { isActive, latestContract, viewEmployee, viewEmployeeRow, viewGroup } from "./views.ts";

const name = { type: "string", minLength: 1, maxLength: 80 };
const email = { type: "string", format: "email", maxLength: 120 };
const iban = { type: "string", pattern: "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$" };

export interface NewEmployee {
  readonly pay_group_id: string;
  readonly name: string;
  readonly email: string;
  readonly iban?: string;
  readonly hired_on: string;
  readonly pay_type: "hourly" | "monthly";
  readonly rate: string;
  readonly weekly_hours: number;
  readonly request_id?: string;
}

interface NewPay {
  readonly employee_id: string;
  readonly valid_from: string;
  readonly pay_type?: "hourly" | "monthly";
  readonly rate?: string;
  readonly weekly_hours?: number;
  readonly expected_revision?: number;
}

interface Listing {
  readonly pay_group_id?: string;
  readonly status?: string;
  readonly search?: string;
  readonly limit: number;
  readonly cursor?: string;
}

export function addGroup(
  firm: Firm,
  input: { readonly name: string; readonly currency: Currency },
): PayGroup {
  const group = { id: randomUUID(), name: input.name, currency: input.currency, created_at: timeNow() };
  firm.groups.set(group.id, group);
  return group;
}

function readRate(text: string, code: Currency): number {
  const rate = readAmount(text, code);
  return rate > 0 ? rate : refuse("Nobody works for nothing: the rate has to be more than zero.");
}

export function addEmployee(firm: Firm, input: NewEmployee): Employee {
  const group = find(firm.groups, input.pay_group_id, "pay group");
  const address = input.email.toLowerCase();
  for (const other of firm.employees.values())
    if (other.email.toLowerCase() === address && isActive(other))
      refuse(`There is already somebody here with the address ${input.email}.`);
  const { pay_type, weekly_hours, hired_on } = input;
  const rate = readRate(input.rate, group.currency);
  const contract = { valid_from: hired_on, pay_type, rate, weekly_hours };
  const employee = {
    id: randomUUID(),
    group,
    name: input.name,
    email: input.email,
    iban: input.iban,
    hired_on,
    last_day: null,
    contracts: [contract],
    revision: 1,
  };
  firm.employees.set(employee.id, employee);
  return employee;
}

function checkActive(employee: Employee): void {
  if (!isActive(employee)) refuse(`${employee.name} no longer works here.`);
}

/** A month that is paid stays as it is. */
export function checkOpenMonth(firm: Firm, { group }: Employee, from: string): void {
  for (const run of firm.runs.values())
    if (run.group === group && run.status === "final" && from.slice(0, 7) <= run.month)
      refuse(`${run.month} has been paid already, so nothing before its end can change any more.`);
}

function changePay(firm: Firm, input: NewPay): Employee {
  const employee = find(firm.employees, input.employee_id, "employee");
  checkActive(employee);
  const { expected_revision: expected, valid_from } = input;
  if (expected !== undefined && expected !== employee.revision)
    refuse(`Somebody changed this employee meanwhile: the revision is ${employee.revision} now.`);
  const last = latestContract(employee);
  if (!valid_from.endsWith("-01")) refuse("A new contract has to begin on the first day of a month.");
  if (valid_from <= last.valid_from)
    refuse(`The new contract has to begin after the last one (${last.valid_from}).`);
  checkOpenMonth(firm, employee, valid_from);
  const contract: Contract = {
    valid_from,
    pay_type: input.pay_type ?? last.pay_type,
    rate: input.rate === undefined ? last.rate : readRate(input.rate, employee.group.currency),
    weekly_hours: input.weekly_hours ?? last.weekly_hours,
  };
  employee.contracts.push(contract);
  employee.revision += 1;
  return employee;
}

function endEmployment(firm: Firm, id: string, last_day = today()): Employee {
  const employee = find(firm.employees, id, "employee");
  checkActive(employee);
  if (last_day > today()) refuse("The last day is still to come. Please do this when it is over.");
  if (last_day < employee.hired_on) refuse("The last day cannot be before the first one.");
  for (const sheet of firm.timesheets.values())
    if (sheet.employee === employee && ["draft", "submitted"].includes(sheet.status))
      refuse(`The timesheet of ${sheet.week} is not approved yet. Please sort that out first.`);
  employee.last_day = last_day;
  employee.revision += 1;
  return employee;
}

function listEmployees(firm: Firm, input: Listing): readonly Placed<Employee>[] {
  const { status, search = "" } = input;
  const group =
    input.pay_group_id === undefined ? undefined : find(firm.groups, input.pay_group_id, "pay group");
  return [...firm.employees.values()]
    .map((item, index) => ({ place: placeAt(index), item }))
    .filter(({ item }) => group === undefined || item.group === group)
    .filter(({ item }) => status === undefined || isActive(item) === (status === "active"))
    .filter(({ item }) => item.name.toLowerCase().includes(search.toLowerCase()));
}

export const peopleTools: readonly Tool[] = [
  tool<{ readonly name: string; readonly currency: Currency; readonly request_id?: string }>({
    name: "create_pay_group",
    mode: "add",
    scope: "pay:run",
    description: "Create a pay group: people who are paid together, in one currency.",
    properties: { name, currency, request_id: requestId },
    required: ["name", "currency"],
    run: once("create_pay_group", (input, { firm }) => ({
      pay_group: viewGroup(addGroup(firm, input), firm),
    })),
  }),
  tool<{ readonly offset: number; readonly limit: number }>({
    name: "list_pay_groups",
    mode: "read",
    scope: "staff:read",
    description: "All pay groups, in the order in which they were created.",
    properties: { offset: { type: "integer", minimum: 0, default: 0 }, limit },
    output: objectOf({ pay_groups: listOf(payGroupResult), total: { type: "integer", minimum: 0 } }),
    run: (input, { firm }) => ({
      pay_groups: [...firm.groups.values()]
        .slice(input.offset, input.offset + input.limit)
        .map((group) => viewGroup(group, firm)),
      total: firm.groups.size,
    }),
  }),
  tool<NewEmployee>({
    name: "add_employee",
    mode: "add",
    scope: "staff:write",
    description:
      "Add an employee with the first contract. The rate is per hour or per month, as pay_type says.",
    properties: {
      pay_group_id: ids.pay_group,
      name,
      email,
      iban,
      hired_on: day,
      pay_type: payType,
      rate: amount,
      weekly_hours: weeklyHours,
      request_id: requestId,
    },
    required: ["pay_group_id", "name", "email", "hired_on", "pay_type", "rate", "weekly_hours"],
    output: objectOf({ employee: employeeResult }),
    run: once("add_employee", (input, { firm, caller }) => ({
      employee: viewEmployee(addEmployee(firm, input), firm, caller),
    })),
  }),
  tool<{ readonly employee_id: string }>({
    name: "get_employee",
    mode: "read",
    scope: "staff:read",
    description: "One employee with all contracts.",
    properties: { employee_id: ids.employee },
    required: ["employee_id"],
    output: objectOf({ employee: employeeResult }),
    run: (input, { firm, caller }) => ({
      employee: viewEmployee(find(firm.employees, input.employee_id, "employee"), firm, caller),
    }),
  }),
  tool<Listing>({
    name: "list_employees",
    mode: "read",
    scope: "staff:read",
    description: "Employees, in the order in which they were added. Search looks into names.",
    properties: {
      pay_group_id: ids.pay_group,
      status: { type: "string", enum: ["active", "left"] },
      search: { type: "string", minLength: 1, maxLength: 80 },
      limit,
      cursor,
    },
    output: objectOf({ employees: listOf(employeeRow), next_cursor: nextCursor }),
    run: ({ limit: size, cursor: after, ...filters }, { firm }) => {
      const list = listEmployees(firm, { ...filters, limit: size });
      const { items, next_cursor } = pageOf(list, {
        list: ["employees", filters],
        limit: size,
        ...(after !== undefined && { cursor: after }),
      });
      return { employees: items.map(viewEmployeeRow), next_cursor };
    },
  }),
  tool<NewPay>({
    name: "change_pay",
    mode: "add",
    scope: "staff:write",
    description: "Agree on a new contract from the first day of a month. What is left out stays as it is.",
    properties: {
      employee_id: ids.employee,
      valid_from: day,
      pay_type: payType,
      rate: amount,
      weekly_hours: weeklyHours,
      expected_revision: { type: "integer", minimum: 1 },
    },
    required: ["employee_id", "valid_from"],
    run: (input, { firm, caller }) => ({ employee: viewEmployee(changePay(firm, input), firm, caller) }),
  }),
  tool<{ readonly employee_id: string; readonly last_day?: string }>({
    name: "end_employment",
    mode: "change",
    scope: "staff:write",
    description: "Say that somebody has left. The last day is today when it is left out.",
    properties: { employee_id: ids.employee, last_day: day },
    required: ["employee_id"],
    run: (input, { firm, caller }) => ({
      employee: viewEmployee(endEmployment(firm, input.employee_id, input.last_day), firm, caller),
    }),
  }),
];
