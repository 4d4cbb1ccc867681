/** The form in which callers see properties, rooms, guests, stays and folios. */
import { makes } from "./breaks.ts";
import { totalsOf } from "./folios.ts";
import type { Guest, House, Property, Room } from "./house.ts";
import { checkInFrom, heldUntil, nightsBetween, type Stay, type Stays } from "./stays.ts";

type Json = Record<string, unknown>;

const when = (time: number): string => new Date(time).toISOString();

export function showProperty(house: House, property: Property): Json {
  const { id, name, city, currency, createdAt } = property;
  const room_count = house.roomsOf(property).length;
  return { id, name, city, currency, room_count, created_at: when(createdAt) };
}

export function showRoom(stays: Stays, room: Room): Json {
  const { id, propertyId, name, beds, smoking, rate_cents, revision, createdAt } = room;
  const occupied = stays.isOccupied(room);
  const facts = { id, property_id: propertyId, name, beds, smoking, rate_cents, revision };
  return { ...facts, occupied, created_at: when(createdAt) };
}

/** `isPrivate`: the caller may see how the guest can be reached. */
export function showGuest(stays: Stays, guest: Guest, isPrivate: boolean): Json {
  const { group, id, name, email, phone, vip, note, createdAt } = guest;
  return {
    id,
    name,
    ...(isPrivate && { email, phone }),
    vip,
    note,
    open_stays: stays.openOf({ group, guestId: id }).length,
    created_at: when(createdAt),
  };
}

export function showGuestInList(stays: Stays, guest: Guest, isPrivate: boolean): Json {
  const shown = showGuest(stays, guest, isPrivate);
  return makes("email-in-list") ? { ...shown, email: guest.email } : shown;
}

export function showStay(stay: Stay): Json {
  return {
    id: stay.id,
    property_id: stay.propertyId,
    room_id: stay.roomId,
    guest_id: stay.guestId,
    status: stay.status,
    arrives: stay.arrives,
    leaves: stay.leaves,
    nights: nightsBetween(stay.arrives, stay.leaves) + (makes("night-of-departure") ? 1 : 0),
    party: stay.party,
    note: stay.note,
    rate_cents: stay.rateCents,
    currency: stay.currency,
    ...totalsOf(stay),
    reserved_at: when(stay.reservedAt),
    check_in_from: when(checkInFrom(stay)),
    held_until: when(heldUntil(stay)),
    ...(stay.checkedInAt !== undefined && { checked_in_at: when(stay.checkedInAt) }),
    ...(stay.checkedOutAt !== undefined && { checked_out_at: when(stay.checkedOutAt) }),
    ...(stay.cancelledAt !== undefined && { cancelled_at: when(stay.cancelledAt) }),
  };
}

export function showFolio(stay: Stay): Json {
  const { id, currency, charges, payments } = stay;
  return {
    stay_id: id,
    currency,
    charges: charges.map(({ kind, cents, note, at }, index) => {
      return { line: index + 1, kind, amount_cents: cents, note, posted_at: when(at) };
    }),
    payments: payments.map(({ method, cents, at }, index) => {
      return { line: index + 1, method, amount_cents: cents, paid_at: when(at) };
    }),
    ...totalsOf(stay),
  };
}
