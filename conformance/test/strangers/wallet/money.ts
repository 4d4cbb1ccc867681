/** Amounts: whole minor units inside, decimal texts in the tools for cards, transfers and statements. */
import { isBroken } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

export type Currency = "EUR" | "GBP" | "JPY";

/** Digits after the point. Yen have none. */
const digitsOf = (currency: Currency): number => (currency === "JPY" && !isBroken("yen-has-cents") ? 0 : 2);

export function formatAmount(minor: number, currency: Currency): string {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

export function parseAmount(amount: string, currency: Currency): number {
  const [whole = "", fraction = ""] = amount.split(".");
  const digits = currency === "JPY" ? 0 : 2;
  if (fraction.length !== digits && fraction.length > 0)
    throw new Refusal(`${amount} is not an amount in ${currency}.`);
  const minor = Number(whole) * 10 ** digits + Number(fraction);
  if (minor === 0) throw new Refusal("The amount must be more than zero.");
  return minor;
}

/** Half a percent, at least 20 and at most 500 minor units. Halves are rounded up. */
export function feeOf(minor: number): number {
  const share = isBroken("fee-rounded-down") ? Math.floor(minor / 200) : Math.round(minor / 200);
  return Math.min(500, Math.max(20, share));
}
