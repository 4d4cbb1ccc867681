/** Tools for timesheets. */
import { find } from "./firm.ts";
import { pageOf, placeAt } from "./pages.ts";
import { once } from "./requests.ts";
import { entryResult, timesheetResult, timesheetRow } from "./results.ts";
import {
  cursor,
  day,
  ids,
  limit,
  listOf,
  nextCursor,
  objectOf,
  requestId,
  timesheetStatus,
  week,
} from "./schemas.ts";
import {
  deleteEntry,
  hoursOfDay,
  logHours,
  type NewEntry,
  openTimesheet,
  reviewTimesheet,
  submitTimesheet,
} from "./timesheets.ts";
import { type Tool, tool } from "./tool.ts";
import { sumHours, viewEntry, viewTimesheet, viewTimesheetRow } from "./views.ts";

interface Listing {
  readonly employee_id?: string;
  readonly status?: string;
  readonly week_from?: string;
  readonly limit: number;
  readonly cursor?: string;
}

interface Review {
  readonly timesheet_id: string;
  readonly decision: "approve" | "return";
  readonly comment?: string;
}

const timesheet_id = ids.timesheet;

export const timeTools: readonly Tool[] = [
  tool<{ readonly employee_id: string; readonly week: string; readonly request_id?: string }>({
    name: "open_timesheet",
    mode: "add",
    scope: "time:write",
    description: "Open the timesheet of an employee for a week. There is one for each week.",
    properties: { employee_id: ids.employee, week, request_id: requestId },
    required: ["employee_id", "week"],
    output: objectOf({ timesheet: timesheetResult }),
    run: once("open_timesheet", (input, { firm }) => ({
      timesheet: viewTimesheet(openTimesheet(firm, input.employee_id, input.week)),
    })),
  }),
  tool<{ readonly timesheet_id: string }>({
    name: "get_timesheet",
    mode: "read",
    scope: "staff:read",
    description:
      "One timesheet with its entries. What is above the weekly hours of the contract is overtime.",
    properties: { timesheet_id },
    required: ["timesheet_id"],
    output: objectOf({ timesheet: timesheetResult }),
    run: (input, { firm }) => ({
      timesheet: viewTimesheet(find(firm.timesheets, input.timesheet_id, "timesheet")),
    }),
  }),
  tool<Listing>({
    name: "list_timesheets",
    mode: "read",
    scope: "staff:read",
    description: "Timesheets, the latest week first.",
    properties: { employee_id: ids.employee, status: timesheetStatus, week_from: week, limit, cursor },
    output: objectOf({ timesheets: listOf(timesheetRow), next_cursor: nextCursor }),
    run: ({ limit: size, cursor: after, ...filters }, { firm }) => {
      const { employee_id, status, week_from = "" } = filters;
      const employee = employee_id === undefined ? undefined : find(firm.employees, employee_id, "employee");
      const list = [...firm.timesheets.values()]
        .map((item, index) => ({ place: `${item.week} ${placeAt(index)}`, item }))
        .filter(({ item }) => employee === undefined || item.employee === employee)
        .filter(({ item }) => status === undefined || item.status === status)
        .filter(({ item }) => item.week >= week_from);
      const { items, next_cursor } = pageOf(list, {
        list: ["timesheets", filters],
        limit: size,
        down: true,
        ...(after !== undefined && { cursor: after }),
      });
      return { timesheets: items.map(viewTimesheetRow), next_cursor };
    },
  }),
  tool<NewEntry>({
    name: "log_hours",
    mode: "add",
    scope: "time:write",
    description: `Log hours of a day. At most ${hoursOfDay} hours a day, all entries together.`,
    properties: {
      timesheet_id,
      day,
      hours: { type: "number", minimum: 0.25, maximum: hoursOfDay, multipleOf: 0.25 },
      project: { type: "string", minLength: 1, maxLength: 60 },
      note: { type: "string", minLength: 1, maxLength: 300 },
      request_id: requestId,
    },
    required: ["timesheet_id", "day", "hours", "project"],
    output: objectOf({ entry: entryResult, total_hours: { type: "number" } }),
    run: once("log_hours", (input, { firm }) => {
      const { sheet, entry } = logHours(firm, input);
      return { entry: viewEntry(entry, sheet), total_hours: sumHours(sheet.entries) };
    }),
  }),
  tool<{ readonly timesheet_id: string; readonly entry_id: string }>({
    name: "delete_entry",
    mode: "change",
    scope: "time:write",
    description: "Delete an entry of a timesheet that is still a draft.",
    properties: { timesheet_id, entry_id: ids.entry },
    required: ["timesheet_id", "entry_id"],
    run: (input, { firm }) => ({
      timesheet: viewTimesheet(deleteEntry(firm, input.timesheet_id, input.entry_id)),
    }),
  }),
  tool<{ readonly timesheet_id: string }>({
    name: "submit_timesheet",
    mode: "add",
    scope: "time:write",
    description: "Hand in a timesheet. The manager is told.",
    properties: { timesheet_id },
    required: ["timesheet_id"],
    run: (input, { firm }) => ({ timesheet: viewTimesheet(submitTimesheet(firm, input.timesheet_id)) }),
  }),
  tool<Review>({
    name: "review_timesheet",
    mode: "add",
    scope: "time:approve",
    description: "Approve a submitted timesheet, or return one (with a comment) that no pay run has locked.",
    properties: {
      timesheet_id,
      decision: { type: "string", enum: ["approve", "return"] },
      comment: { type: "string", minLength: 1, maxLength: 300 },
    },
    required: ["timesheet_id", "decision"],
    run: (input, { firm }) => ({
      timesheet: viewTimesheet(reviewTimesheet(firm, input.timesheet_id, input.decision, input.comment)),
    }),
  }),
];
