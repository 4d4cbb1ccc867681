/** Work from before, and a colleague who keeps the payroll busy. */
import { setTimeout as delay } from "node:timers/promises";
import { decideAbsence, requestAbsence } from "./absence-tools.ts";
import { addDays } from "./calendar.ts";
import { today } from "./clock.ts";
import type { Firm } from "./firm.ts";
import { closeRun, startRun } from "./pay-tools.ts";
import { addEmployee, addGroup } from "./people-tools.ts";
import type { Employee } from "./records.ts";
import { logHours, openTimesheet, reviewTimesheet, submitTimesheet } from "./timesheets.ts";

function hire(firm: Firm, pay_group_id: string, name: string, pay_type: "hourly" | "monthly"): Employee {
  return addEmployee(firm, {
    pay_group_id,
    name,
    email: `${name.toLowerCase().replaceAll(" ", ".")}@before.example`,
    hired_on: "2024-03-01",
    pay_type,
    rate: pay_type === "hourly" ? "19.40" : "2650.00",
    weekly_hours: 38.5,
  });
}

function work(firm: Firm, employee: Employee, week: string): string {
  const { id, first_day } = openTimesheet(firm, employee.id, week);
  logHours(firm, { timesheet_id: id, day: first_day, hours: 7.75, project: "Before" });
  return id;
}

/** Fills the firm with two groups of six people each, with sheets in each state, absences and a pay run. */
export function addEarlierWork(firm: Firm): void {
  for (const currency of ["EUR", "TND"] as const) {
    const group = addGroup(firm, { name: `Before ${currency}`, currency });
    for (const [index, name] of ["Ada", "Bela", "Cleo", "Dora", "Emil", "Fay"].entries()) {
      const employee = hire(firm, group.id, `${name} ${currency}`, index % 2 === 0 ? "hourly" : "monthly");
      for (const week of ["2025-W20", "2025-W21", "2025-W22"]) {
        const id = work(firm, employee, week);
        if (week !== "2025-W22") submitTimesheet(firm, id);
        if (week === "2025-W20") reviewTimesheet(firm, id, "approve");
      }
    }
    closeRun(firm, startRun(firm, group.id, "2025-05").id, "finalize");
    for (const { id, group: theirs } of firm.employees.values())
      if (theirs === group)
        requestAbsence(firm, {
          employee_id: id,
          kind: "sick",
          first_day: "2030-02-01",
          last_day: "2030-02-09",
        });
  }
}

/** Hires, works, approves and pays for ever. */
export async function keepBusy(firm: Firm): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const group = addGroup(firm, { name: `Busy ${turn}`, currency: "EUR" });
    const employee = hire(firm, group.id, `Busy ${turn}`, "hourly");
    const id = work(firm, employee, "2025-W30");
    await delay(40, undefined, { ref: false });
    submitTimesheet(firm, id);
    reviewTimesheet(firm, id, "approve");
    const away = requestAbsence(firm, {
      employee_id: employee.id,
      kind: "sick",
      first_day: today(),
      last_day: addDays(today(), 7),
    });
    decideAbsence(firm, away.id, "approve");
    await delay(40, undefined, { ref: false });
    const run = startRun(firm, group.id, "2025-07");
    closeRun(firm, run.id, turn % 2 === 0 ? "finalize" : "discard");
  }
}
