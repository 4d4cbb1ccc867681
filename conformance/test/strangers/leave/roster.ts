/** The rules of shifts, and of swaps. */
import { isOn, leaveOf } from "./absences.ts";
import { breaks } from "./breaks.ts";
import { newIds, type Office, oneDay } from "./office.ts";
import type { Shift, Swap } from "./records.ts";
import { Refusal } from "./refusal.ts";

const longestShift = 12 * 3_600_000;
const offerLifetime = 2 * oneDay;
const swapNotice = 3 * oneDay;
const openOffers = 3;

export interface NewShift {
  readonly team_id: string;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly break_minutes: number;
  readonly tasks: readonly string[];
}

/** A leap second counts as the second before. */
const instantOf = (text: string) => Date.parse(text.replace(/:60(?=[.zZ+-])/, ":59"));

export function planShift(office: Office, input: NewShift): Shift {
  office.get(office.teams, input.team_id);
  return addShift(office, input, instantOf(input.starts_at), instantOf(input.ends_at));
}

export function copyShift(office: Office, id: string, startsAt: string): Shift {
  const source = office.get(office.shifts, id);
  const start = instantOf(startsAt);
  return addShift(office, source, start, start + Date.parse(source.ends_at) - Date.parse(source.starts_at));
}

function addShift(office: Office, input: NewShift, start: number, end: number): Shift {
  const minutes = Math.floor((end - start) / 60_000);
  const { team_id, name, break_minutes, tasks } = input;
  if (!(minutes >= 1) || end - start > longestShift)
    throw new Refusal("invalid_times", "A shift ends after its start, and takes twelve hours at most.");
  if (break_minutes > minutes)
    throw new Refusal("invalid_times", `The break is longer than the shift, which takes ${minutes} minutes.`);
  const startsAt = new Date(start).toISOString();
  if (!startsAt.startsWith("20")) throw new Refusal("invalid_times", `${startsAt} is not in this century.`);
  const shift: Shift = {
    id: newIds.shift(),
    team_id,
    name,
    starts_at: startsAt,
    ends_at: new Date(end).toISOString(),
    minutes,
    break_minutes,
    paid_minutes: minutes - break_minutes,
    tasks: [...tasks],
    status: "open",
    created_at: office.time(),
  };
  office.shifts.set(shift.id, shift);
  return shift;
}

function shiftIn(office: Office, id: string, ...states: Shift["status"][]): Shift {
  const shift = office.get(office.shifts, id);
  if (!states.includes(shift.status))
    throw new Refusal("shift_state", `${id} is ${shift.status}. It has to be ${states.join(" or ")}.`);
  return shift;
}

export function assignShift(office: Office, id: string, no: number): Shift {
  office.get(office.shifts, id);
  office.get(office.employees, no);
  const shift = shiftIn(office, id, "open");
  const { name, team_id } = office.activeEmployee(no);
  if (team_id !== shift.team_id)
    throw new Refusal(
      "other_team",
      `${name} is in the team ${team_id}. The shift is one of ${shift.team_id}.`,
    );
  checkTime(office, shift, no);
  shift.employee_no = no;
  shift.status = "assigned";
  return shift;
}

/** Refuses if the employee works at that time, in another shift than the one that is given away, or is on leave. */
function checkTime(office: Office, shift: Shift, no: number, givenAway?: Shift): void {
  const { starts_at, ends_at } = shift;
  const clash = [...office.shifts.values()].find(
    (each) =>
      each !== shift &&
      each !== givenAway &&
      each.status === "assigned" &&
      each.employee_no === no &&
      each.starts_at < ends_at &&
      starts_at < each.ends_at,
  );
  if (clash !== undefined)
    throw new Refusal(
      "shift_clash",
      `${no} works in ${clash.id} until ${clash.ends_at}. Choose somebody else.`,
    );
  const leave = leaveOf(office, no, "approved").find((each) => isOn(shift, each));
  if (leave !== undefined)
    throw new Refusal("on_leave", `${no} is on leave from ${leave.from} until ${leave.until}.`);
}

export function unassignShift(office: Office, id: string): Shift {
  const shift = shiftIn(office, id, "assigned");
  delete shift.employee_no;
  shift.status = "open";
  voidOffers(office, id);
  return shift;
}

export function cancelShift(office: Office, id: string): Shift {
  const shift = shiftIn(office, id, "open", "assigned");
  delete shift.employee_no;
  shift.status = "cancelled";
  voidOffers(office, id);
  return shift;
}

function voidOffers(office: Office, ...shifts: string[]): void {
  for (const swap of office.swaps.values())
    if (swap.status === "offered" && (shifts.includes(swap.shift_id) || shifts.includes(swap.for_shift_id)))
      swap.status = "void";
}

export interface Offer {
  readonly shift_id: string;
  readonly for_shift_id: string;
  readonly message?: string;
}

export function offerSwap(office: Office, { shift_id, for_shift_id, message }: Offer): Swap {
  office.get(office.shifts, shift_id);
  office.get(office.shifts, for_shift_id);
  const shift = shiftIn(office, shift_id, "assigned");
  const wanted = shiftIn(office, for_shift_id, "assigned");
  const [offered_by, offered_to] = [shift.employee_no!, wanted.employee_no!];
  if (offered_by === offered_to)
    throw new Refusal("same_employee", `Both shifts are those of ${offered_by}.`);
  if (shift.team_id !== wanted.team_id)
    throw new Refusal("other_team", "Shifts are swapped within a team only.");
  for (const { id, starts_at } of [shift, wanted])
    if (Date.parse(starts_at) - office.now() < swapNotice)
      throw new Refusal("too_late", `${id} starts at ${starts_at}, in less than three days.`);
  const open = [...office.swaps.values()].filter(
    (swap) => swap.offered_by === offered_by && swap.status === "offered",
  );
  if (open.length >= openOffers)
    throw new Refusal(
      "too_many_offers",
      `${offered_by} has ${open.length} open offers. Withdraw one before.`,
    );
  const swap: Swap = {
    id: newIds.swap(),
    shift_id,
    for_shift_id,
    offered_by,
    offered_to,
    ...(message !== undefined && { message }),
    status: "offered",
    expires_at: office.time(offerLifetime),
    created_at: office.time(),
  };
  office.swaps.set(swap.id, swap);
  return swap;
}

function openOffer(office: Office, id: string): Swap {
  const swap = office.get(office.swaps, id);
  if (swap.status !== "offered") throw new Refusal("swap_state", `The offer ${id} is ${swap.status}.`);
  return swap;
}

export function answerSwap(office: Office, id: string, answer: "accept" | "decline"): Swap {
  const swap = openOffer(office, id);
  if (answer === "accept") exchange(office, swap);
  swap.status = answer === "accept" ? "accepted" : "declined";
  swap.answered_at = office.time();
  if (answer === "accept") voidOffers(office, swap.shift_id, swap.for_shift_id);
  return swap;
}

function exchange(office: Office, { shift_id, for_shift_id, offered_by, offered_to }: Swap): void {
  const shift = office.get(office.shifts, shift_id);
  const wanted = office.get(office.shifts, for_shift_id);
  checkTime(office, shift, offered_to, wanted);
  checkTime(office, wanted, offered_by, shift);
  wanted.employee_no = offered_by;
  if (!breaks("swap-moves-one")) shift.employee_no = offered_to;
}

export function withdrawSwap(office: Office, id: string): Swap {
  const swap = openOffer(office, id);
  swap.status = "withdrawn";
  return swap;
}
