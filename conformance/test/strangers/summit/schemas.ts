/** The zod schemas of what the office shows and takes. */
import { z } from "zod";

export const text = (min: number, max: number) => z.string().min(min).max(max);

function id(pattern: string, description: string): z.ZodString {
  return z.string().regex(new RegExp(pattern)).describe(description);
}

export const roomId = id("^rm_[a-z0-9]{10}$", "Id of a room.");
export const speakerId = id("^sp_[a-z0-9]{10}$", "Id of a speaker.");
export const sessionId = id("^ses_[a-z0-9]{10}$", "Id of a session.");
export const voucherCode = id("^SUMMIT-[A-Z0-9]{8}$", "Code of a voucher.");
export const attendeeId = id("^bdg_[a-z0-9]{12}$", "Number on the badge of an attendee.");
export const seatId = id("^seat_[a-z0-9]{12}$", "Id of a seat in a session.");
export const waitId = id("^wait_[a-z0-9]{12}$", "Id of a place on a waiting list.");

const withZone = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text is a time with its zone. `Date.parse` takes 30 February for 2 March. */
function isTime(value: string): boolean {
  const day = value.slice(0, "2031-05-14".length);
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return withZone.test(value) && isDay && !Number.isNaN(Date.parse(value));
}

/** A time with its zone. */
export const time = z.string().refine(isTime, "is no time with a zone").meta({ format: "date-time" });

export const planned = time.meta({ format: "date-time", description: "A time with its zone." });

export const email = z
  .string()
  .max(120)
  .refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value), "is no mail address")
  .meta({ format: "email" });

export const seats = z.int().min(1).max(5000);
export const count = z.int().min(0).max(1_000_000);
const cents = z.int().min(0).max(1_000_000);

export const track = z.enum(["web", "data", "security"]);
export const ticketType = z.enum(["full", "day", "student"]);
export const roomStatus = z.enum(["open", "closed"]);
export const sessionStatus = z.enum(["scheduled", "cancelled"]);
export const attendeeStatus = z.enum(["registered", "cancelled"]);
export const seatStatus = z.enum(["taken", "released", "dropped"]);
export const waitStatus = z.enum(["waiting", "moved_up", "left", "dropped"]);

export const room = z.strictObject({ room_id: roomId, name: z.string(), seats, status: roomStatus });

export const speaker = z.strictObject({
  speaker_id: speakerId,
  name: z.string(),
  email: z.string().optional(),
});

export const session = z.strictObject({
  session_id: sessionId,
  title: z.string(),
  abstract: z.string(),
  track,
  room_id: roomId,
  speaker_id: speakerId,
  starts_at: time,
  ends_at: time,
  seats,
  taken: count,
  free: count,
  waiting: count,
  status: sessionStatus,
});

export const voucher = z.strictObject({
  voucher_code: voucherCode,
  percent: z.int().min(1).max(100),
  max_uses: z.int().min(1).max(100),
  uses: count,
  uses_left: count,
  status: z.enum(["open", "withdrawn"]),
});

export const attendee = z.strictObject({
  attendee_id: attendeeId,
  name: z.string(),
  email: z.string().optional(),
  ticket_type: ticketType,
  list_price_cents: cents,
  discount_percent: z.int().min(0).max(100),
  discount_cents: cents,
  paid_cents: cents,
  voucher_code: voucherCode.optional(),
  arrives_at: time,
  full_refund_until: time,
  half_refund_until: time,
  registered_at: time,
  status: attendeeStatus,
  cancelled_at: time.optional(),
  refund_percent: z.literal([0, 50, 100]).optional(),
  refund_cents: cents.optional(),
});

export const seat = z.strictObject({
  seat_id: seatId,
  session_id: sessionId,
  attendee_id: attendeeId,
  booked_at: time,
  status: seatStatus,
});

export const wait = z.strictObject({
  wait_id: waitId,
  session_id: sessionId,
  attendee_id: attendeeId,
  joined_at: time,
  seat_id: seatId.optional(),
  status: waitStatus,
});

const limit = z.int().min(1).max(40).default(20);

export const paging = { limit, cursor: text(1, 300).optional() };
export const offsets = { limit, offset: z.int().min(0).max(100_000).default(0) };

/** The result of a list that has a cursor. */
export function pageOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const items = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  return z.strictObject({ ...items, total: count, next_cursor: z.string().optional() });
}
