/** What a restaurant keeps, and shows. Ids of a kind count up across all restaurants. */
export interface Table {
  id: number;
  name: string;
  area: "inside" | "terrace" | "bar";
  seats: number;
}

export interface Guest {
  id: number;
  name: string;
  phone: string | null;
}

export interface Reservation {
  id: number;
  table_id: number;
  guest_id: number;
  starts_at: string;
  ends_at: string;
  /** Until when the table waits for its guests. */
  held_until: string;
  party: number;
  deposit: string | null;
  state: "booked" | "seated" | "cancelled" | "no_show";
}

export interface Waiting {
  id: number;
  guest_id: number;
  party: number;
  position: number;
}

export interface MenuItem {
  id: number;
  name: string;
  price: string;
  available: boolean;
}

export type Modifier =
  | { kind: "without"; ingredient: string }
  | { kind: "extra"; name: string; price: string }
  | { kind: "doneness"; degree: "rare" | "medium" | "well_done" };

export interface Line {
  line: number;
  item_id: number;
  quantity: number;
  modifiers: Modifier[];
  price: string;
  state: "queued" | "cooking" | "served";
}

export interface Order {
  id: number;
  table_id: number;
  state: "open" | "billed";
  lines: Line[];
  total: string;
}

export interface Payment {
  payment: number;
  amount: string;
  method: "cash" | "card";
}

export interface Bill {
  id: number;
  order_id: number;
  subtotal: string;
  tip: string;
  total: string;
  paid: string;
  open: string;
  state: "unpaid" | "paid";
  payments: Payment[];
}

/** Everything of one restaurant. */
export class Books {
  readonly tables = new Map<number, Table>();
  readonly guests = new Map<number, Guest>();
  readonly reservations = new Map<number, Reservation>();
  readonly waiting = new Map<number, Waiting>();
  readonly menu = new Map<number, MenuItem>();
  readonly orders = new Map<number, Order>();
  readonly bills = new Map<number, Bill>();
  /** Request keys by tool: the arguments that came with them, and what was answered. */
  readonly answered = new Map<string, { readonly request: string; readonly result: object }>();
}

const counters = new Map<string, number>();

export function nextId(kind: string): number {
  const id = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, id);
  return id;
}

const houses = new Map<string, Books>();

export function booksOf(house: string): Books {
  const known = houses.get(house) ?? new Books();
  houses.set(house, known);
  return known;
}

export const allBooks = (): Iterable<Books> => houses.values();
