/** Tools for events and their calls for papers. */
import * as z from "zod";
import { now, timeAt } from "./clock.ts";
import { nextCursor, page, paging } from "./pages.ts";
import { Problem } from "./problem.ts";
import { type Event, newId } from "./records.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showEvent } from "./views.ts";

const createEvent = tool({
  name: "conf_create_event",
  mode: "add",
  scope: "programme:write",
  title: "Create an event",
  description: "Creates a conference with its rooms and seats. Its call for papers is open at once.",
  input: z.strictObject({
    name: schema.eventName,
    venue: schema.venue,
    starts_on: schema.day.describe("First day, in the time zone UTC."),
    days: z.int().min(1).max(14).default(1),
    rooms: z.array(schema.room).min(1).max(12).describe("Names of the rooms, each another one."),
    capacity: schema.capacity,
    fee_cents: schema.feeCents.default(0),
  }),
  output: schema.event,
  run(input, call) {
    if (new Set(input.rooms).size < input.rooms.length)
      throw new Problem("duplicate_room", "Two rooms have the same name. Give each its own.");
    const event: Event = { ...input, id: newId.event(), status: "call_open" };
    call.office.events.set(event.id, event);
    return showEvent(event, call);
  },
});

const getEvent = tool({
  name: "conf_get_event",
  mode: "read",
  scope: "programme:read",
  title: "Show an event",
  description: "Shows an event, with its seats, its income and how many talks were proposed.",
  input: z.strictObject({ event_id: schema.eventId }),
  output: schema.event,
  run: ({ event_id }, call) => showEvent(call.office.event(event_id), call),
});

const listEvents = tool({
  name: "conf_list_events",
  mode: "read",
  scope: "programme:read",
  title: "List events",
  description: "Lists events by their first day, page by page.",
  input: z.strictObject({
    status: schema.eventStatus.optional(),
    from: schema.day.optional().describe("First day at the earliest."),
    until: schema.day.optional().describe("First day at the latest."),
    text: z.string().min(1).max(100).optional().describe("Part of the name or the venue."),
    ...paging,
  }),
  output: z.strictObject({
    events: z.array(schema.event).max(50),
    total: z.int().min(0).max(1_000_000),
    next_cursor: nextCursor,
  }),
  run({ limit, cursor, ...filters }, call) {
    const { status, from, until } = filters;
    const text = filters.text?.toLowerCase();
    const fitting = [...call.office.events.values()].filter(
      (event) =>
        (status === undefined || event.status === status) &&
        (from === undefined || event.starts_on >= from) &&
        (until === undefined || event.starts_on <= until) &&
        (text === undefined || [event.name, event.venue].some((part) => part.toLowerCase().includes(text))),
    );
    const { items, ...rest } = page({
      name: ["events", call.caller.account, status, from, until, text],
      items: fitting,
      limit,
      cursor,
      keyOf: ({ starts_on }) => starts_on,
    });
    return { events: items.map((event) => showEvent(event, call)), ...rest };
  },
});

const updateEvent = tool({
  name: "conf_update_event",
  mode: "change",
  scope: "programme:write",
  title: "Change an event",
  description:
    "Changes the name, the venue or the number of seats. More seats are offered to the waiting list first.",
  input: z.strictObject({
    event_id: schema.eventId,
    name: schema.eventName.optional(),
    venue: schema.venue.optional(),
    capacity: schema.capacity.optional(),
  }),
  output: schema.event,
  run({ event_id, ...change }, call) {
    const event = call.office.event(event_id);
    const { name = event.name, venue = event.venue, capacity = event.capacity } = change;
    const { taken, offered } = call.office.seatsOf(event);
    if (capacity < taken + offered) {
      const hint = `${taken} seats are taken and ${offered} are offered. Cancel registrations first.`;
      throw new Problem("capacity_too_small", hint);
    }
    Object.assign(event, { name, venue, capacity });
    call.office.offerSeats(event);
    return showEvent(event, call);
  },
});

const closeCall = tool({
  name: "conf_close_call",
  mode: "change",
  scope: "programme:write",
  title: "Close the call for papers",
  description: "Ends the call for papers of an event. No talk can be proposed after that.",
  input: z.strictObject({ event_id: schema.eventId }),
  output: schema.event,
  run({ event_id }, call) {
    const event = call.office.event(event_id);
    if (event.status === "call_closed")
      throw new Problem("event_state", `The call of ${event_id} was closed at ${event.call_closed_at}.`);
    event.status = "call_closed";
    event.call_closed_at = timeAt(now());
    return showEvent(event, call);
  },
});

const deleteEvent = tool({
  name: "conf_delete_event",
  mode: "change",
  scope: "programme:write",
  title: "Delete an event",
  description:
    "Deletes an event with its talks, its programme and its waiting list. Refused while seats are taken or offered.",
  input: z.strictObject({ event_id: schema.eventId }),
  output: z.strictObject({ id: schema.eventId, deleted: z.literal(true) }),
  run({ event_id }, { office }) {
    const { taken, offered } = office.seatsOf(office.event(event_id));
    if (taken + offered > 0) {
      const hint = "Cancel them with conf_cancel_registration first.";
      throw new Problem("event_busy", `${taken} seats are taken and ${offered} are offered. ${hint}`);
    }
    office.removeEvent(event_id);
    return { id: event_id, deleted: true as const };
  },
});

export const eventTools = [createEvent, getEvent, listEvents, updateEvent, closeCall, deleteEvent];
