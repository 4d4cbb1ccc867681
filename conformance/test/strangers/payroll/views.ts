/** How the things of a firm are shown. */
import type { Caller } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import type { Firm } from "./firm.ts";
import { writeAmount } from "./money.ts";
import type {
  Absence,
  Contract,
  Correction,
  Employee,
  Entry,
  PayGroup,
  PayRun,
  Payslip,
  Timesheet,
} from "./records.ts";

export const isActive = ({ last_day }: Employee): boolean => last_day === null;

export const latestContract = ({ contracts }: Employee): Contract => contracts.at(-1)!;

/** The contract that holds on a day; that of the first day for days before. */
export const contractOn = ({ contracts }: Employee, day: string): Contract =>
  contracts.findLast(({ valid_from }) => valid_from <= day) ?? contracts[0]!;

export function viewGroup(group: PayGroup, firm: Firm): object {
  const active = [...firm.employees.values()].filter((each) => each.group === group && isActive(each));
  const { id, name, currency, created_at } = group;
  return { id, name, currency, active_employees: active.length, created_at };
}

export function viewEmployee(employee: Employee, firm: Firm, { scopes }: Caller): object {
  const { id, group, name, email, iban, hired_on, last_day, contracts, revision } = employee;
  const show = ({ rate, ...contract }: Contract) => ({
    ...contract,
    rate: writeAmount(rate, group.currency),
  });
  const { pay_type, rate, weekly_hours } = show(latestContract(employee));
  return {
    id,
    pay_group_id: group.id,
    name,
    email,
    status: isActive(employee) ? "active" : "left",
    hired_on,
    last_day,
    pay_type,
    rate,
    currency: group.currency,
    weekly_hours,
    contracts: contracts.map(show),
    vacation_days_booked: countVacation(employee, firm),
    ...(iban !== undefined && scopes.includes("bank:read") && { iban }),
    revision,
  };
}

export function viewEmployeeRow(employee: Employee): object {
  const { id, group, name, email } = employee;
  const { pay_type } = latestContract(employee);
  return {
    id,
    pay_group_id: group.id,
    name,
    email,
    status: isActive(employee) ? "active" : "left",
    pay_type,
  };
}

/** The workdays of vacation that are requested or approved, in a year or in all. */
export function countVacation(employee: Employee, firm: Firm, year = ""): number {
  let days = 0;
  for (const absence of firm.absences.values())
    if (absence.employee === employee && absence.kind === "vacation" && absence.first_day.startsWith(year))
      if (isOpen(absence)) days += absence.workdays;
  return days;
}

function isOpen({ status }: Absence): boolean {
  if (status === "declined") return breaks("vacation-stays-booked");
  return status !== "cancelled";
}

export const sumHours = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { hours }) => sum + hours, 0);

export function countOvertime({ employee, entries, first_day }: Timesheet): number {
  const regular = breaks("overtime-from-40") ? 40 : contractOn(employee, first_day).weekly_hours;
  return Math.max(0, sumHours(entries) - regular);
}

export const viewEntry = (entry: Entry, { id }: Timesheet): object => ({ ...entry, timesheet_id: id });

export function viewTimesheet(timesheet: Timesheet): object {
  const { employee, entries, run, ...rest } = timesheet;
  return {
    ...rest,
    employee_id: employee.id,
    entries: entries.map((entry) => viewEntry(entry, timesheet)),
    weekly_hours: contractOn(employee, timesheet.first_day).weekly_hours,
    total_hours: sumHours(entries),
    overtime_hours: countOvertime(timesheet),
    pay_run_id: run?.id ?? null,
  };
}

export function viewTimesheetRow({ id, employee, week, status, entries }: Timesheet): object {
  return { id, employee_id: employee.id, week, status, total_hours: sumHours(entries) };
}

export function viewAbsence({ employee, ...rest }: Absence): object {
  return { ...rest, employee_id: employee.id };
}

const deductionsOf = ({ social_security, income_tax }: Payslip): number => social_security + income_tax;

const netOf = (payslip: Payslip): number => payslip.gross - deductionsOf(payslip);

export function viewRun({ id, group, month, status, started_at, closed_at, payslips }: PayRun): object {
  const write = (units: number) => writeAmount(units, group.currency);
  const add = (amountOf: (payslip: Payslip) => number) =>
    write(payslips.reduce((sum, payslip) => sum + amountOf(payslip), 0));
  return {
    id,
    pay_group_id: group.id,
    month,
    currency: group.currency,
    status,
    started_at,
    closed_at,
    payslips: payslips.map((payslip) => ({
      payslip_id: payslip.id,
      employee_id: payslip.employee.id,
      gross: write(payslip.gross),
      deductions: write(deductionsOf(payslip)),
      net: write(netOf(payslip)),
    })),
    total_gross: add(({ gross }) => gross),
    total_deductions: add(deductionsOf),
    total_net: add(netOf),
  };
}

const payslipStatus = { draft: "draft", final: "final", discarded: "void" } as const;

export function viewPayslip(payslip: Payslip, firm: Firm): object {
  const { id, run, employee, lines, gross, social_security, income_tax } = payslip;
  const write = (units: number) => writeAmount(units, run.group.currency);
  const corrections = [...firm.corrections.values()].filter((each) => each.payslip === payslip);
  return {
    id,
    pay_run_id: run.id,
    employee_id: employee.id,
    month: run.month,
    currency: run.group.currency,
    status: payslipStatus[run.status],
    lines: lines.map((line) => ({ ...line, rate: write(line.rate), amount: write(line.amount) })),
    gross: write(gross),
    social_security: write(social_security),
    income_tax: write(income_tax),
    net: write(netOf(payslip)),
    corrections: corrections.map((each) => viewCorrection(each)),
    corrections_total: write(corrections.reduce((sum, { amount }) => sum + amount, 0)),
  };
}

export function viewCorrection({ id, payslip, amount, reason, run, created_at }: Correction): object {
  return {
    id,
    amount: writeAmount(amount, payslip.run.group.currency),
    reason,
    status: run === undefined ? "pending" : "applied",
    created_at,
  };
}
