/** Payments of rent and of deposits. */
import { isBroken } from "./breaks.ts";
import { duesOf } from "./leases.ts";
import { amountOf, centsOf } from "./money.ts";
import type { Office } from "./office.ts";
import type { Lease, Payment } from "./records.ts";
import { Refusal } from "./refusal.ts";

/** What the tenant owes: below zero for rent that was paid in advance. */
export function balanceOf(office: Office, lease: Lease): number {
  const due = duesOf(lease, office.today).reduce((sum, { cents }) => sum + cents, 0);
  const counts = ({ purpose }: Payment) => purpose === "rent" || isBroken("deposit-lowers-balance");
  const paid = [...office.payments.values()]
    .filter((payment) => payment.lease_id === lease.id && counts(payment))
    .reduce((sum, { cents }) => sum + cents, 0);
  return due - paid - lease.withheld;
}

interface PaymentMade {
  readonly lease_id: string;
  readonly amount: string;
  readonly purpose: Payment["purpose"];
  readonly method: Payment["method"];
  readonly paid_on?: string | undefined;
  readonly note?: string | null | undefined;
}

export function recordPayment(office: Office, payment: PaymentMade): Payment {
  const { lease_id, amount, purpose, method, paid_on = office.today, note = null } = payment;
  const lease = office.lease(lease_id);
  const cents = centsOf(amount);
  if (cents === 0) throw new Refusal("The amount must be more than 0.00.");
  if (paid_on > office.today) throw new Refusal(`${paid_on} is in the future.`);
  if (purpose === "deposit") takeDeposit(lease, cents);
  else checkRent(office, lease, cents);
  return office.add(office.payments, "B", { lease_id, cents, purpose, method, paid_on, note });
}

function takeDeposit(lease: Lease, cents: number): void {
  if (lease.status === "ended") throw new Refusal(`Lease ${lease.id} has ended.`);
  if (lease.deposit_status !== "due") throw new Refusal(`The deposit of lease ${lease.id} was paid.`);
  if (cents !== lease.deposit)
    throw new Refusal(`The deposit of lease ${lease.id} is ${amountOf(lease.deposit)}, paid at once.`);
  lease.deposit_status = "held";
}

function checkRent(office: Office, lease: Lease, cents: number): void {
  const open = balanceOf(office, lease);
  if (lease.status === "ended" && open <= 0) throw new Refusal(`Lease ${lease.id} has ended.`);
  const most = lease.status === "ended" ? open : open + 3 * lease.rents.at(-1)!.cents;
  if (cents > most) throw new Refusal(`Lease ${lease.id} takes at most ${amountOf(Math.max(most, 0))} now.`);
}

export function returnDeposit(office: Office, id: string, withheld: string): Lease {
  const lease = office.lease(id);
  if (lease.deposit_status !== "held")
    throw new Refusal(`The office does not hold the deposit of lease ${id}: it is ${lease.deposit_status}.`);
  if (lease.status !== "ended") throw new Refusal(`Lease ${id} has not ended.`);
  const out = office.keysOut(lease.unit_id).find(({ lease_id }) => lease_id === id);
  if (out !== undefined) throw new Refusal(`Key ${out.id} of lease ${id} is still out.`);
  const most = Math.max(0, Math.min(lease.deposit, balanceOf(office, lease)));
  if (centsOf(withheld) > most) throw new Refusal(`At most ${amountOf(most)} can be withheld.`);
  lease.withheld = centsOf(withheld);
  lease.deposit_status = "returned";
  return lease;
}
