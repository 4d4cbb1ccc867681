/** The tools for vouchers, attendees, seats and waiting lists. */
import { z } from "zod";
import { Problem } from "./problem.ts";
import type { Voucher } from "./records.ts";
import * as schemas from "./schemas.ts";
import { text } from "./schemas.ts";
import { adds, changes, type Office, type Registration, reads, tool } from "./tool.ts";
import { contains, equals, listPage, showAttendee, showSeat, showWait, statusOf } from "./views.ts";

const voucherResult = z.strictObject({ voucher: schemas.voucher });
const attendeeResult = z.strictObject({ attendee: schemas.attendee });
const seatResult = z.strictObject({ seat: schemas.seat });
const waitResult = z.strictObject({ wait: schemas.wait });
const seesDesk = { scope: "desk:read", annotations: reads };
const addsAtDesk = { scope: "desk:write", annotations: adds };
const changesAtDesk = { scope: "desk:write", annotations: changes };

const showVoucher = (voucher: Voucher) => ({ ...voucher, uses_left: voucher.max_uses - voucher.uses });

const voucherTools: readonly Registration[] = [
  tool("create_voucher", {
    ...addsAtDesk,
    title: "Create a voucher",
    description: "Makes a voucher for a part of the price.",
    input: z.strictObject({ percent: z.int().min(1).max(100), max_uses: z.int().min(1).max(100) }),
    output: voucherResult,
    run: ({ percent, max_uses }, { office }) => ({
      voucher: showVoucher(office.desk.createVoucher(percent, max_uses)),
    }),
  }),
  tool("get_voucher", {
    ...seesDesk,
    title: "Get a voucher",
    description: "Shows a voucher.",
    input: z.strictObject({ voucher_code: schemas.voucherCode }),
    output: voucherResult,
    run: ({ voucher_code }, { office }) => ({ voucher: showVoucher(office.desk.voucher(voucher_code)) }),
  }),
  tool("withdraw_voucher", {
    ...changesAtDesk,
    title: "Withdraw a voucher",
    description: "The voucher can be used no longer.",
    input: z.strictObject({ voucher_code: schemas.voucherCode }),
    output: voucherResult,
    run: ({ voucher_code }, { office }) => {
      const voucher = office.desk.openVoucher(voucher_code);
      voucher.status = "withdrawn";
      return { voucher: showVoucher(voucher) };
    },
  }),
];

const registration = z.strictObject({
  name: text(1, 80),
  email: schemas.email,
  ticket_type: schemas.ticketType,
  arrives_at: schemas.planned,
  voucher_code: schemas.voucherCode.optional(),
  request_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
});

function register({ request_id, ...input }: z.output<typeof registration>, { desk }: Office) {
  const sent = JSON.stringify(Object.entries(input).sort());
  const earlier = request_id === undefined ? undefined : desk.requests.get(request_id);
  if (earlier && earlier.input !== sent)
    throw new Problem("request_id_reused", `${request_id} was used for ${earlier.attendee.name}.`);
  const attendee = earlier?.attendee ?? desk.register(input);
  if (request_id !== undefined) desk.requests.set(request_id, { input: sent, attendee });
  return attendee;
}

const attendeeTools: readonly Registration[] = [
  tool("register_attendee", {
    ...addsAtDesk,
    title: "Register an attendee",
    description:
      "Sells a ticket and makes a badge. A use of a voucher is not given back when the attendee cancels.",
    input: registration,
    output: attendeeResult,
    run: (input, work) => ({ attendee: showAttendee(register(input, work.office), work) }),
  }),
  tool("get_attendee", {
    ...seesDesk,
    title: "Get an attendee",
    description: "Shows one attendee.",
    input: z.strictObject({ attendee_id: schemas.attendeeId }),
    output: attendeeResult,
    run: ({ attendee_id }, work) => ({
      attendee: showAttendee(work.office.desk.attendee(attendee_id), work),
    }),
  }),
  tool("list_attendees", {
    ...seesDesk,
    title: "List attendees",
    description: "Lists attendees, the newest first.",
    input: z.strictObject({
      text: text(1, 60).describe("A part of the name, in any case.").optional(),
      ticket_type: schemas.ticketType.optional(),
      status: schemas.attendeeStatus.optional(),
      ...schemas.paging,
    }),
    output: schemas.pageOf("attendees", schemas.attendee),
    run: (input, work) =>
      listPage("attendees", input, work, {
        items: work.office.desk.attendees.values(),
        fits: (attendee) =>
          contains(input.text, attendee.name) &&
          equals(input.ticket_type, attendee.ticket_type) &&
          equals(input.status, statusOf(attendee)),
        show: (attendee) => showAttendee(attendee, work),
      }),
  }),
  tool("cancel_attendee", {
    ...changesAtDesk,
    title: "Cancel an attendee",
    description:
      "Pays back 100 % until 30 days before the arrival, 50 % until 7 days before it, and nothing then. All seats of the attendee get free.",
    input: z.strictObject({ attendee_id: schemas.attendeeId }),
    output: z.strictObject({
      attendee: schemas.attendee,
      dropped: z.array(z.strictObject({ seat_id: schemas.seatId, session_id: schemas.sessionId })),
    }),
    run: ({ attendee_id }, work) => {
      const { attendee, dropped } = work.office.desk.cancelAttendee(attendee_id);
      return {
        attendee: showAttendee(attendee, work),
        dropped: dropped.map(({ seat_id, session_id }) => ({ seat_id, session_id })),
      };
    },
  }),
];

const place = z.strictObject({ session_id: schemas.sessionId, attendee_id: schemas.attendeeId });

const seatTools: readonly Registration[] = [
  tool("book_seat", {
    ...addsAtDesk,
    title: "Book a seat",
    description: "Gives an attendee a seat in a session that has not begun.",
    input: place,
    output: seatResult,
    run: ({ session_id, attendee_id }, { office }) => ({
      seat: showSeat(office.desk.bookSeat(session_id, attendee_id)),
    }),
  }),
  tool("get_seat", {
    ...seesDesk,
    title: "Get a seat",
    description: "Shows one seat.",
    input: z.strictObject({ seat_id: schemas.seatId }),
    output: seatResult,
    run: ({ seat_id }, { office }) => ({ seat: showSeat(office.desk.seat(seat_id)) }),
  }),
  tool("list_seats", {
    ...seesDesk,
    title: "List seats",
    description: "Lists seats, the one that was booked last at the start.",
    input: z.strictObject({
      session_id: schemas.sessionId.optional(),
      attendee_id: schemas.attendeeId.optional(),
      status: schemas.seatStatus.optional(),
      ...schemas.paging,
    }),
    output: schemas.pageOf("seats", schemas.seat),
    run: (input, work) =>
      listPage("seats", input, work, {
        items: work.office.desk.seats.values(),
        fits: ({ session_id, attendee_id, status }) =>
          equals(input.session_id, session_id) &&
          equals(input.attendee_id, attendee_id) &&
          equals(input.status, status),
        show: showSeat,
      }),
  }),
  tool("release_seat", {
    ...changesAtDesk,
    title: "Release a seat",
    description: "The seat is free again, and the first one who waits for the session gets it.",
    input: z.strictObject({ seat_id: schemas.seatId }),
    output: seatResult,
    run: ({ seat_id }, { office }) => ({ seat: showSeat(office.desk.releaseSeat(seat_id)) }),
  }),
];

const waitTools: readonly Registration[] = [
  tool("join_waiting_list", {
    ...addsAtDesk,
    title: "Join the waiting list",
    description: "Waits for a seat in a session without free seats.",
    input: place,
    output: waitResult,
    run: ({ session_id, attendee_id }, { office }) => ({
      wait: showWait(office.desk.join(session_id, attendee_id)),
    }),
  }),
  tool("get_wait", {
    ...seesDesk,
    title: "Get a wait",
    description: "Shows one wait.",
    input: z.strictObject({ wait_id: schemas.waitId }),
    output: waitResult,
    run: ({ wait_id }, { office }) => ({ wait: showWait(office.desk.wait(wait_id)) }),
  }),
  tool("list_waits", {
    ...seesDesk,
    title: "List a waiting list",
    description: "Lists places on waiting lists, the one that waits longest at the start.",
    input: z.strictObject({
      session_id: schemas.sessionId.optional(),
      status: schemas.waitStatus.optional(),
      ...schemas.paging,
    }),
    output: schemas.pageOf("waits", schemas.wait),
    run: (input, work) =>
      listPage("waits", input, work, {
        items: work.office.desk.waits.values(),
        fits: ({ session_id, status }) =>
          equals(input.session_id, session_id) && equals(input.status, status),
        show: showWait,
        oldestFirst: true,
      }),
  }),
  tool("leave_waiting_list", {
    ...changesAtDesk,
    title: "Leave the waiting list",
    description: "Waits no longer.",
    input: z.strictObject({ wait_id: schemas.waitId }),
    output: waitResult,
    run: ({ wait_id }, { office }) => ({ wait: showWait(office.desk.leave(wait_id)) }),
  }),
];

export const deskTools: readonly Registration[] = [
  ...voucherTools,
  ...attendeeTools,
  ...seatTools,
  ...waitTools,
];
