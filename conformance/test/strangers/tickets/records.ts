/** The records of a box office. Prices are in cents, times in milliseconds. */
import { randomBytes } from "node:crypto";

export interface Venue {
  readonly venue_id: number;
  readonly name: string;
  readonly city: string;
  readonly time_zone: string;
}

export type EventStatus = "draft" | "on_sale" | "sold_out" | "over" | "cancelled";

export interface TicketType {
  readonly id: string;
  readonly event: Event;
  readonly name: string;
  price: number;
  capacity: number;
  readonly places: { held: number; sold: number };
}

export interface Event {
  readonly id: string;
  /** Counts up, for events that start at the same time. */
  readonly number: number;
  readonly venue: Venue;
  name: string;
  description?: string;
  tags: readonly string[];
  all_ages: boolean;
  status: EventStatus;
  starts_at: number;
  /** The day of the start in the time zone of the venue. */
  day: string;
  readonly types: TicketType[];
  revision: number;
  readonly created_at: number;
  published_at?: number;
}

export interface PromoCode {
  readonly code: string;
  readonly percent: number;
  readonly max_uses: number;
  uses: number;
}

export type OrderStatus = "held" | "paid" | "partly_refunded" | "refunded" | "expired";

export interface OrderItem {
  readonly type: TicketType;
  readonly quantity: number;
  /** The price when the order was made. */
  readonly price: number;
  /** What the promo code takes off each ticket. */
  readonly discount: number;
}

export interface Order {
  readonly id: string;
  readonly number: number;
  readonly event: Event;
  readonly customer_name: string;
  readonly email: string;
  readonly items: readonly OrderItem[];
  readonly promo: PromoCode | undefined;
  readonly gross: number;
  readonly discount: number;
  status: OrderStatus;
  refunded: number;
  readonly created_at: number;
  readonly expires_at: number;
  paid_at?: number;
  payment_method?: string;
  readonly tickets: Ticket[];
}

export interface Ticket {
  readonly code: string;
  readonly order: Order;
  readonly item: OrderItem;
  readonly holder_name: string;
  status: "valid" | "checked_in" | "void";
  readonly issued_at: number;
  checked_in_at?: number;
  replaced_by?: string;
}

export interface WaitingEntry {
  readonly entry_id: number;
  readonly event: Event;
  readonly name: string;
  readonly email: string;
  readonly seats: number;
  notified: boolean;
  readonly joined_at: number;
}

const numbers = { venue: 0, event: 0, order: 100_000, entry: 0 };

export function nextNumber(kind: keyof typeof numbers): number {
  numbers[kind] += 1;
  return numbers[kind];
}

function randomText(alphabet: string, length: number): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join("");
}

export function makeId(prefix: "ev" | "tt"): string {
  return `${prefix}_${randomText("abcdefghijklmnopqrstuvwxyz234567", 10)}`;
}

/** Twelve letters and digits that nobody confuses when reading them aloud. */
export function makeTicketCode(): string {
  const part = () => randomText("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 4);
  return `${part()}-${part()}-${part()}`;
}

export function capacityOf({ types }: Event): number {
  return types.reduce((sum, { capacity }) => sum + capacity, 0);
}

export function availableOf({ capacity, places }: TicketType): number {
  return capacity - places.held - places.sold;
}

export function placesLeft({ types }: Event): number {
  return types.reduce((sum, type) => sum + availableOf(type), 0);
}

const hour = 3_600_000;

export const overAt = ({ starts_at }: Event): number => starts_at + 6 * hour;
export const transfersUntil = ({ starts_at }: Event): number => starts_at - 2 * hour;
