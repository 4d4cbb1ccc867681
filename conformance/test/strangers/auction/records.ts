/** The records of an auction house, and their ids. Bids are whole euros, sums of invoices are counted in cents. */
import { randomBytes } from "node:crypto";

export interface Consignor {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly created_at: string;
}

export type LotState = "draft" | "catalogued" | "listed" | "sold" | "unsold" | "withdrawn";

export interface Bid {
  readonly bid_id: string;
  readonly lot_id: number;
  readonly bidder_id: string;
  readonly amount: number;
  readonly placed_at: string;
}

export interface Owner {
  readonly owner: string;
  readonly since?: number | undefined;
}

export interface LotDetails {
  title: string;
  category: string;
  description?: string | undefined;
  keywords: string[];
  provenance: Owner[];
  estimate: { low: number; high: number };
  reserve?: number | undefined;
}

export interface Lot extends LotDetails {
  readonly id: number;
  readonly consignor_id: string;
  state: LotState;
  sale_id?: string;
  readonly bids: Bid[];
  revision: number;
  readonly created_at: string;
}

export type SaleState = "draft" | "published" | "open" | "ended" | "cancelled";

export interface Sale {
  readonly id: string;
  readonly title: string;
  readonly premium_percent: number;
  readonly viewing_from: string;
  opens_at: string;
  ends_at: string;
  state: SaleState;
  opened_at?: string;
  readonly lots: Lot[];
}

export interface Bidder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly bid_limit: number;
  state: "active" | "suspended";
  readonly watching: number[];
  readonly registered_at: string;
}

export interface Payment {
  readonly payment_id: string;
  readonly amount: number;
  readonly method: string;
  readonly received_at: string;
}

export interface Invoice {
  readonly id: string;
  readonly lot_id: number;
  readonly bidder_id: string;
  readonly hammer: number;
  readonly premium: number;
  readonly payments: Payment[];
  state: "open" | "collected";
  readonly issued_at: string;
  collected_at?: string;
  collected_by?: string;
}

/** Paddles, lots and invoices of all houses are numbered together. */
const last = { consignor: 1000, lot: 4700, paddle: 200, invoice: 0 };

export function countUp(kind: keyof typeof last): number {
  last[kind] += 1;
  return last[kind];
}

export function makeRandomId(prefix: "sale" | "bid" | "pay"): string {
  return `${prefix}_${randomBytes(8).toString("hex")}`;
}

/** By how much a bid has to exceed the highest one. */
export function incrementAt(price: number): number {
  if (price < 100) return 5;
  if (price < 500) return 20;
  if (price < 1000) return 50;
  return price < 5000 ? 100 : 500;
}
