/** Tools for absences: vacation, sick leave and unpaid leave. */
import { randomUUID } from "node:crypto";
import { countWorkdays } from "./calendar.ts";
import { timeNow } from "./clock.ts";
import { type Firm, find } from "./firm.ts";
import { checkOpenMonth } from "./people-tools.ts";
import type { Absence } from "./records.ts";
import { refuse } from "./refused.ts";
import { once } from "./requests.ts";
import { day, ids, requestId } from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";
import { countVacation, isActive, viewAbsence } from "./views.ts";

const vacationOfYear = 25;
const longest = 60;

export interface NewAbsence {
  readonly employee_id: string;
  readonly kind: Absence["kind"];
  readonly first_day: string;
  readonly last_day: string;
  readonly request_id?: string;
}

type Decision = "approve" | "decline" | "cancel";

export function requestAbsence(firm: Firm, input: NewAbsence): Absence {
  const { kind, first_day, last_day } = input;
  const employee = find(firm.employees, input.employee_id, "employee");
  if (!isActive(employee)) refuse(`${employee.name} no longer works here.`);
  if (last_day < first_day) refuse("The absence ends before it begins.");
  const workdays = last_day < first_day ? 0 : countWorkdays(first_day, last_day);
  if (workdays === 0) refuse("These are no workdays, so there is nothing to request.");
  if (workdays > longest) refuse(`An absence has at most ${longest} workdays.`);
  checkOpenMonth(firm, employee, first_day);
  for (const other of firm.absences.values())
    if (other.employee === employee && ["requested", "approved"].includes(other.status))
      if (other.first_day <= last_day && first_day <= other.last_day)
        refuse(`This overlaps another absence, from ${other.first_day} to ${other.last_day}.`);
  if (kind === "vacation" && countVacation(employee, firm, first_day.slice(0, 4)) + workdays > vacationOfYear)
    refuse(`That is more vacation than ${employee.name} has left in ${first_day.slice(0, 4)}.`);
  const absence: Absence = {
    id: randomUUID(),
    employee,
    kind,
    first_day,
    last_day,
    workdays,
    status: "requested",
    decided_at: null,
  };
  firm.absences.set(absence.id, absence);
  return absence;
}

const states = { approve: "approved", decline: "declined", cancel: "cancelled" } as const;

export function decideAbsence(firm: Firm, id: string, decision: Decision): Absence {
  const absence = find(firm.absences, id, "absence");
  const allowed = decision === "cancel" ? ["requested", "approved"] : ["requested"];
  if (!allowed.includes(absence.status))
    refuse(`The absence is ${absence.status}, so it is too late to ${decision} it.`);
  checkOpenMonth(firm, absence.employee, absence.first_day);
  absence.status = states[decision];
  absence.decided_at = timeNow();
  return absence;
}

export const absenceTools: readonly Tool[] = [
  tool<NewAbsence>({
    name: "request_absence",
    mode: "add",
    scope: "time:write",
    description: `Request an absence. Both days belong to it. There are ${vacationOfYear} days of vacation a year.`,
    properties: {
      employee_id: ids.employee,
      kind: { type: "string", enum: ["vacation", "sick", "unpaid"] },
      first_day: day,
      last_day: day,
      request_id: requestId,
    },
    required: ["employee_id", "kind", "first_day", "last_day"],
    run: once("request_absence", (input, { firm }) => ({
      absence: viewAbsence(requestAbsence(firm, input)),
    })),
  }),
  tool<{ readonly absence_id: string; readonly decision: Decision }>({
    name: "decide_absence",
    mode: "add",
    scope: "time:approve",
    description: "Approve or decline an absence that was requested, or cancel one.",
    properties: {
      absence_id: ids.absence,
      decision: { type: "string", enum: ["approve", "decline", "cancel"] },
    },
    required: ["absence_id", "decision"],
    run: (input, { firm }) => ({
      absence: viewAbsence(decideAbsence(firm, input.absence_id, input.decision)),
    }),
  }),
  tool<{ readonly employee_id: string; readonly status?: string; readonly from?: string }>({
    name: "list_absences",
    mode: "read",
    scope: "staff:read",
    description: "The absences of an employee; with from, those that end on that day or later.",
    properties: {
      employee_id: ids.employee,
      status: { type: "string", enum: ["requested", "approved", "declined", "cancelled"] },
      from: day,
    },
    required: ["employee_id"],
    run: ({ employee_id, status, from = "" }, { firm }) => {
      const employee = find(firm.employees, employee_id, "employee");
      return [...firm.absences.values()]
        .filter((each) => each.employee === employee && each.last_day >= from)
        .filter((each) => status === undefined || each.status === status)
        .map(viewAbsence);
    },
  }),
];
