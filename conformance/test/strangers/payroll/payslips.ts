/** Works out the payslips of a pay run. */
import { randomUUID } from "node:crypto";
import { breaks } from "./breaks.ts";
import { countWorkdays, lastDayOfMonth } from "./calendar.ts";
import type { Firm } from "./firm.ts";
import { roundUnits } from "./money.ts";
import type { Absence, Contract, Correction, Employee, Line, PayRun, Payslip, Timesheet } from "./records.ts";
import { contractOn, countOvertime, latestContract, sumHours } from "./views.ts";

/** Parts of ten thousand. */
const socialSecurity = 1812;
const incomeTax = 2000;

interface Work {
  readonly employee: Employee;
  readonly sheets: readonly Timesheet[];
  readonly corrections: readonly Correction[];
  readonly unpaid: readonly Absence[];
}

/**
 * Makes the payslips of all who have worked, or are owed a correction, and locks what they are paid for.
 * @returns whether there is something to pay
 */
export function addPayslips(firm: Firm, run: PayRun): boolean {
  for (const employee of firm.employees.values()) {
    if (employee.group !== run.group) continue;
    const work = findWork(firm, run, employee);
    const lines = [
      ...writeTimeLines(work),
      ...writeSalaryLines(work, run.month),
      ...work.corrections.map(correct),
    ];
    if (lines.length === 0) continue;
    const payslip = addUp(run, employee, lines);
    run.payslips.push(payslip);
    firm.payslips.set(payslip.id, payslip);
    for (const correction of work.corrections) correction.run = run;
  }
  if (run.payslips.length === 0) return false;
  for (const sheet of findSheets(firm, run)) {
    sheet.status = "locked";
    sheet.run = run;
  }
  return true;
}

const findSheets = (firm: Firm, { group, month }: PayRun): Timesheet[] =>
  [...firm.timesheets.values()].filter(
    ({ employee, status, last_day }) =>
      employee.group === group && status === "approved" && last_day <= lastDayOfMonth(month),
  );

function findWork(firm: Firm, run: PayRun, employee: Employee): Work {
  return {
    employee,
    sheets: findSheets(firm, run).filter((sheet) => sheet.employee === employee),
    corrections: [...firm.corrections.values()].filter(
      (each) =>
        each.payslip.employee === employee && (each.run === undefined || breaks("correction-each-month")),
    ),
    unpaid: [...firm.absences.values()].filter(
      (each) => each.employee === employee && each.kind === "unpaid" && each.status === "approved",
    ),
  };
}

function contractOf(employee: Employee, day: string): Contract {
  return breaks("raise-reaches-back") ? latestContract(employee) : contractOn(employee, day);
}

function writeTimeLines({ employee, sheets }: Work): Line[] {
  return sheets.flatMap((sheet) => {
    const { pay_type, rate } = contractOf(employee, sheet.first_day);
    if (pay_type === "monthly") return [];
    const overtime = countOvertime(sheet);
    const regular = sumHours(sheet.entries) - overtime;
    const lines: Line[] = [{ kind: "hours", quantity: regular, rate, amount: roundUnits(regular * rate) }];
    if (overtime > 0) {
      const higher = roundUnits(rate * 1.5);
      lines.push({
        kind: "overtime",
        quantity: overtime,
        rate: higher,
        amount: roundUnits(overtime * higher),
      });
    }
    return lines;
  });
}

/** The salary of a month is paid for its workdays: without those before the first and after the last day of work. */
function writeSalaryLines({ employee, unpaid }: Work, month: string): Line[] {
  const [start, end] = [`${month}-01`, lastDayOfMonth(month)];
  const { pay_type, rate } = contractOf(employee, end);
  const first = employee.hired_on > start ? employee.hired_on : start;
  const last = employee.last_day !== null && employee.last_day < end ? employee.last_day : end;
  if (pay_type === "hourly" || first > last) return [];
  const all = countWorkdays(start, end);
  const share = countWorkdays(first, last) / all;
  const lines: Line[] = [{ kind: "salary", quantity: share, rate, amount: roundUnits(share * rate) }];
  for (const { first_day, last_day } of unpaid) {
    const [from, until] = [first_day > first ? first_day : first, last_day < last ? last_day : last];
    if (from > until) continue;
    const quantity = -countWorkdays(from, until) / all;
    if (quantity < 0)
      lines.push({ kind: "unpaid_absence", quantity, rate, amount: roundUnits(quantity * rate) });
  }
  return lines;
}

const correct = ({ amount }: Correction): Line => ({ kind: "correction", quantity: 1, rate: amount, amount });

function addUp(run: PayRun, employee: Employee, lines: readonly Line[]): Payslip {
  const gross = lines.reduce((sum, { amount }) => sum + amount, 0);
  const taxed = Math.max(0, gross);
  const social_security = withhold(taxed, socialSecurity, run);
  const income_tax = withhold(breaks("tax-on-gross") ? taxed : taxed - social_security, incomeTax, run);
  return { id: randomUUID(), run, employee, lines, gross, social_security, income_tax };
}

function withhold(units: number, tenThousandths: number, { group }: PayRun): number {
  const amount = (units * tenThousandths) / 10_000;
  if (group.currency === "TND" && breaks("dinar-rounded-to-cents")) return roundUnits(amount / 10) * 10;
  return roundUnits(amount);
}
