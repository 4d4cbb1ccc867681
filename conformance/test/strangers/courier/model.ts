/** The courier's records, and the prices of parcels. Amounts are counted in cents, and weights in grams times ten. */
import { randomBytes } from "node:crypto";
import { breaks } from "./breaks.ts";

export interface Customer {
  readonly id: string;
  name: string;
  city: string;
  readonly created_at: string;
}

export interface Driver {
  readonly id: string;
  readonly name: string;
  readonly vehicle: string;
  readonly created_at: string;
}

export type RouteState = "planned" | "under_way" | "done" | "cancelled";

export interface Route {
  readonly id: string;
  readonly driver_id: string;
  readonly day: string;
  state: RouteState;
  /** In hundredths of a kilogram. */
  load: number;
  readonly parcels: string[];
  started_at?: string;
}

export type ParcelState = "created" | "assigned" | "out" | "delivered" | "returned" | "cancelled" | "lapsed";

export interface Price {
  readonly base: number;
  readonly weight: number;
  readonly express: number;
  readonly total: number;
}

export interface Parcel {
  readonly id: string;
  readonly customer_id: string;
  recipient: string;
  address: string;
  readonly phone?: string;
  weight_kg: number;
  express: boolean;
  price: Price;
  state: ParcelState;
  route_id?: string;
  attempts: number;
  signed_by?: string;
  revision: number;
  readonly created_at: string;
  readonly drop_off_until: string;
  delivered_at?: string;
}

/** Euros: 4.90 for each parcel, 0.70 a kilogram, rounded up to a cent, and 6.50 for express. */
export function priceOf(weightKg: number, express: boolean): Price {
  const cents = { base: 490, weight: Math.ceil(hundredths(weightKg) * 0.7), express: express ? 650 : 0 };
  return {
    base: cents.base / 100,
    weight: cents.weight / 100,
    express: cents.express / 100,
    total: (cents.base + cents.weight + cents.express) / 100,
  };
}

/** The price after a change of a parcel. */
export function reprice(parcel: Parcel): Price {
  const price = priceOf(parcel.weight_kg, parcel.express);
  return breaks("total-not-repriced") ? { ...price, total: parcel.price.total } : price;
}

export function hundredths(value: number): number {
  return Math.round(value * 100);
}

const letters = "abcdefghijklmnopqrstuvwxyz234567";

export function makeId(prefix: "cus" | "drv" | "rt"): string {
  return `${prefix}_${[...randomBytes(12)].map((byte) => letters[byte % 32]).join("")}`;
}

const trackingNumbers = new Set<string>();

export function makeTrackingNumber(): string {
  const digits = String(randomBytes(5).readUIntBE(0, 5) % 10_000_000_000).padStart(10, "0");
  if (trackingNumbers.has(digits)) return makeTrackingNumber();
  trackingNumbers.add(digits);
  return `PX${digits}`;
}
