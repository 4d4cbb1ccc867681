/** The tools for leave and allowances. */
import {
  cancelLeave,
  type Decision,
  daysUsed,
  decideLeave,
  type LeaveRequest,
  leaveOf,
  requestLeave,
  withdrawLeave,
} from "./absences.ts";
import { contains, matches, type PageRequest, readPage } from "./paging.ts";
import type { Leave } from "./records.ts";
import { type Tool, tool, type Work } from "./tool.ts";

interface LeaveFilters extends PageRequest {
  readonly employee_no?: number;
  readonly kind?: Leave["kind"];
  readonly status?: Leave["status"];
  readonly year?: number;
  readonly half_day?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly text?: string;
}

function listLeave({ limit, cursor, from, until, text, ...filters }: LeaveFilters, work: Work): object {
  const { office } = work;
  const { employee_no, kind, status, year, half_day } = filters;
  if (employee_no !== undefined) office.get(office.employees, employee_no);
  const { items, total, next } = readPage(
    {
      name: ["leave", office.company, employee_no, kind, status, year, half_day, from, until, text],
      items: office.leave.values(),
      fits: (leave) =>
        matches(leave, filters) &&
        (from === undefined || leave.from >= from) &&
        (until === undefined || leave.until <= until) &&
        contains(leave.note, text),
      keyOf: (leave) => leave.from,
    },
    { limit, cursor },
  );
  return { leave: items, total, ...next };
}

function showAllowance({ employee_no, year }: { employee_no: number; year: number }, work: Work): object {
  const { office } = work;
  const { days_per_year } = office.get(office.employees, employee_no);
  const { approved, requested } = daysUsed(office, employee_no, year);
  return {
    employee_no,
    year,
    days_per_year,
    approved,
    requested,
    left: days_per_year - approved - requested,
    open_requests: leaveOf(office, employee_no, "requested").length,
  };
}

type OneLeave = { readonly leave_id: string };

export const leaveTools: Readonly<Record<string, Tool>> = {
  request_leave: tool<LeaveRequest & { request_id?: string }>("employee", (input, { office }) => {
    const { request_id, ...request } = input;
    return office.once("request_leave", request_id, request, () => requestLeave(office, request));
  }),
  get_leave: tool<OneLeave>("office:read", ({ leave_id }, { office }) => office.get(office.leave, leave_id)),
  list_leave: tool<LeaveFilters>("office:read", listLeave),
  decide_leave: tool<Decision>("manager", (decision, { office }) => decideLeave(office, decision)),
  withdraw_leave: tool<OneLeave>("employee", ({ leave_id }, { office }) => withdrawLeave(office, leave_id)),
  cancel_leave: tool<OneLeave>("employee", ({ leave_id }, { office }) => cancelLeave(office, leave_id)),
  get_allowance: tool<{ employee_no: number; year: number }>("office:read", showAllowance),
};
