/** The rules of leave: days, allowances, decisions, and notice. */
import { breaks } from "./breaks.ts";
import { newIds, type Office, oneDay } from "./office.ts";
import type { Leave, Shift } from "./records.ts";
import { Refusal } from "./refusal.ts";

const decisionTime = 14 * oneDay;
const cancelNotice = 2 * oneDay;
const openRequests = 5;

export interface LeaveRequest {
  readonly employee_no: number;
  readonly kind: Leave["kind"];
  readonly from: string;
  readonly until: string;
  readonly half_day: boolean;
  readonly note?: string;
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days of holiday that count for a year. */
export function daysUsed(office: Office, no: number, year: number): { approved: number; requested: number } {
  const used = { approved: 0, requested: 0 };
  for (const { employee_no, kind, year: of, status, half_day, days } of office.leave.values()) {
    if (employee_no !== no || kind !== "holiday" || of !== year) continue;
    const counted = half_day && breaks("half-day-counts-whole") ? 1 : days;
    if (status === "requested") used.requested += counted;
    if (status === "approved" || (status === "cancelled" && breaks("cancelled-keeps-days")))
      used.approved += counted;
  }
  return used;
}

export function leaveOf(office: Office, no: number, ...states: Leave["status"][]): Leave[] {
  return [...office.leave.values()].filter(
    ({ employee_no, status }) => employee_no === no && states.includes(status),
  );
}

function countDays({ from, until, half_day }: LeaveRequest): number {
  const days = Math.round((startOf(until) - startOf(from)) / oneDay) + 1;
  if (days < 1) throw new Refusal("invalid_days", `The last day ${until} is before the first day ${from}.`);
  if (!half_day) return days;
  if (days > 1) throw new Refusal("invalid_days", "Half a day is on one day: from and until are the same.");
  return 0.5;
}

function overlap(one: LeaveRequest, other: Leave): boolean {
  const beginsInTime = breaks("last-day-free") ? one.from < other.until : one.from <= other.until;
  return beginsInTime && other.from <= one.until;
}

export function requestLeave(office: Office, request: LeaveRequest): Leave {
  const { employee_no: no, kind, from, until, half_day, note } = request;
  const { name, days_per_year } = office.activeEmployee(no);
  const days = countDays(request);
  const year = Number(from.slice(0, 4));
  if (kind === "holiday" && from < office.today())
    throw new Refusal("in_the_past", `Holiday begins today (${office.today()}) or later.`);
  const taken = leaveOf(office, no, "requested", "approved").find((leave) => overlap(request, leave));
  if (taken !== undefined)
    throw new Refusal(
      "overlapping_leave",
      `${name} has ${taken.id} from ${taken.from} until ${taken.until}. Withdraw or cancel it, or take other days.`,
    );
  if (leaveOf(office, no, "requested").length >= openRequests)
    throw new Refusal("too_many_open", `${openRequests} requests of ${name} wait for a decision already.`);
  const used = daysUsed(office, no, year);
  const left = days_per_year - used.approved - used.requested;
  if (kind === "holiday" && days > left)
    throw new Refusal("allowance_exceeded", `${name} has ${left} days left in ${year}. This takes ${days}.`);
  const leave: Leave = {
    id: newIds.leave(),
    employee_no: no,
    kind,
    from,
    until,
    half_day,
    days,
    year,
    ...(note !== undefined && { note }),
    status: "requested",
    decide_by: office.time(decisionTime),
    created_at: office.time(),
  };
  office.leave.set(leave.id, leave);
  return leave;
}

function leaveIn(office: Office, id: string, status: Leave["status"]): Leave {
  const leave = office.get(office.leave, id);
  if (leave.status !== status) throw new Refusal("leave_state", `${id} is ${leave.status}, not ${status}.`);
  return leave;
}

export interface Decision {
  readonly leave_id: string;
  readonly decision: "approve" | "refuse";
  readonly decided_by: number;
  readonly note?: string;
}

export function decideLeave(office: Office, { leave_id, decision, decided_by, note }: Decision): Leave {
  office.get(office.leave, leave_id);
  office.get(office.employees, decided_by);
  const leave = leaveIn(office, leave_id, "requested");
  office.activeEmployee(decided_by);
  checkManager(office, leave, decided_by);
  if (decision === "approve") checkShifts(office, leave);
  leave.status = decision === "approve" ? "approved" : "refused";
  leave.decided_by = decided_by;
  leave.decided_at = office.time();
  if (note !== undefined) leave.decision_note = note;
  return leave;
}

function checkManager(office: Office, { employee_no }: Leave, decidedBy: number): void {
  if (breaks("anyone-decides")) return;
  const { name, manager_no } = office.get(office.employees, employee_no);
  if (employee_no === decidedBy) throw new Refusal("own_request", `${name} does not decide about own leave.`);
  if (manager_no !== undefined && manager_no !== decidedBy)
    throw new Refusal("not_the_manager", `The manager of ${name} is ${manager_no}, who decides.`);
}

function checkShifts(office: Office, leave: Leave): void {
  const shift = [...office.shifts.values()].find(
    (each) => each.status === "assigned" && each.employee_no === leave.employee_no && isOn(each, leave),
  );
  if (shift !== undefined)
    throw new Refusal("has_shift", `${leave.employee_no} works in ${shift.id}. Unassign or swap it before.`);
}

/** Whether a shift is, in part, on a day of the leave. */
export function isOn({ starts_at, ends_at }: Shift, { from, until }: Leave): boolean {
  return Date.parse(starts_at) < startOf(until) + oneDay && Date.parse(ends_at) > startOf(from);
}

export function withdrawLeave(office: Office, id: string): Leave {
  const leave = leaveIn(office, id, "requested");
  leave.status = "withdrawn";
  return leave;
}

export function cancelLeave(office: Office, id: string): Leave {
  const leave = leaveIn(office, id, "approved");
  const day = breaks("notice-from-last-day") ? leave.until : leave.from;
  if (startOf(day) - office.now() < cancelNotice)
    throw new Refusal(
      "too_late",
      `${id} begins on ${leave.from}. It could be cancelled until two days before.`,
    );
  leave.status = "cancelled";
  return leave;
}
