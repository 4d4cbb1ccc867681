/** The desk of a summit: attendees and their vouchers, refunds, seats and waiting lists. */
import { now } from "./accounts.ts";
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import { find, type Programme } from "./programme.ts";
import { type Attendee, randomId, type Seat, type Session, type Voucher, type Wait } from "./records.ts";

const prices = { full: 49_950, day: 19_990, student: 9_975 };
const dayMs = 86_400_000;

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly ticket_type: keyof typeof prices;
  readonly arrives_at: string;
  readonly voucher_code?: string | undefined;
}

export class Desk {
  readonly vouchers = new Map<string, Voucher>();
  readonly attendees = new Map<string, Attendee>();
  readonly seats = new Map<string, Seat>();
  readonly waits = new Map<string, Wait>();
  /** Request id -> the arguments, and the attendee whom the first call made. */
  readonly requests = new Map<string, { readonly input: string; readonly attendee: Attendee }>();
  readonly #programme: Programme;

  constructor(programme: Programme) {
    this.#programme = programme;
  }

  createVoucher(percent: number, max_uses: number): Voucher {
    const voucher_code = randomId("SUMMIT-", 8).toUpperCase();
    const voucher: Voucher = { voucher_code, percent, max_uses, uses: 0, status: "open" };
    this.vouchers.set(voucher_code, voucher);
    return voucher;
  }

  voucher(code: string): Voucher {
    return find(this.vouchers, "voucher", code);
  }

  openVoucher(code: string): Voucher {
    const voucher = this.voucher(code);
    if (voucher.status === "withdrawn")
      throw new Problem("voucher_withdrawn", `The voucher ${code} was withdrawn.`);
    return voucher;
  }

  register({ name, email, ticket_type, arrives_at, voucher_code }: Registration): Attendee {
    const voucher = voucher_code === undefined ? undefined : this.openVoucher(voucher_code);
    const isThere = [...this.attendees.values()].some(
      (attendee) => attendee.refund === undefined && attendee.email.toLowerCase() === email.toLowerCase(),
    );
    if (isThere) throw new Problem("already_registered", `Somebody is registered as ${email}.`);
    const uses = isBroken("voucher-one-more") ? (voucher?.uses ?? 0) - 1 : (voucher?.uses ?? 0);
    if (voucher !== undefined && uses >= voucher.max_uses)
      throw new Problem("voucher_used_up", `The voucher was used ${voucher.max_uses} times.`);
    const list_price_cents = prices[ticket_type];
    const discount_percent = voucher?.percent ?? 0;
    const discount_cents = Math.round((list_price_cents * discount_percent) / 100);
    const attendee: Attendee = {
      attendee_id: randomId("bdg_", 12),
      name,
      email,
      ticket_type,
      list_price_cents,
      discount_percent,
      discount_cents,
      paid_cents: list_price_cents - discount_cents,
      ...(voucher_code !== undefined && { voucher_code }),
      arrivesAt: Date.parse(arrives_at),
      registeredAt: now(),
    };
    this.attendees.set(attendee.attendee_id, attendee);
    if (voucher !== undefined) voucher.uses += 1;
    return attendee;
  }

  attendee(id: string): Attendee {
    return find(this.attendees, "attendee", id);
  }

  #registered(id: string): Attendee {
    const attendee = this.attendee(id);
    if (attendee.refund !== undefined)
      throw new Problem("attendee_cancelled", `${attendee.name} was cancelled.`);
    return attendee;
  }

  /** Cancels an attendee, whose seats get free. */
  cancelAttendee(id: string): { attendee: Attendee; dropped: Seat[] } {
    const attendee = this.#registered(id);
    const at = now();
    const percent = refundPercent(attendee.arrivesAt - at);
    const base = isBroken("refund-of-list-price") ? attendee.list_price_cents : attendee.paid_cents;
    attendee.refund = { at, percent, cents: Math.round((base * percent) / 100) };
    for (const wait of this.waits.values())
      if (wait.attendee_id === id && wait.status === "waiting") wait.status = "dropped";
    const isKept = isBroken("cancelled-keeps-seats");
    const dropped = [...this.seats.values()].filter(
      (seat) => seat.attendee_id === id && seat.status === "taken" && !isKept,
    );
    for (const seat of dropped) seat.status = "dropped";
    for (const { session_id } of dropped) this.moveUp(this.#programme.session(session_id));
    return { attendee, dropped };
  }

  takenSeats(sessionId: string): Seat[] {
    return [...this.seats.values()].filter(
      ({ session_id, status }) => session_id === sessionId && status === "taken",
    );
  }

  waiting(sessionId: string): Wait[] {
    return [...this.waits.values()].filter(
      ({ session_id, status }) => session_id === sessionId && status === "waiting",
    );
  }

  freeSeats({ session_id, room_id }: Session): number {
    return this.#programme.room(room_id).seats - this.takenSeats(session_id).length;
  }

  bookSeat(sessionId: string, attendeeId: string): Seat {
    const session = this.#programme.scheduledSession(sessionId);
    this.#registered(attendeeId);
    if (now() >= session.startsAt) throw new Problem("session_started", `${session.title} has begun.`);
    this.#refuseSecond(sessionId, attendeeId);
    if (this.freeSeats(session) <= 0)
      throw new Problem("session_full", `All seats of ${session.title} are taken.`);
    return this.#giveSeat(sessionId, attendeeId);
  }

  seat(id: string): Seat {
    return find(this.seats, "seat", id);
  }

  releaseSeat(id: string): Seat {
    const seat = this.seat(id);
    if (seat.status !== "taken") throw new Problem("wrong_state", `The seat ${id} is ${seat.status}.`);
    seat.status = "released";
    this.moveUp(this.#programme.session(seat.session_id));
    return seat;
  }

  join(sessionId: string, attendeeId: string): Wait {
    const session = this.#programme.scheduledSession(sessionId);
    this.#registered(attendeeId);
    this.#refuseSecond(sessionId, attendeeId);
    if (this.freeSeats(session) > 0)
      throw new Problem("seats_free", `${session.title} has free seats. Book one.`);
    const wait: Wait = {
      wait_id: randomId("wait_", 12),
      session_id: sessionId,
      attendee_id: attendeeId,
      joinedAt: now(),
      status: "waiting",
    };
    this.waits.set(wait.wait_id, wait);
    return wait;
  }

  wait(id: string): Wait {
    return find(this.waits, "place on a waiting list", id);
  }

  leave(id: string): Wait {
    const wait = this.wait(id);
    if (wait.status !== "waiting") throw new Problem("wrong_state", `The place ${id} is ${wait.status}.`);
    wait.status = "left";
    return wait;
  }

  /** Gives free seats to those who wait, the one who waits longest first. */
  moveUp(session: Session): void {
    if (session.status === "cancelled") return;
    const waits = this.waiting(session.session_id);
    if (isBroken("waiting-by-id")) waits.sort((one, other) => (one.wait_id < other.wait_id ? -1 : 1));
    const free = this.freeSeats(session);
    for (const wait of waits.slice(0, isBroken("one-moves-up") ? Math.min(free, 1) : Math.max(free, 0))) {
      wait.status = "moved_up";
      wait.seat_id = this.#giveSeat(wait.session_id, wait.attendee_id).seat_id;
    }
  }

  cancelSession(id: string): Session {
    const session = this.#programme.scheduledSession(id);
    session.status = "cancelled";
    for (const seat of this.takenSeats(id)) seat.status = "dropped";
    for (const wait of this.waiting(id)) wait.status = "dropped";
    return session;
  }

  #giveSeat(session_id: string, attendee_id: string): Seat {
    const seat: Seat = {
      seat_id: randomId("seat_", 12),
      session_id,
      attendee_id,
      bookedAt: now(),
      status: "taken",
    };
    this.seats.set(seat.seat_id, seat);
    return seat;
  }

  #refuseSecond(sessionId: string, attendeeId: string): void {
    const places = [...this.takenSeats(sessionId), ...this.waiting(sessionId)];
    if (places.some(({ attendee_id }) => attendee_id === attendeeId))
      throw new Problem("already_in", `${attendeeId} is in the session, or waits for it.`);
  }
}

export function refundTimes(arrivesAt: number): { readonly full: number; readonly half: number } {
  return { full: arrivesAt - 30 * dayMs, half: arrivesAt - 7 * dayMs };
}

function refundPercent(aheadMs: number): 0 | 50 | 100 {
  const days = isBroken("refund-rounds-days-up") ? Math.ceil(aheadMs / dayMs) : aheadMs / dayMs;
  if (days >= 30) return 100;
  return days >= 7 ? 50 : 0;
}
