/** Tools for the people who come: registrations, and badges at the check-in. */
import * as z from "zod";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import type { Office } from "./office.ts";
import { nextCursor, page, paging } from "./pages.ts";
import { Problem } from "./problem.ts";
import { type Event, newId, type Registration } from "./records.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showRegistration } from "./views.ts";

/** Takes a seat, which has to be there. */
export function takeSeat(office: Office, event: Event, { name, email }: Person): Registration {
  const registration: Registration = {
    id: newId.registration(),
    event_id: event.id,
    name,
    email,
    paid_cents: event.fee_cents,
    status: "registered",
    registered_at: timeAt(now()),
  };
  office.registrations.set(registration.id, registration);
  return registration;
}

type Person = Pick<Registration, "name" | "email">;

/** One address has one seat at an event. */
export function checkAddress(office: Office, event: Event, address: string): void {
  const hasSeat = ({ email, status }: Registration) =>
    status !== "cancelled" && email.toLowerCase() === address.toLowerCase();
  const present = office.registrationsOf(event.id).find(hasSeat);
  if (present !== undefined)
    throw new Problem("already_registered", `This address has the registration ${present.id}.`);
}

const register = tool({
  name: "conf_register",
  mode: "add",
  scope: "attendees:write",
  title: "Register a person",
  description: "Gives a person a seat at an event. Where none is left, use conf_join_waiting_list.",
  input: z.strictObject({
    event_id: schema.eventId,
    name: schema.personName,
    email: schema.contact,
    request_id: schema.requestId.optional(),
  }),
  output: schema.registration,
  run({ request_id, ...input }, call) {
    const { office } = call;
    const event = office.event(input.event_id);
    const id = office.once("register", request_id, input, () => {
      checkAddress(office, event, input.email);
      if (office.seatsOf(event).left <= 0) {
        const hint = "Put the person on the waiting list with conf_join_waiting_list.";
        throw new Problem(
          "event_full",
          `All ${event.capacity} seats of ${event.id} are taken or offered. ${hint}`,
        );
      }
      return takeSeat(office, event, input).id;
    });
    return showRegistration(office.registration(id), call);
  },
});

const getRegistration = tool({
  name: "conf_get_registration",
  mode: "read",
  scope: "attendees:read",
  title: "Show a registration",
  description: "Shows a registration, and its badge where the person was there.",
  input: z.strictObject({ registration_id: schema.registrationId }),
  output: schema.registration,
  run: ({ registration_id }, call) => showRegistration(call.office.registration(registration_id), call),
});

const listRegistrations = tool({
  name: "conf_list_registrations",
  mode: "read",
  scope: "attendees:read",
  title: "List registrations",
  description: "Lists the registrations of an event, the earliest first, page by page.",
  input: z.strictObject({
    event_id: schema.eventId,
    status: schema.registrationStatus.optional(),
    text: z.string().min(1).max(100).optional().describe("Part of the name."),
    ...paging,
  }),
  output: z.strictObject({
    registrations: z.array(schema.registration).max(50),
    total: z.int().min(0).max(1_000_000),
    next_cursor: nextCursor,
  }),
  run({ event_id, status, text, limit, cursor }, call) {
    const { office, caller } = call;
    office.event(event_id);
    const fitting = office
      .registrationsOf(event_id)
      .filter(
        (each) =>
          (status === undefined || each.status === status) &&
          (text === undefined || each.name.toLowerCase().includes(text.toLowerCase())),
      );
    const { items, ...rest } = page({
      name: ["registrations", caller.account, event_id, status, text],
      items: fitting,
      limit,
      cursor,
      keyOf: ({ registered_at }) => registered_at,
    });
    const show = (each: Registration) =>
      breaks("email-in-list") ? { ...each } : showRegistration(each, call);
    return { registrations: items.map(show), ...rest };
  },
});

function seatIn(office: Office, id: string): Registration {
  const registration = office.registration(id);
  if (registration.status !== "registered")
    throw new Problem("registration_state", `${id} is ${registration.status}. It has to be registered.`);
  return registration;
}

const cancelRegistration = tool({
  name: "conf_cancel_registration",
  mode: "change",
  scope: "attendees:write",
  title: "Cancel a registration",
  description:
    "Gives a seat back, and its fee. The seat is offered to the first person of the waiting list for a day.",
  input: z.strictObject({ registration_id: schema.registrationId }),
  output: schema.registration,
  run({ registration_id }, call) {
    const registration = seatIn(call.office, registration_id);
    registration.status = "cancelled";
    registration.cancelled_at = timeAt(now());
    call.office.offerSeats(call.office.event(registration.event_id));
    return showRegistration(registration, call);
  },
});

const checkIn = tool({
  name: "conf_check_in",
  mode: "change",
  scope: "attendees:write",
  title: "Check a person in",
  description:
    "Notes that a registered person is there, and gives out a badge with the next number of the event.",
  input: z.strictObject({ registration_id: schema.registrationId }),
  output: schema.registration,
  run({ registration_id }, call) {
    const registration = seatIn(call.office, registration_id);
    const badges = call.office.registrationsOf(registration.event_id).filter((each) => each.badge_number);
    registration.status = "checked_in";
    registration.badge_number = badges.length + 1;
    registration.checked_in_at = timeAt(now());
    return showRegistration(registration, call);
  },
});

export const attendeeTools = [register, getRegistration, listRegistrations, cancelRegistration, checkIn];
