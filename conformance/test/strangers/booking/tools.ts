/** Tools of the booking server, each with its scope, over the calendar of the caller. */
import { type CallToolResult, McpServer, requireScopes } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { isBroken } from "./breaks.ts";
import { type Calendar, find, Refused } from "./calendar.ts";
import { cutPage } from "./pages.ts";
import * as schemas from "./schemas.ts";

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

type Sort = "read" | "write" | "end";

const annotations = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false, destructiveHint: false },
  end: { readOnlyHint: false, destructiveHint: true },
} as const;

/** A server for one request of a caller. `pause` is the time that a call takes. */
export function makeServer(calendar: Calendar, caller: Caller, pause: () => Promise<void>): McpServer {
  const server = new McpServer({ name: "booking", version: "1.0.0" });

  function add<Input extends z.ZodObject, Output extends z.ZodObject>(
    name: string,
    sort: Sort,
    scope: string,
    [title, description]: readonly [string, string],
    [inputSchema, outputSchema]: readonly [Input, Output],
    run: (input: z.output<Input>) => z.output<Output>,
  ): void {
    const schemas = { inputSchema, outputSchema } as { inputSchema: z.ZodObject; outputSchema: z.ZodObject };
    const config = { title, description, annotations: annotations[sort], ...schemas };
    server.registerTool(
      `booking_${name}`,
      { ...config, scopeChallenge: requireScopes(scope) },
      async (input) => {
        await pause();
        return answer(() => run(input as z.output<Input>));
      },
    );
  }

  addRooms(add, calendar, caller);
  addSlots(add, calendar, caller);
  addGuests(add, calendar, caller);
  addBookings(add, calendar, caller);
  return server;
}

type Add = <Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  sort: Sort,
  scope: string,
  texts: readonly [string, string],
  shapes: readonly [Input, Output],
  run: (input: z.output<Input>) => z.output<Output>,
) => void;

function answer(run: () => Record<string, unknown>): CallToolResult {
  try {
    const structuredContent = run();
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { isError: true, content: [{ type: "text", text: error.message }], _meta: { code: error.code } };
  }
}

const nameList = (...parts: readonly unknown[]): string => JSON.stringify(parts);

function addRooms(add: Add, calendar: Calendar, { account }: Caller): void {
  add(
    "add_room",
    "write",
    "calendar:write",
    ["Add a room", "Adds a room. No two rooms have the same name."],
    [schemas.roomInput, schemas.room],
    (input) => calendar.addRoom(input),
  );
  add(
    "list_rooms",
    "read",
    "calendar:read",
    ["List rooms", "Lists your rooms, the oldest first. The name needs only to be part of a room's name."],
    [schemas.roomFilters, schemas.rooms],
    ({ name, min_seats, ...paging }) => {
      const words = name?.toLowerCase();
      const rooms = [...calendar.rooms.values()].filter(
        (room) =>
          (words === undefined || room.name.toLowerCase().includes(words)) && room.seats >= (min_seats ?? 1),
      );
      const list = nameList("rooms", account, name, min_seats);
      const { items, ...page } = cutPage(rooms, (room) => room.room_id, { list, ...paging });
      return { rooms: [...items], ...page };
    },
  );
  add(
    "close_room",
    "end",
    "calendar:write",
    ["Close a room", "Takes a room away that has no slots."],
    [schemas.room.pick({ room_id: true }), schemas.room.pick({ room_id: true })],
    ({ room_id }) => calendar.closeRoom(room_id),
  );
}

function addSlots(add: Add, calendar: Calendar, { account }: Caller): void {
  add(
    "add_slot",
    "write",
    "calendar:write",
    [
      "Add a slot",
      "Adds a time at which a room can be booked. Slots of one room do not overlap; one may start as another ends.",
    ],
    [schemas.slotInput, schemas.slot],
    (input) => calendar.addSlot(input),
  );
  add(
    "get_slot",
    "read",
    "calendar:read",
    ["Get a slot", "Shows a slot, and whether it is free."],
    [schemas.slot.pick({ slot_id: true }), schemas.slot],
    ({ slot_id }) => ({ ...find(calendar.slots, slot_id, "slot") }),
  );
  add(
    "list_slots",
    "read",
    "calendar:read",
    [
      "List slots",
      "Lists slots that start at `from` or later and before `until`, in the order in which they were added.",
    ],
    [schemas.slotFilters, schemas.slots],
    ({ room_id, free, from, until, ...paging }) => {
      if (room_id !== undefined) find(calendar.rooms, room_id, "room");
      const slots = [...calendar.slots.values()].filter(
        (slot) =>
          (room_id === undefined || slot.room_id === room_id) &&
          (free === undefined || slot.free === free) &&
          (from === undefined || Date.parse(slot.starts_at) >= Date.parse(from)) &&
          (until === undefined ||
            Date.parse(slot.starts_at) < Date.parse(until) + (isBroken("until-is-included") ? 1 : 0)),
      );
      const list = nameList("slots", account, room_id, free, from, until);
      const { items, ...page } = cutPage(slots, (slot) => slot.slot_id, { list, ...paging });
      return { slots: items.map((slot) => ({ ...slot })), ...page };
    },
  );
  add(
    "remove_slot",
    "end",
    "calendar:write",
    ["Remove a slot", "Removes a slot that nobody has booked."],
    [schemas.slot.pick({ slot_id: true }), schemas.slot.pick({ slot_id: true })],
    ({ slot_id }) => calendar.removeSlot(slot_id),
  );
}

function addGuests(add: Add, calendar: Calendar, { scopes }: Caller): void {
  const show = ({ email, ...guest }: z.output<typeof schemas.guest>) =>
    scopes.includes("guests:contact") && email !== undefined ? { ...guest, email } : guest;
  add(
    "add_guest",
    "write",
    "bookings:write",
    ["Add a guest", "Adds somebody who can book."],
    [schemas.guestInput, schemas.guest],
    (input) =>
      isBroken("new-guest-shows-address") ? calendar.addGuest(input) : show(calendar.addGuest(input)),
  );
  add(
    "get_guest",
    "read",
    "bookings:read",
    ["Get a guest", "Shows a guest; the address only to tokens with guests:contact."],
    [schemas.guest.pick({ guest_id: true }), schemas.guest],
    ({ guest_id }) => show(find(calendar.guests, guest_id, "guest")),
  );
}

function addBookings(add: Add, calendar: Calendar, { account }: Caller): void {
  const byId = schemas.booking.pick({ booking_id: true });
  add(
    "book",
    "write",
    "bookings:write",
    [
      "Book a slot",
      "Books a free slot that has not started for a guest and a party of so many. The slot is then taken.",
    ],
    [schemas.bookInput, schemas.booking],
    (input) => calendar.book(input),
  );
  add(
    "get_booking",
    "read",
    "bookings:read",
    ["Get a booking", "Shows a booking."],
    [byId, schemas.booking],
    ({ booking_id }) => ({ ...find(calendar.bookings, booking_id, "booking") }),
  );
  add(
    "list_bookings",
    "read",
    "bookings:read",
    ["List bookings", "Lists bookings, the oldest first."],
    [schemas.bookingFilters, schemas.bookings],
    ({ status, slot_id, guest_id, ...paging }) => {
      if (slot_id !== undefined) find(calendar.slots, slot_id, "slot");
      if (guest_id !== undefined) find(calendar.guests, guest_id, "guest");
      const bookings = [...calendar.bookings.values()].filter(
        (booking) =>
          (status === undefined || booking.status === status) &&
          (slot_id === undefined || booking.slot_id === slot_id) &&
          (guest_id === undefined || booking.guest_id === guest_id),
      );
      const list = nameList("bookings", account, status, slot_id, guest_id);
      const { items, ...page } = cutPage(bookings, (booking) => booking.booking_id, { list, ...paging });
      return { bookings: items.map((booking) => ({ ...booking })), ...page };
    },
  );
  add(
    "cancel",
    "end",
    "bookings:write",
    ["Cancel a booking", "Cancels a booking until 24 hours before its slot starts, and frees the slot."],
    [byId, schemas.booking],
    ({ booking_id }) => calendar.cancel(booking_id),
  );
  add(
    "check_in",
    "write",
    "bookings:write",
    ["Check in", "Notes that the guest of a booking has come. It can no longer be cancelled."],
    [byId, schemas.booking],
    ({ booking_id }) => calendar.checkIn(booking_id),
  );
}
