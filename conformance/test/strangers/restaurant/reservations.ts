/** Tables, guests, reservations and the waiting list. */
import { isBroken } from "./breaks.ts";
import { minute, now, timestamp } from "./clock.ts";
import {
  allBooks,
  type Books,
  type Guest,
  nextId,
  type Reservation,
  type Table,
  type Waiting,
} from "./records.ts";
import { Refusal } from "./refusal.ts";

const noticeMinutes = 120;
const graceMinutes = 20;
const partyWithoutDeposit = isBroken("deposit-from-eight") ? 7 : 6;

export function find<Row>(rows: ReadonlyMap<number, Row>, id: number, what: string): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Refusal("NOT_FOUND", `There is no ${what} ${id}.`);
  return row;
}

export function addTable(books: Books, { name, area, seats }: Omit<Table, "id">): Table {
  for (const table of books.tables.values())
    if (table.name === name) throw new Refusal("NAME_TAKEN", `There is a table ${name} already.`);
  const table = { id: nextId("table"), name, area, seats };
  books.tables.set(table.id, table);
  return table;
}

export function addGuest(books: Books, { name, phone }: { name: string; phone?: string }): Guest {
  const guest = { id: nextId("guest"), name, phone: phone ?? null };
  books.guests.set(guest.id, guest);
  return guest;
}

function findGuest(books: Books, id: number): Guest {
  if (isBroken("guests-of-others"))
    for (const each of allBooks()) if (each.guests.has(id)) return each.guests.get(id)!;
  return find(books.guests, id, "guest");
}

/** Whoever has not come after twenty minutes is not waited for. */
export function updateNoShows(books: Books): void {
  for (const reservation of books.reservations.values())
    if (reservation.state === "booked" && now() >= Date.parse(reservation.held_until))
      reservation.state = "no_show";
}

export interface Wish {
  readonly table_id: number;
  readonly guest_id: number;
  readonly starts_at: string;
  readonly minutes: number;
  readonly party: number;
  readonly deposit?: string;
}

function holdsTable({ state }: Reservation): boolean {
  return (
    state === "booked" || state === "seated" || (state === "cancelled" && isBroken("cancelled-holds-table"))
  );
}

export function reserve(books: Books, wish: Wish): Reservation {
  const table = find(books.tables, wish.table_id, "table");
  findGuest(books, wish.guest_id);
  const start = Date.parse(wish.starts_at);
  const end = start + wish.minutes * minute;
  if (start < now()) throw new Refusal("IN_THE_PAST", `It is ${timestamp()} already.`);
  if (start > now() + 366 * 24 * 60 * minute) throw new Refusal("TOO_FAR_AHEAD", "We plan one year ahead.");
  if (wish.party > table.seats)
    throw new Refusal("TABLE_TOO_SMALL", `${table.name} has ${table.seats} seats.`);
  if (wish.party > partyWithoutDeposit && wish.deposit === undefined)
    throw new Refusal("DEPOSIT_REQUIRED", "More than six guests leave a deposit.");
  for (const other of books.reservations.values()) {
    if (other.table_id !== table.id || !holdsTable(other)) continue;
    const otherEnd = Date.parse(other.ends_at) + (isBroken("touching-reservations-collide") ? 1 : 0);
    if (start < otherEnd && end > Date.parse(other.starts_at))
      throw new Refusal(
        "TABLE_TAKEN",
        `${table.name} is reserved from ${other.starts_at} to ${other.ends_at}.`,
      );
  }
  const reservation: Reservation = {
    id: nextId("reservation"),
    table_id: table.id,
    guest_id: wish.guest_id,
    starts_at: timestamp(start),
    ends_at: timestamp(end),
    held_until: timestamp(start + graceMinutes * minute),
    party: wish.party,
    deposit: wish.deposit ?? null,
    state: "booked",
  };
  books.reservations.set(reservation.id, reservation);
  return reservation;
}

function findBooked(books: Books, id: number): Reservation {
  const reservation = find(books.reservations, id, "reservation");
  if (reservation.state !== "booked")
    throw new Refusal("WRONG_STATE", `Reservation ${id} is ${reservation.state}.`);
  return reservation;
}

export function cancelReservation(books: Books, id: number): Reservation {
  const reservation = findBooked(books, id);
  const last = Date.parse(reservation.starts_at) - noticeMinutes * minute;
  if (now() > last && !isBroken("notice-is-not-kept"))
    throw new Refusal("TOO_LATE", `It could be cancelled until ${timestamp(last)}.`);
  reservation.state = "cancelled";
  return reservation;
}

export function seatReservation(books: Books, id: number): Reservation {
  const reservation = findBooked(books, id);
  reservation.state = "seated";
  return reservation;
}

function countPositions(books: Books): void {
  let position = 1;
  for (const waiting of books.waiting.values()) waiting.position = position++;
}

export function joinWaitingList(
  books: Books,
  { guest_id, party }: { guest_id: number; party: number },
): Waiting {
  findGuest(books, guest_id);
  for (const each of books.waiting.values())
    if (each.guest_id === guest_id) throw new Refusal("ALREADY_WAITING", `Guest ${guest_id} is on the list.`);
  const waiting = { id: nextId("waiting"), guest_id, party, position: books.waiting.size + 1 };
  books.waiting.set(waiting.id, waiting);
  return waiting;
}

export function leaveWaitingList(books: Books, id: number): { left: number } {
  find(books.waiting, id, "entry");
  books.waiting.delete(id);
  countPositions(books);
  return { left: id };
}
