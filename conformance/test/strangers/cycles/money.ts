/** Prices, late fees and invoices, all in cents. */
import { isBroken } from "./breaks.ts";
import { countDays } from "./calendar.ts";
import type { Company } from "./company.ts";
import type { DamageInput, Hire, Part } from "./records.ts";
import { Refusal } from "./refusal.ts";

const lateHourCents = 500;
const mostLateCents = 50_000;

const damagePrices: Readonly<Record<Part, number>> = {
  puncture: 1500,
  brake: 2500,
  light: 1200,
  lock: 4000,
  basket: 3500,
  frame: 30_000,
};

export function listDamagePrices(): object[] {
  return Object.entries(damagePrices).map(([part, cents]) => ({ part, cents }));
}

export function priceDamages(damages: readonly DamageInput[]): Hire["damages"] {
  return damages.map(({ part, count }) => ({ part, count, cents: damagePrices[part] * count }));
}

export function lateFee(endsAt: string, returnedAt: number): number {
  const late = returnedAt - Date.parse(endsAt);
  return late > 0 ? Math.min(mostLateCents, Math.ceil(late / 3_600_000) * lateHourCents) : 0;
}

export function priceOf({ starts_at, ends_at, day_cents }: Hire): {
  readonly days: number;
  readonly price_cents: number;
} {
  const days = countDays({ start: Date.parse(starts_at), end: Date.parse(ends_at) });
  return { days, price_cents: days * day_cents };
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export function invoiceOf(company: Company, hire: Hire): object {
  if (hire.status !== "returned" && hire.status !== "lost")
    throw new Refusal("not_finished", `Hire ${hire.hire_id} is ${hire.status}. Return the bike first.`);
  const { days, price_cents } = priceOf(hire);
  const { model_id } = company.findBike(hire.bike_id);
  const loss_cents = hire.status === "lost" ? company.findModel(model_id).replacement_cents : 0;
  const damages_cents = add(hire.damages.map(({ cents }) => cents));
  const extra = damages_cents + hire.late_fee_cents + loss_cents;
  const kept = Math.min(hire.deposit_cents, extra);
  const total = price_cents + (isBroken("invoice-forgets-late-fee") ? extra - hire.late_fee_cents : extra);
  return {
    hire_id: hire.hire_id,
    lines: [
      { text: `Hire, ${days} days`, cents: price_cents },
      ...hire.damages.map(({ part, count, cents }) => ({ text: `Damage: ${part} (${count})`, cents })),
      ...(hire.late_fee_cents > 0 ? [{ text: "Returned late", cents: hire.late_fee_cents }] : []),
      ...(loss_cents > 0 ? [{ text: "Bike lost", cents: loss_cents }] : []),
    ],
    hire_cents: price_cents,
    damages_cents,
    late_fee_cents: hire.late_fee_cents,
    loss_cents,
    total_cents: total,
    deposit_cents: hire.deposit_cents,
    deposit_returned_cents: hire.deposit_cents - kept,
    to_pay_cents: total - kept,
  };
}
