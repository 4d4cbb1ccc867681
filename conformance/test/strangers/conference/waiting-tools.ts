/** Tools for the waiting lists of events that are full. */
import * as z from "zod";
import { checkAddress, takeSeat } from "./attendee-tools.ts";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { Problem } from "./problem.ts";
import { newId, type Waiting } from "./records.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showRegistration, showWaiting } from "./views.ts";

function checkStatus({ id, status }: Waiting, ...allowed: Waiting["status"][]): void {
  if (!allowed.includes(status))
    throw new Problem("waiting_state", `${id} is ${status}. This needs one that is ${allowed.join(" or ")}.`);
}

const joinWaitingList = tool({
  name: "conf_join_waiting_list",
  mode: "add",
  scope: "attendees:write",
  title: "Join the waiting list",
  description: "Puts a person on the waiting list of an event that is full. Seats are offered in this order.",
  input: z.strictObject({ event_id: schema.eventId, name: schema.personName, email: schema.contact }),
  output: schema.waiting,
  run(input, call) {
    const { office } = call;
    const event = office.event(input.event_id);
    checkAddress(office, event, input.email);
    const { left } = office.seatsOf(event);
    if (left > 0) throw new Problem("seats_left", `${event.id} has ${left} seats. Use conf_register.`);
    const entry: Waiting = { ...input, id: newId.waiting(), status: "waiting", joined_at: timeAt(now()) };
    office.waiting.set(entry.id, entry);
    return showWaiting(entry, call);
  },
});

const getWaiting = tool({
  name: "conf_get_waiting",
  mode: "read",
  scope: "attendees:read",
  title: "Show a place in a waiting list",
  description: "Shows whether a person still waits, or has the offer of a seat, and until when.",
  input: z.strictObject({ waiting_id: schema.waitingId }),
  output: schema.waiting,
  run: ({ waiting_id }, call) => showWaiting(call.office.waitingEntry(waiting_id), call),
});

const acceptOffer = tool({
  name: "conf_accept_offer",
  mode: "change",
  scope: "attendees:write",
  title: "Accept an offered seat",
  description: "Takes the seat that was offered to a person of the waiting list, within a day of the offer.",
  input: z.strictObject({ waiting_id: schema.waitingId }),
  output: z.strictObject({ waiting: schema.waiting, registration: schema.registration }),
  run({ waiting_id }, call) {
    const { office } = call;
    const entry = office.waitingEntry(waiting_id);
    if (breaks("accept-lapsed-offer")) checkStatus(entry, "offered", "lapsed");
    else checkStatus(entry, "offered");
    const registration = takeSeat(office, office.event(entry.event_id), entry);
    entry.status = "accepted";
    entry.registration_id = registration.id;
    return { waiting: showWaiting(entry, call), registration: showRegistration(registration, call) };
  },
});

const leaveWaitingList = tool({
  name: "conf_leave_waiting_list",
  mode: "change",
  scope: "attendees:write",
  title: "Leave the waiting list",
  description: "Takes a person off the waiting list. A seat that was offered goes to the next one.",
  input: z.strictObject({ waiting_id: schema.waitingId }),
  output: schema.waiting,
  run({ waiting_id }, call) {
    const entry = call.office.waitingEntry(waiting_id);
    checkStatus(entry, "waiting", "offered");
    entry.status = "left";
    call.office.offerSeats(call.office.event(entry.event_id));
    return showWaiting(entry, call);
  },
});

export const waitingTools = [joinWaitingList, getWaiting, acceptOffer, leaveWaitingList];
