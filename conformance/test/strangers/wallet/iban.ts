/** The check digits of an IBAN: letters count from 10, and the whole is 1 modulo 97. */
import { Refusal } from "./refusal.ts";

export function checkIban(iban: string): void {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  if (BigInt(digits) % 97n !== 1n) throw new Refusal(`${iban} is not a valid IBAN.`);
}
