/** Rooms, their slots, guests and bookings of one account of the booking server. All of it lives in memory. */
import { randomBytes } from "node:crypto";
import { isBroken } from "./breaks.ts";

export interface Room {
  readonly room_id: string;
  readonly name: string;
  readonly seats: number;
}

export interface Slot {
  readonly slot_id: string;
  readonly room_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly minutes: number;
  free: boolean;
}

export interface Guest {
  readonly guest_id: string;
  readonly name: string;
  readonly email: string;
}

export interface Booking {
  readonly booking_id: string;
  readonly slot_id: string;
  readonly guest_id: string;
  readonly party: number;
  readonly starts_at: string;
  readonly booked_at: string;
  status: "confirmed" | "cancelled" | "attended";
}

/** A rule of the calendar refuses the call. The message is for the model. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const hour = 3_600_000;
/** A booking can be cancelled until so long before its slot starts. */
const noticeHours = isBroken("notice-is-an-hour-short") ? 23 : 24;
const latest = Date.UTC(3000, 0);

const makeId = (prefix: string): string => `${prefix}_${randomBytes(6).toString("hex")}`;
const inSeconds = (time: number): string =>
  new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000Z", "Z");

interface Answer {
  readonly input: string;
  readonly booking: Booking;
}

const answersOfAll = new Map<string, Answer>();

type Period = readonly [start: number, end: number];

function overlap([start, end]: Period, [otherStart, otherEnd]: Period): boolean {
  if (isBroken("touching-slots-overlap")) return start <= otherEnd && otherStart <= end;
  if (isBroken("longer-slots-overlap-nothing"))
    return (start >= otherStart && start < otherEnd) || (end > otherStart && end <= otherEnd);
  return start < otherEnd && otherStart < end;
}

export class Calendar {
  readonly rooms = new Map<string, Room>();
  readonly slots = new Map<string, Slot>();
  readonly guests = new Map<string, Guest>();
  readonly bookings = new Map<string, Booking>();
  /** Idempotency key of a booking -> the arguments that it came with, and its answer. */
  readonly #answers = isBroken("one-key-for-all-accounts") ? answersOfAll : new Map<string, Answer>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addRoom(input: Omit<Room, "room_id">): Room {
    if ([...this.rooms.values()].some((room) => room.name === input.name))
      throw new Refused("name_taken", `There is a room ${input.name} already.`);
    const room = { room_id: makeId("room"), ...input };
    this.rooms.set(room.room_id, room);
    return room;
  }

  closeRoom(id: string): { room_id: string } {
    find(this.rooms, id, "room");
    if ([...this.slots.values()].some((slot) => slot.room_id === id))
      throw new Refused("room_in_use", "The room has slots. Remove them first.");
    this.rooms.delete(id);
    return { room_id: id };
  }

  addSlot(input: { room_id: string; starts_at: string; minutes: number }): Slot {
    find(this.rooms, input.room_id, "room");
    const start = Date.parse(input.starts_at);
    const end = start + input.minutes * 60_000;
    if (start <= this.#now() || end > latest)
      throw new Refused("out_of_range", "A slot starts in the future, and ends before the year 3000.");
    for (const slot of this.slots.values()) {
      if (slot.room_id !== input.room_id && !isBroken("slots-overlap-in-all-rooms")) continue;
      if (overlap([start, end], [Date.parse(slot.starts_at), Date.parse(slot.ends_at)]))
        throw new Refused("slot_overlaps", `It overlaps with ${slot.slot_id} of this room.`);
    }
    const slot: Slot = {
      slot_id: makeId("slot"),
      room_id: input.room_id,
      starts_at: inSeconds(start),
      ends_at: inSeconds(end),
      minutes: input.minutes,
      free: true,
    };
    this.slots.set(slot.slot_id, slot);
    return { ...slot };
  }

  removeSlot(id: string): { slot_id: string } {
    const slot = find(this.slots, id, "slot");
    if (!slot.free) throw new Refused("slot_taken", "The slot is booked. Cancel the booking first.");
    this.slots.delete(id);
    return { slot_id: id };
  }

  addGuest(input: Omit<Guest, "guest_id">): Guest {
    const guest = { guest_id: makeId("guest"), ...input };
    this.guests.set(guest.guest_id, guest);
    return guest;
  }

  book(input: {
    slot_id: string;
    guest_id: string;
    party: number;
    request_id?: string | undefined;
  }): Booking {
    const { request_id, ...rest } = input;
    const text = JSON.stringify([rest.slot_id, rest.guest_id, rest.party]);
    const before = request_id === undefined ? undefined : this.#answers.get(request_id);
    if (before !== undefined) {
      if (before.input !== text)
        throw new Refused("key_reused", "This request_id came with other arguments.");
      return before.booking;
    }
    const slot = find(this.slots, input.slot_id, "slot");
    find(this.guests, input.guest_id, "guest");
    if (!slot.free) throw new Refused("slot_taken", "The slot is taken. booking_list_slots shows free ones.");
    if (Date.parse(slot.starts_at) <= this.#now()) throw new Refused("slot_started", "The slot has started.");
    const room = this.rooms.get(slot.room_id);
    if (room !== undefined && input.party > room.seats && !isBroken("party-is-not-counted"))
      throw new Refused("party_too_large", `The room has ${room.seats} seats.`);
    const booking: Booking = {
      booking_id: makeId("bkg"),
      ...rest,
      starts_at: slot.starts_at,
      booked_at: inSeconds(this.#now()),
      status: "confirmed",
    };
    slot.free = isBroken("booked-slot-stays-free");
    this.bookings.set(booking.booking_id, booking);
    const answer = { ...booking };
    if (request_id !== undefined) this.#answers.set(request_id, { input: text, booking: answer });
    return answer;
  }

  cancel(id: string): Booking {
    const booking = find(this.bookings, id, "booking");
    if (booking.status !== "confirmed") throw new Refused("wrong_state", `The booking is ${booking.status}.`);
    if (this.#now() >= Date.parse(booking.starts_at) - noticeHours * hour)
      throw new Refused(
        "too_late",
        `A booking can be cancelled until ${noticeHours} hours before it starts.`,
      );
    booking.status = "cancelled";
    const slot = this.slots.get(booking.slot_id);
    if (slot !== undefined && !isBroken("cancel-keeps-the-slot")) slot.free = true;
    return { ...booking };
  }

  /** The guest has come. The slot stays taken. */
  checkIn(id: string): Booking {
    const booking = find(this.bookings, id, "booking");
    if (booking.status !== "confirmed") throw new Refused("wrong_state", `The booking is ${booking.status}.`);
    booking.status = "attended";
    return { ...booking };
  }
}

/** The thing with this id; otherwise the call is refused as `not_found`. */
export function find<Thing>(things: ReadonlyMap<string, Thing>, id: string, kind: string): Thing {
  const thing = things.get(id);
  if (thing === undefined) throw new Refused("not_found", `You have no ${kind} ${id}.`);
  return thing;
}
