/** Folios: what a guest has been charged, has paid, and still has to pay, in whole cents. */
import { makes } from "./breaks.ts";
import { Problem } from "./problem.ts";

interface Charge {
  readonly kind: string;
  readonly cents: number;
  readonly note?: string;
  readonly at: number;
}

interface Payment {
  readonly method: string;
  readonly cents: number;
  readonly at: number;
}

export interface Folio {
  readonly charges: Charge[];
  readonly payments: Payment[];
}

export interface Totals {
  readonly charged_cents: number;
  readonly paid_cents: number;
  readonly balance_cents: number;
}

export function addCharge({ charges }: Folio, kind: string, cents: number, at: number, note?: string): void {
  charges.push({ kind, cents, at, ...(note !== undefined && { note }) });
}

export function addPayment(folio: Folio, method: string, cents: number, at: number): void {
  const { balance_cents, charged_cents } = totalsOf(folio);
  if (cents > (makes("payments-alone") ? charged_cents : balance_cents))
    throw new Problem("overpaid", `Only ${balance_cents} cents are to be paid. Pay that, or less.`);
  folio.payments.push({ method, cents, at });
}

export function totalsOf({ charges, payments }: Folio): Totals {
  const counted = makes("balance-without-parking")
    ? charges.filter(({ kind }) => kind !== "parking")
    : charges;
  const charged_cents = addUp(counted);
  const paid_cents = addUp(payments);
  return { charged_cents, paid_cents, balance_cents: charged_cents - paid_cents };
}

function addUp(lines: readonly { readonly cents: number }[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}
