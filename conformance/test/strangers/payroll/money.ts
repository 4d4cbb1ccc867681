/** Amounts are whole numbers of the smallest unit: cents of the euro, millimes of the Tunisian dinar. */
import { refuse } from "./refused.ts";

export type Currency = "EUR" | "TND";

const digits = { EUR: 2, TND: 3 } as const;

export function readAmount(text: string, currency: Currency): number {
  const [whole = "0", decimals = ""] = text.replace("-", "").split(".");
  if (decimals.length > digits[currency])
    refuse(
      `Amounts in ${currency} have at most ${digits[currency]} decimals, so ${text} does not work here.`,
    );
  const units = Number(whole + decimals.padEnd(digits[currency], "0"));
  return text.startsWith("-") ? -units : units;
}

export function writeAmount(units: number, currency: Currency): string {
  const places = digits[currency];
  const text = String(Math.abs(units)).padStart(places + 1, "0");
  return `${units < 0 ? "-" : ""}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Rounds halves away from zero. */
export function roundUnits(units: number): number {
  return Math.sign(units) * Math.round(Math.abs(units)) || 0;
}
