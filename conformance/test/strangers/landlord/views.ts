/** Records as the tools show them, and parts of lists. */
import { isBroken } from "./breaks.ts";
import { nextDueOn } from "./leases.ts";
import { amountOf } from "./money.ts";
import type { Office } from "./office.ts";
import { balanceOf } from "./payments.ts";
import type { Key, Lease, Payment, Property, Tenant, Unit } from "./records.ts";

export function showProperty(office: Office, property: Property) {
  const units = [...office.units.values()].filter(({ property_id }) => property_id === property.id);
  return { ...property, units: units.length };
}

export function showUnit(office: Office, unit: Unit) {
  const lease = office.shownLease(unit.id);
  const wasOut = ({ unit_id }: Key) => unit_id === unit.id && isBroken("returned-key-still-out");
  const lost = [...office.keys.values()].filter((key) => wasOut(key) && key.status === "returned");
  return {
    ...unit,
    keys_out: office.keysOut(unit.id).length + lost.length,
    status: lease === undefined ? ("vacant" as const) : ("let" as const),
    lease_id: lease?.id ?? null,
  };
}

export function showTenant(office: Office, { phone, email, ...tenant }: Tenant, seesContacts: boolean) {
  const leases = [...office.leases.values()].filter(
    ({ tenant_id, status }) => tenant_id === tenant.id && status !== "ended",
  );
  return { ...tenant, ...(seesContacts && { phone, email }), leases: leases.length };
}

export function showLease(office: Office, lease: Lease) {
  const { rents, raised_on, deposit, withheld, ...rest } = lease;
  const balance = balanceOf(office, lease);
  return {
    ...rest,
    rent: amountOf(rents.at(-1)!.cents),
    rent_raised_on: raised_on,
    next_due_on: nextDueOn(lease, office.today),
    balance: amountOf(balance),
    payment_status: statusOf(balance),
    deposit: amountOf(deposit),
    withheld: lease.deposit_status === "returned" ? amountOf(withheld) : null,
  };
}

function statusOf(balance: number): "settled" | "in arrears" | "in advance" {
  if (balance === 0) return "settled";
  return balance > 0 ? "in arrears" : "in advance";
}

export function showPayment({ cents, ...payment }: Payment) {
  return { ...payment, amount: amountOf(cents) };
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** A part of the rows that fit, the first ones first, and how many fit. */
export function partOf<Row>(rows: Iterable<Row>, { offset, limit }: Part, fits: (row: Row) => boolean) {
  const all = [...rows];
  const fitting = all.filter(fits);
  if (isBroken("filter-after-page"))
    return { part: all.slice(offset, offset + limit).filter(fits), total: fitting.length };
  return { part: fitting.slice(offset, offset + limit), total: fitting.length };
}

/** Whether a row has the value of each argument that is there. */
export const matches = (row: object, filters: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(filters).every(
    ([name, value]) => value === undefined || (row as Record<string, unknown>)[name] === value,
  );

export const hasWords = (words: string | undefined, ...texts: readonly string[]): boolean =>
  words === undefined || texts.some((text) => text.toLowerCase().includes(words.toLowerCase()));
