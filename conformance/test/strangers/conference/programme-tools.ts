/** Tools for the programme: slots in rooms, and the file of the schedule. */
import * as z from "zod";
import { breaks } from "./breaks.ts";
import { keepFile } from "./files.ts";
import { nextCursor, page, paging } from "./pages.ts";
import { Problem } from "./problem.ts";
import { type Event, newId, type Slot } from "./records.ts";
import { scheduleText } from "./schedule.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { endOf, showSlot } from "./views.ts";

const dayLength = 86_400_000;

function checkPlace(
  event: Event,
  { room, starts, minutes }: Pick<Slot, "room" | "starts" | "minutes">,
): void {
  if (!event.rooms.includes(room)) {
    const hint = `Its rooms are ${event.rooms.join(", ")}.`;
    throw new Problem("unknown_room", `${event.id} has no room ${room}. ${hint}`);
  }
  const opens = Date.parse(event.starts_on);
  if (starts < opens || endOf({ starts, minutes }) > opens + event.days * dayLength) {
    const hint = `It begins on ${event.starts_on} and takes ${event.days} days (UTC).`;
    throw new Problem("outside_event", `The slot is not within ${event.id}. ${hint}`);
  }
}

type Interval = Pick<Slot, "starts" | "minutes">;

function overlap(one: Interval, other: Interval): boolean {
  if (breaks("around-not-seen") && other.starts < one.starts && endOf(other) > endOf(one)) return false;
  return other.starts < endOf(one) && endOf(other) > one.starts;
}

const addSlot = tool({
  name: "conf_add_slot",
  mode: "add",
  scope: "programme:write",
  title: "Schedule a talk",
  description:
    "Gives an accepted talk a room and a time in the programme of its event. A slot may begin when another one ends.",
  input: z.strictObject({
    event_id: schema.eventId,
    talk_id: schema.talkId,
    room: schema.room.describe("One of the event's rooms."),
    starts_at: schema.time,
    minutes: schema.minutes,
  }),
  output: schema.slot,
  run({ starts_at, ...input }, { office }) {
    const event = office.event(input.event_id);
    const talk = office.talk(input.talk_id);
    if (talk.event_id !== event.id)
      throw new Problem("wrong_event", `${talk.id} was proposed for ${talk.event_id}, not for ${event.id}.`);
    if (talk.status !== "accepted")
      throw new Problem("talk_state", `${talk.id} is ${talk.status}. Accept it with conf_decide_talk first.`);
    const present = office.slotOfTalk(talk.id);
    if (present !== undefined)
      throw new Problem(
        "already_scheduled",
        `${talk.id} has slot ${present.id}. Use conf_remove_slot first.`,
      );
    const place = { ...input, starts: Date.parse(starts_at) };
    checkPlace(event, place);
    const other = office.slotsOf(event.id).find((each) => each.room === input.room && overlap(each, place));
    if (other !== undefined) {
      const { starts_at: from, ends_at: until } = showSlot(other);
      throw new Problem("room_taken", `Slot ${other.id} is in ${input.room} from ${from} until ${until}.`);
    }
    const slot: Slot = { ...place, id: newId.slot() };
    office.slots.set(slot.id, slot);
    return showSlot(slot);
  },
});

const removeSlot = tool({
  name: "conf_remove_slot",
  mode: "change",
  scope: "programme:write",
  title: "Remove a slot",
  description: "Takes a talk out of the programme. The talk stays accepted.",
  input: z.strictObject({ slot_id: schema.slotId }),
  output: z.strictObject({ talk_id: schema.talkId, removed: z.literal(true) }),
  run({ slot_id }, { office }) {
    const slot = office.slots.get(slot_id);
    if (slot === undefined)
      throw new Problem("not_found", `There is no slot ${slot_id}. conf_list_slots shows those of an event.`);
    office.slots.delete(slot_id);
    return { talk_id: slot.talk_id, removed: true as const };
  },
});

const listSlots = tool({
  name: "conf_list_slots",
  mode: "read",
  scope: "programme:read",
  title: "Show the programme",
  description: "Lists the slots of an event by their start, page by page.",
  input: z.strictObject({
    event_id: schema.eventId,
    room: schema.room.optional(),
    from: schema.day.optional().describe("First day, in the time zone UTC."),
    until: schema.day.optional().describe("Last day, in the time zone UTC."),
    ...paging,
  }),
  output: z.strictObject({
    slots: z.array(schema.slot).max(50),
    total: z.int().min(0).max(1_000_000),
    next_cursor: nextCursor,
  }),
  run({ event_id, room, from, until, limit, cursor }, { office, caller }) {
    office.event(event_id);
    const afterLastDay = breaks("last-day-missing") ? 0 : dayLength;
    const fitting = office
      .slotsOf(event_id)
      .filter(
        (slot) =>
          (room === undefined || slot.room === room) &&
          (from === undefined || slot.starts >= Date.parse(from)) &&
          (until === undefined || slot.starts < Date.parse(until) + afterLastDay),
      );
    const { items, ...rest } = page({
      name: ["slots", caller.account, event_id, room, from, until],
      items: fitting,
      limit,
      cursor,
      keyOf: (slot) => showSlot(slot).starts_at,
    });
    return { slots: items.map(showSlot), ...rest };
  },
});

const exportSchedule = tool({
  name: "conf_export_schedule",
  mode: "read",
  scope: "programme:read",
  title: "Export the schedule",
  description: "Makes a file of the programme, as a table or as a calendar. Its URL works for 15 minutes.",
  input: z.strictObject({ event_id: schema.eventId, format: z.enum(["csv", "ics"]).default("csv") }),
  output: z.strictObject({
    event_id: schema.eventId,
    file_name: z.string().min(1).max(100),
    url: z.url().max(300),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().min(0).max(100_000_000),
    slots: z.int().min(0).max(1_000_000).describe("Slots in the file."),
    expires_at: schema.time,
  }),
  run({ event_id, format }, { office }) {
    const event = office.event(event_id);
    const slots = office.slotsOf(event_id).toSorted((one, other) => one.starts - other.starts);
    const rows = slots.map((slot) => ({ slot, talk: office.talk(slot.talk_id) }));
    const file = keepFile(`schedule-${event_id}.${format}`, scheduleText(event, rows, format));
    return { event_id, ...file, slots: rows.length };
  },
});

export const programmeTools = [addSlot, removeSlot, listSlots, exportSchedule];
