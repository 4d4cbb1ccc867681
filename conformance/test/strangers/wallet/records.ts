/** What the bank keeps. Times are milliseconds, amounts minor units. */
import { randomInt } from "node:crypto";
import type { Currency } from "./money.ts";

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  status: "pending" | "verified";
  readonly createdAt: number;
}

/** A movement of money. The balance of a wallet is the sum of its entries. */
export interface Entry {
  readonly at: number;
  readonly kind: "top_up" | "payment" | "transfer" | "fee" | "return";
  readonly amount: number;
  readonly reference: string | null;
}

export interface Wallet {
  readonly id: string;
  readonly customerId: string;
  readonly currency: Currency;
  readonly label: string | null;
  status: "open" | "closed";
  readonly openedAt: number;
  readonly entries: Entry[];
}

export interface Card {
  readonly id: string;
  readonly walletId: string;
  readonly holder: string;
  readonly last4: string;
  readonly dailyLimit: number;
  readonly monthlyLimit: number;
  status: "ordered" | "active" | "frozen" | "closed";
  readonly orderedAt: number;
  activatedAt: number | null;
}

export interface Payment {
  readonly id: string;
  readonly cardId: string;
  readonly walletId: string;
  readonly amount: number;
  readonly merchant: string;
  status: "held" | "captured" | "released" | "expired";
  captured: number | null;
  readonly authorizedAt: number;
  readonly expiresAt: number;
}

export interface Transfer {
  readonly id: string;
  readonly walletId: string;
  readonly recipient: string;
  readonly iban: string;
  readonly amount: number;
  readonly fee: number;
  readonly reference: string | null;
  readonly standingOrderId: string | null;
  status: "pending" | "booked" | "returned";
  readonly createdAt: number;
  readonly booksAt: number;
  bookedAt: number | null;
  returnedAt: number | null;
}

export interface StandingOrder {
  readonly id: string;
  readonly walletId: string;
  readonly recipient: string;
  readonly iban: string;
  readonly amount: number;
  readonly day: number;
  status: "active" | "cancelled";
  nextRun: string;
  runs: number;
  lastError: string | null;
  readonly createdAt: number;
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Makes an id such as `wal_k3j9x2ab`. */
export function makeId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("")}`;
}
