/** Schemas of the booking server's arguments and results, in zod. */
import { z } from "zod";

const id = (prefix: string, kind: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{12}$`))
    .describe(`Id of a ${kind}.`);
const time = z.iso.datetime({ offset: true });
/** Times that the server writes: in UTC, to the second. */
const instant = z.string().meta({ format: "date-time" });

const roomId = id("room", "room");
const slotId = id("slot", "slot");
const guestId = id("guest", "guest");
const bookingId = id("bkg", "booking");

const seats = z.int().min(1).max(500);
export const roomInput = z.strictObject({ name: z.string().min(1).max(80), seats });
export const room = z.strictObject({ room_id: roomId, name: z.string(), seats: z.int().min(1).max(500) });

const minutes = z.int().min(15).max(480).multipleOf(15);
export const slotInput = z.strictObject({ room_id: roomId, starts_at: time, minutes });
export const slot = z.strictObject({
  slot_id: slotId,
  room_id: roomId,
  starts_at: instant,
  ends_at: instant,
  minutes,
  free: z.boolean(),
});

export const guestInput = z.strictObject({
  name: z.string().min(1).max(80),
  email: z.email().max(200),
});
export const guest = z.strictObject({
  guest_id: guestId,
  name: z.string(),
  email: z.email().optional(),
});

export const bookInput = z.strictObject({
  slot_id: slotId,
  guest_id: guestId,
  party: z.int().min(1).max(500).default(1),
  request_id: z.string().min(8).max(64).optional(),
});
const status = z.enum(["confirmed", "cancelled", "attended"]);
export const booking = z.strictObject({
  booking_id: bookingId,
  slot_id: slotId,
  guest_id: guestId,
  party: z.int().min(1).max(500),
  starts_at: instant,
  booked_at: instant,
  status,
});

const paging = {
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().min(1).max(400).optional(),
};
export const roomFilters = z.strictObject({
  name: z.string().min(1).max(80).optional(),
  min_seats: z.int().min(1).max(500).optional(),
  ...paging,
});
export const slotFilters = z.strictObject({
  room_id: roomId.optional(),
  free: z.boolean().optional(),
  from: time.optional(),
  until: time.optional(),
  ...paging,
});
export const bookingFilters = z.strictObject({
  status: status.optional(),
  slot_id: slotId.optional(),
  guest_id: guestId.optional(),
  ...paging,
});

const pageOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.strictObject({
    [name]: z.array(item).max(50),
    total: z.int().min(0),
    next_cursor: z.string().optional(),
  });
export const rooms = pageOf("rooms", room);
export const slots = pageOf("slots", slot);
export const bookings = pageOf("bookings", booking);
