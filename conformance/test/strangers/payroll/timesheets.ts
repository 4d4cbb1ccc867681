/** Timesheets: hours of a week, which a manager approves. */
import { randomUUID } from "node:crypto";
import { breaks } from "./breaks.ts";
import { addDays, firstDayOf } from "./calendar.ts";
import { timeNow, today } from "./clock.ts";
import { type Firm, find } from "./firm.ts";
import type { Entry, Timesheet } from "./records.ts";
import { refuse } from "./refused.ts";
import { isActive, sumHours } from "./views.ts";

export const hoursOfDay = 12;

export interface NewEntry {
  readonly timesheet_id: string;
  readonly day: string;
  readonly hours: number;
  readonly project: string;
  readonly note?: string;
  readonly request_id?: string;
}

export function openTimesheet(firm: Firm, employee_id: string, week: string): Timesheet {
  const employee = find(firm.employees, employee_id, "employee");
  if (!isActive(employee)) refuse(`${employee.name} no longer works here.`);
  const first_day = firstDayOf(week) ?? refuse(`The year ${week.slice(0, 4)} has no week ${week.slice(6)}.`);
  if (first_day > today()) refuse(`Week ${week} has not begun yet.`);
  if (addDays(first_day, 6) < employee.hired_on) refuse(`${employee.name} did not work here in ${week}.`);
  for (const other of firm.timesheets.values())
    if (other.employee === employee && other.week === week)
      refuse(`${employee.name} already has a timesheet for ${week}.`);
  const sheet: Timesheet = {
    id: randomUUID(),
    employee,
    week,
    first_day,
    last_day: addDays(first_day, 6),
    entries: [],
    status: "draft",
    comment: null,
    submitted_at: null,
    approved_at: null,
  };
  firm.timesheets.set(sheet.id, sheet);
  return sheet;
}

function findDraft(firm: Firm, id: string): Timesheet {
  const sheet = find(firm.timesheets, id, "timesheet");
  if (sheet.status !== "draft") refuse(`This timesheet is ${sheet.status}, so its hours cannot be edited.`);
  return sheet;
}

export function logHours(firm: Firm, input: NewEntry): { sheet: Timesheet; entry: Entry } {
  const sheet = findDraft(firm, input.timesheet_id);
  const { day, hours, project, note = null } = input;
  if (day < sheet.first_day || day > sheet.last_day) refuse(`${day} is not a day of ${sheet.week}.`);
  const sameDay = breaks("day-limit-per-entry") ? [] : sheet.entries.filter((entry) => entry.day === day);
  if (sumHours(sameDay) + hours > hoursOfDay) refuse(`Nobody may work more than ${hoursOfDay} hours a day.`);
  for (const absence of firm.absences.values())
    if (absence.employee === sheet.employee && absence.status === "approved")
      if (absence.first_day <= day && day <= absence.last_day)
        refuse(`${sheet.employee.name} is away on ${day} (${absence.kind}).`);
  const entry = { id: randomUUID(), day, hours, project, note };
  sheet.entries.push(entry);
  return { sheet, entry };
}

export function deleteEntry(firm: Firm, timesheet_id: string, entry_id: string): Timesheet {
  const sheet = find(firm.timesheets, timesheet_id, "timesheet");
  const index = sheet.entries.findIndex(({ id }) => id === entry_id.toLowerCase());
  if (index < 0) refuse("Sorry, we could not find that entry.");
  findDraft(firm, timesheet_id);
  sheet.entries.splice(index, 1);
  return sheet;
}

export function submitTimesheet(firm: Firm, id: string): Timesheet {
  const sheet = find(firm.timesheets, id, "timesheet");
  if (sheet.status !== "draft") refuse(`This timesheet is ${sheet.status} and cannot be submitted.`);
  if (sheet.entries.length === 0) refuse("There are no hours on this timesheet yet.");
  sheet.status = "submitted";
  sheet.submitted_at = timeNow();
  sheet.comment = null;
  return sheet;
}

export function reviewTimesheet(
  firm: Firm,
  id: string,
  decision: "approve" | "return",
  comment?: string,
): Timesheet {
  const sheet = find(firm.timesheets, id, "timesheet");
  const allowed = decision === "approve" ? ["submitted"] : ["submitted", "approved"];
  if (!allowed.includes(sheet.status))
    refuse(`This timesheet is ${sheet.status}, so you cannot ${decision} it.`);
  if (decision === "return" && comment === undefined)
    refuse("Please say in a comment what is wrong with it.");
  sheet.comment = comment ?? null;
  sheet.status = decision === "approve" ? "approved" : "draft";
  sheet.approved_at = decision === "approve" ? timeNow() : null;
  if (decision === "return") sheet.submitted_at = null;
  return sheet;
}
