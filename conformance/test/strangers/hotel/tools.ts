/** The tools of the hotel: name -> the scope that it needs, and its work. Arguments have been checked before. */
import { makes } from "./breaks.ts";
import { addCharge, addPayment } from "./folios.ts";
import type { GuestFacts, House, Room, RoomFacts } from "./house.ts";
import { type PageOptions, pageOf } from "./lists.ts";
import { Problem } from "./problem.ts";
import { expectStatus, nightsBetween, type Stays, type Wish } from "./stays.ts";
import { showFolio, showGuest, showGuestInList, showProperty, showRoom, showStay } from "./views.ts";

export interface Caller {
  readonly group: string;
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface Desk {
  readonly house: House;
  readonly stays: Stays;
}

export interface Tool {
  readonly scope: string;
  /** Calls with the same request id are made once. */
  readonly isMadeOnce?: true;
  run(desk: Desk, caller: Caller, input: unknown): Record<string, unknown>;
}

type OfProperty = { readonly property_id: string };
type OfRoom = { readonly room_id: number };
type OfGuest = { readonly guest_id: string };
type OfStay = { readonly stay_id: string };

function tool<Input>(
  scope: string,
  work: (desk: Desk, caller: Caller, input: Input) => Record<string, unknown>,
  more: Pick<Tool, "isMadeOnce"> = {},
): Tool {
  return { scope, ...more, run: (desk, caller, input) => work(desk, caller, input as Input) };
}

const isPrivateTo = ({ scopes }: Caller): boolean => scopes.includes("guests:private");

const once = { isMadeOnce: true } as const;

const ofProperties = {
  hotel_add_property: tool<{ name: string; city: string; currency: string }>(
    "hotel:write",
    ({ house }, { group }, input) => showProperty(house, house.addProperty(group, input)),
  ),
  hotel_get_property: tool<OfProperty>("hotel:read", ({ house }, { group }, { property_id }) =>
    showProperty(house, house.properties.find(group, property_id)),
  ),
  hotel_list_properties: tool<{ city?: string; currency?: string } & PageOptions>(
    "hotel:read",
    ({ house }, { group }, { limit, cursor, ...filters }) => {
      const city = filters.city?.toLowerCase() ?? "";
      const rows = house.properties
        .all(group)
        .filter((property) => property.city.toLowerCase().includes(city))
        .filter(({ currency }) => filters.currency === undefined || currency === filters.currency);
      const page = pageOf(
        { name: "properties", group, filters, rows, keyOf: ({ name, id }) => [name, id] },
        { limit, ...(cursor !== undefined && { cursor }) },
      );
      const properties = page.rows.map((property) => showProperty(house, property));
      return { properties, total: page.total, ...page.next };
    },
  ),
  hotel_close_property: tool<OfProperty>("hotel:write", ({ house }, { group }, { property_id }) => {
    house.closeProperty(group, property_id);
    return { closed: property_id };
  }),
};

interface RoomFilters extends OfProperty {
  readonly beds_min?: number;
  readonly rate_max?: number;
  readonly smoking?: boolean;
  readonly free_from?: string;
  readonly free_until?: string;
}

function findRooms({ house, stays }: Desk, group: string, filters: RoomFilters): Room[] {
  const { beds_min = 1, rate_max, smoking, free_from, free_until } = filters;
  const rooms = house
    .roomsOf(house.properties.find(group, filters.property_id))
    .filter(({ beds }) => beds >= beds_min)
    .filter(({ rate_cents }) => rate_max === undefined || rate_cents <= rate_max)
    .filter((room) => smoking === undefined || room.smoking === smoking);
  if (free_from === undefined || free_until === undefined) return rooms;
  if (nightsBetween(free_from, free_until) < 1)
    throw new Problem("bad_dates", "free_until is a day after free_from.");
  return rooms.filter((room) => stays.isFree(room, free_from, free_until));
}

const ofRooms = {
  hotel_add_room: tool<OfProperty & RoomFacts>(
    "hotel:write",
    ({ house, stays }, { group }, { property_id, ...facts }) =>
      showRoom(stays, house.addRoom(group, property_id, facts)),
  ),
  hotel_get_room: tool<OfRoom>("hotel:read", ({ house, stays }, { group }, { room_id }) =>
    showRoom(stays, house.rooms.find(group, room_id)),
  ),
  hotel_list_rooms: tool<RoomFilters & PageOptions>(
    "hotel:read",
    (desk, { group }, { limit, cursor, ...filters }) => {
      const rows = findRooms(desk, group, filters);
      const options = { limit, ...(cursor !== undefined && { cursor }) };
      const page = pageOf({ name: "rooms", group, filters, rows, keyOf: ({ id }) => [id, id] }, options);
      return { rooms: page.rows.map((room) => showRoom(desk.stays, room)), total: page.total, ...page.next };
    },
  ),
  hotel_change_room: tool<OfRoom & { expected_revision: number } & Partial<RoomFacts>>(
    "hotel:write",
    ({ house, stays }, { group }, { room_id, expected_revision, ...facts }) =>
      showRoom(stays, house.changeRoom(group, room_id, expected_revision, facts)),
  ),
  hotel_remove_room: tool<OfRoom>("hotel:write", ({ house, stays }, { group }, { room_id }) => {
    const room = house.rooms.find(group, room_id);
    if (stays.openOf({ group, roomId: room.id }).length > 0)
      throw new Problem("room_in_use", "There are stays for this room.");
    house.rooms.drop(room_id);
    return { removed: room_id };
  }),
};

type Sort = "name" | "newest";

const ofGuests = {
  hotel_add_guest: tool<GuestFacts>("hotel:write", ({ house, stays }, caller, facts) =>
    showGuest(stays, house.addGuest(caller.group, facts), isPrivateTo(caller)),
  ),
  hotel_get_guest: tool<OfGuest>("hotel:read", ({ house, stays }, caller, { guest_id }) =>
    showGuest(stays, house.guests.find(caller.group, guest_id), isPrivateTo(caller)),
  ),
  hotel_list_guests: tool<{ name?: string; vip?: boolean; sort: Sort } & PageOptions>(
    "hotel:read",
    ({ house, stays }, caller, { limit, cursor, ...filters }) => {
      const { name = "", vip, sort } = filters;
      const rows = house.guests
        .all(caller.group)
        .filter((guest) => guest.name.toLowerCase().includes(name.toLowerCase()))
        .filter((guest) => vip === undefined || guest.vip === vip);
      const page = pageOf(
        {
          name: "guests",
          group: caller.group,
          filters,
          rows,
          descending: sort === "newest",
          keyOf: (guest) => [sort === "newest" ? guest.createdAt : guest.name, guest.id],
        },
        { limit, ...(cursor !== undefined && { cursor }) },
      );
      const guests = page.rows.map((guest) => showGuestInList(stays, guest, isPrivateTo(caller)));
      return { guests, total: page.total, ...page.next };
    },
  ),
  hotel_change_guest: tool<OfGuest & Partial<GuestFacts>>(
    "hotel:write",
    ({ house, stays }, caller, { guest_id, ...facts }) =>
      showGuest(stays, house.changeGuest(caller.group, guest_id, facts), isPrivateTo(caller)),
  ),
  hotel_forget_guest: tool<OfGuest>("hotel:write", ({ house, stays }, { group }, { guest_id }) => {
    const guest = house.guests.find(group, guest_id);
    if (stays.openOf({ group, guestId: guest.id }).length > 0)
      throw new Problem("guest_in_use", "The guest has stays that are reserved or checked in.");
    house.guests.drop(guest_id);
    return { forgotten: guest_id };
  }),
};

interface StayFilters {
  readonly property_id?: string;
  readonly room_id?: number;
  readonly guest_id?: string;
  readonly status?: string;
  readonly from?: string;
  readonly until?: string;
}

function findStays({ house, stays }: Desk, group: string, filters: StayFilters) {
  const { property_id, room_id, guest_id, status, from, until } = filters;
  if (property_id !== undefined) house.properties.find(group, property_id);
  if (room_id !== undefined) house.rooms.find(group, room_id);
  if (guest_id !== undefined) house.guests.find(group, guest_id);
  return stays.shelf
    .all(group)
    .filter((stay) => property_id === undefined || stay.propertyId === property_id)
    .filter((stay) => room_id === undefined || stay.roomId === room_id)
    .filter((stay) => guest_id === undefined || stay.guestId === guest_id)
    .filter((stay) => status === undefined || stay.status === status)
    .filter((stay) => from === undefined || stay.arrives >= from)
    .filter((stay) => until === undefined || stay.arrives <= until);
}

const ofStays = {
  hotel_reserve: tool<Wish>(
    "hotel:write",
    ({ stays }, { group, token }, wish) =>
      showStay(stays.reserve(group, makes("quota-per-token") ? token : group, wish)),
    once,
  ),
  hotel_get_stay: tool<OfStay>("hotel:read", ({ stays }, { group }, { stay_id }) =>
    showStay(stays.shelf.find(group, stay_id)),
  ),
  hotel_list_stays: tool<StayFilters & PageOptions>(
    "hotel:read",
    (desk, { group }, { limit, cursor, ...filters }) => {
      const rows = findStays(desk, group, filters);
      const options = { limit, ...(cursor !== undefined && { cursor }) };
      const page = pageOf(
        { name: "stays", group, filters, rows, keyOf: ({ arrives, id }) => [arrives, id] },
        options,
      );
      return { stays: page.rows.map(showStay), total: page.total, ...page.next };
    },
  ),
  hotel_extend_stay: tool<OfStay & { nights: number }>(
    "hotel:write",
    ({ stays }, { group }, { stay_id, nights }) => showStay(stays.extend(group, stay_id, nights)),
  ),
  hotel_check_in: tool<OfStay>("hotel:write", ({ stays }, { group }, { stay_id }) =>
    showStay(stays.checkIn(group, stay_id)),
  ),
  hotel_check_out: tool<OfStay>("hotel:write", ({ house, stays }, { group }, { stay_id }) => {
    const stay = stays.shelf.find(group, stay_id);
    expectStatus(stay, "checked_in");
    const { balance_cents } = showFolio(stay);
    if (balance_cents !== 0) throw new Problem("balance_due", `${balance_cents} cents are to be paid first.`);
    stay.status = "checked_out";
    stay.checkedOutAt = house.now();
    return showStay(stay);
  }),
  hotel_cancel: tool<OfStay>("hotel:write", ({ stays }, { group }, { stay_id }) =>
    showStay(stays.cancel(group, stay_id)),
  ),
};

const ofFolios = {
  hotel_get_folio: tool<OfStay>("cashier", ({ stays }, { group }, { stay_id }) =>
    showFolio(stays.shelf.find(group, stay_id)),
  ),
  hotel_add_charge: tool<OfStay & { kind: string; amount_cents: number; note?: string }>(
    "cashier",
    ({ house, stays }, { group }, { stay_id, kind, amount_cents, note }) => {
      const stay = stays.shelf.find(group, stay_id);
      if (makes("charge-after-check-out")) expectStatus(stay, "checked_in", "checked_out");
      else expectStatus(stay, "checked_in");
      addCharge(stay, kind, amount_cents, house.now(), note);
      return showFolio(stay);
    },
    once,
  ),
  hotel_pay: tool<OfStay & { method: string; amount_cents: number }>(
    "cashier",
    ({ house, stays }, { group }, { stay_id, method, amount_cents }) => {
      const stay = stays.shelf.find(group, stay_id);
      expectStatus(stay, "checked_in");
      addPayment(stay, method, amount_cents, house.now());
      return showFolio(stay);
    },
    makes("pay-twice-on-retry") ? {} : once,
  ),
  hotel_get_usage: tool("hotel:read", ({ stays }, { group, token }) =>
    stays.usage(makes("quota-per-token") ? token : group),
  ),
};

export const tools: Readonly<Record<string, Tool>> = {
  ...ofProperties,
  ...ofRooms,
  ...ofGuests,
  ...ofStays,
  ...ofFolios,
};
