/** What an office keeps. Times are milliseconds; what follows from other things is made when it is shown. */
import { randomInt } from "node:crypto";

export interface Room {
  readonly room_id: string;
  readonly name: string;
  readonly seats: number;
  status: "open" | "closed";
}

export interface Speaker {
  readonly speaker_id: string;
  readonly name: string;
  readonly email: string;
}

export interface Session {
  readonly session_id: string;
  readonly title: string;
  readonly abstract: string;
  readonly track: "web" | "data" | "security";
  readonly speaker_id: string;
  room_id: string;
  startsAt: number;
  endsAt: number;
  status: "scheduled" | "cancelled";
}

export interface Voucher {
  readonly voucher_code: string;
  readonly percent: number;
  readonly max_uses: number;
  uses: number;
  status: "open" | "withdrawn";
}

export interface Attendee {
  readonly attendee_id: string;
  readonly name: string;
  readonly email: string;
  readonly ticket_type: "full" | "day" | "student";
  readonly list_price_cents: number;
  readonly discount_percent: number;
  readonly discount_cents: number;
  readonly paid_cents: number;
  readonly voucher_code?: string;
  readonly arrivesAt: number;
  readonly registeredAt: number;
  refund?: { readonly at: number; readonly percent: 0 | 50 | 100; readonly cents: number };
}

export interface Seat {
  readonly seat_id: string;
  readonly session_id: string;
  readonly attendee_id: string;
  readonly bookedAt: number;
  status: "taken" | "released" | "dropped";
}

export interface Wait {
  readonly wait_id: string;
  readonly session_id: string;
  readonly attendee_id: string;
  readonly joinedAt: number;
  seat_id?: string;
  status: "waiting" | "moved_up" | "left" | "dropped";
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

export function randomId(prefix: string, length: number): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}

const zoneMs = 2 * 3_600_000;

/** A time in the zone of the venue. */
export function inZone(milliseconds: number): string {
  const shown = new Date(milliseconds + zoneMs).toISOString();
  return shown.startsWith("+") ? new Date(milliseconds).toISOString() : shown.replace("Z", "+02:00");
}
