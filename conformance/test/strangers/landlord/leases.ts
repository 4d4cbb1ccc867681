/** Leases: how they are signed and end, and what rent is due. */
import { isBroken } from "./breaks.ts";
import { addDays, addMonths, isShortened } from "./days.ts";
import { amountOf, centsOf } from "./money.ts";
import type { Office } from "./office.ts";
import type { Lease, Notice } from "./records.ts";
import { Refusal } from "./refusal.ts";

const noticeDays = 90;
const earliestStartMonths = 12;
const latestStartDays = 180;

interface Agreement {
  readonly unit_id: string;
  readonly tenant_id: string;
  readonly starts_on?: string | undefined;
  readonly rent: string;
  readonly deposit: string;
}

export function signLease(office: Office, agreement: Agreement): Lease {
  const { unit_id, tenant_id, rent, deposit, starts_on = office.today } = agreement;
  office.unit(unit_id);
  office.find(office.tenants, "tenant", tenant_id);
  const present = office.presentLease(unit_id);
  if (present !== undefined) throw new Refusal(`Unit ${unit_id} is let: lease ${present.id} has not ended.`);
  const earliest = addMonths(office.today, -earliestStartMonths);
  const latest = addDays(office.today, latestStartDays);
  if (starts_on < earliest || starts_on > latest)
    throw new Refusal(`A lease can start from ${earliest} to ${latest}.`);
  const cents = centsOf(rent);
  if (cents === 0) throw new Refusal("The rent must be more than 0.00.");
  if (centsOf(deposit) > 3 * cents)
    throw new Refusal(`The deposit is at most three rents: ${amountOf(3 * cents)}.`);
  return office.add(office.leases, "L", {
    unit_id,
    tenant_id,
    signed_on: office.today,
    starts_on,
    deposit: centsOf(deposit),
    rents: [{ day: starts_on, cents }],
    status: "running",
    deposit_status: "due",
    raised_on: null,
    ends_on: null,
    notice: null,
    withheld: 0,
  });
}

interface NoticeGiven {
  readonly lease_id: string;
  readonly ends_on?: string | undefined;
  readonly given_by: Notice["given_by"];
  readonly reason?: string | null | undefined;
}

export function giveNotice(
  office: Office,
  { lease_id, ends_on, given_by, reason = null }: NoticeGiven,
): Lease {
  const lease = office.lease(lease_id);
  refuseEnded(lease);
  if (lease.status === "under notice")
    throw new Refusal(`Lease ${lease.id} is under notice already, and ends on ${lease.ends_on}.`);
  const inTime = addDays(office.today, noticeDays);
  const earliest = lease.starts_on > inTime ? lease.starts_on : inTime;
  const end = ends_on ?? earliest;
  const latest = addMonths(office.today, 24);
  if (end < earliest || end > latest)
    throw new Refusal(
      `The notice period is ${noticeDays} days: the lease can end from ${earliest} to ${latest}.`,
    );
  lease.status = "under notice";
  lease.ends_on = end;
  lease.notice = { given_on: office.today, given_by, reason };
  return lease;
}

export function raiseRent(office: Office, id: string, rent: string): Lease {
  const lease = office.lease(id);
  refuseEnded(lease);
  if (lease.status === "under notice") throw new Refusal(`Lease ${id} is under notice. Its rent stays.`);
  if (lease.raised_on !== null && !isRaiseDue(lease.raised_on, office.today))
    throw new Refusal(
      `The rent of lease ${id} was raised on ${lease.raised_on}. It can be raised once in 12 months.`,
    );
  const present = lease.rents.at(-1)!.cents;
  const highest = Math.floor(present * 1.2);
  const cents = centsOf(rent);
  if (cents <= present || cents > highest)
    throw new Refusal(
      `The new rent must be more than ${amountOf(present)} and at most ${amountOf(highest)}.`,
    );
  lease.rents.push({ day: addDays(office.today, 1), cents });
  lease.raised_on = office.today;
  return lease;
}

function isRaiseDue(raisedOn: string, today: string): boolean {
  if (isBroken("raise-each-calendar-year")) return raisedOn.slice(0, 4) < today.slice(0, 4);
  return addMonths(raisedOn, 12) <= today;
}

export function refuseEnded(lease: Lease): void {
  if (lease.status === "ended") throw new Refusal(`Lease ${lease.id} has ended.`);
}

/** The days on which rent has fallen due, and how much. */
export function duesOf(lease: Lease, today: string): { readonly day: string; readonly cents: number }[] {
  const dues = [];
  for (let month = 0; ; month += 1) {
    const day = addMonths(lease.starts_on, month);
    if (day > today || (lease.ends_on !== null && day >= lease.ends_on)) return dues;
    if (isBroken("month-end-skipped") && isShortened(lease.starts_on, day)) continue;
    dues.push({ day, cents: lease.rents.findLast((rent) => rent.day <= day)!.cents });
  }
}

export function nextDueOn(lease: Lease, today: string): string | null {
  for (let month = 0; ; month += 1) {
    const day = addMonths(lease.starts_on, month);
    if (day <= today) continue;
    return lease.ends_on !== null && day >= lease.ends_on ? null : day;
  }
}
