/** The tools for rooms, speakers and sessions. */
import { z } from "zod";
import { isBroken } from "./breaks.ts";
import { inZone, type Session } from "./records.ts";
import * as schemas from "./schemas.ts";
import { text } from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { contains, equals, listPage, showSession, showSpeaker } from "./views.ts";

const roomResult = z.strictObject({ room: schemas.room });
const speakerResult = z.strictObject({ speaker: schemas.speaker });
const sessionResult = z.strictObject({ session: schemas.session });
const seesProgramme = { scope: "programme:read", annotations: reads };
const addsToProgramme = { scope: "programme:write", annotations: adds };
const changesProgramme = { scope: "programme:write", annotations: changes };

const roomTools: readonly Registration[] = [
  tool("add_room", {
    ...addsToProgramme,
    title: "Add a room",
    description: "Adds a room with seats.",
    input: z.strictObject({ name: text(1, 60), seats: schemas.seats }),
    output: roomResult,
    run: ({ name, seats }, { office }) => ({ room: { ...office.programme.addRoom(name, seats) } }),
  }),
  tool("get_room", {
    ...seesProgramme,
    title: "Get a room",
    description: "Shows one room.",
    input: z.strictObject({ room_id: schemas.roomId }),
    output: roomResult,
    run: ({ room_id }, { office }) => ({ room: { ...office.programme.room(room_id) } }),
  }),
  tool("list_rooms", {
    ...seesProgramme,
    title: "List rooms",
    description: "Lists rooms, the newest first.",
    input: z.strictObject({
      min_seats: schemas.seats.optional(),
      status: schemas.roomStatus.optional(),
      ...schemas.paging,
    }),
    output: schemas.pageOf("rooms", schemas.room),
    run: (input, work) =>
      listPage("rooms", input, work, {
        items: work.office.programme.rooms.values(),
        fits: ({ seats, status }) => seats >= (input.min_seats ?? 0) && equals(input.status, status),
        show: (room) => ({ ...room }),
      }),
  }),
  tool("close_room", {
    ...changesProgramme,
    title: "Close a room",
    description: "Closes a room without sessions that are scheduled.",
    input: z.strictObject({ room_id: schemas.roomId }),
    output: roomResult,
    run: ({ room_id }, { office }) => ({ room: { ...office.programme.closeRoom(room_id) } }),
  }),
];

const speakerTools: readonly Registration[] = [
  tool("add_speaker", {
    ...addsToProgramme,
    title: "Add a speaker",
    description: "Adds a speaker.",
    input: z.strictObject({ name: text(1, 80), email: schemas.email }),
    output: speakerResult,
    run: ({ name, email }, work) => ({
      speaker: showSpeaker(work.office.programme.addSpeaker(name, email), work),
    }),
  }),
  tool("get_speaker", {
    ...seesProgramme,
    title: "Get a speaker",
    description: "Shows one speaker.",
    input: z.strictObject({ speaker_id: schemas.speakerId }),
    output: speakerResult,
    run: ({ speaker_id }, work) => ({
      speaker: showSpeaker(work.office.programme.speaker(speaker_id), work),
    }),
  }),
  tool("list_speakers", {
    ...seesProgramme,
    title: "List speakers",
    description: "Lists speakers, the newest first.",
    input: z.strictObject({
      text: text(1, 60).describe("A part of the name, in any case.").optional(),
      ...schemas.paging,
    }),
    output: schemas.pageOf("speakers", schemas.speaker),
    run: (input, work) =>
      listPage("speakers", input, work, {
        items: work.office.programme.speakers.values(),
        fits: ({ name }) => contains(input.text, name),
        show: (speaker) => showSpeaker(speaker, work),
      }),
  }),
  tool("remove_speaker", {
    ...changesProgramme,
    title: "Remove a speaker",
    description: "Removes a speaker without sessions that are scheduled.",
    input: z.strictObject({ speaker_id: schemas.speakerId }),
    output: z.strictObject({ removed: z.literal(true) }),
    run: ({ speaker_id }, { office }) => {
      office.programme.removeSpeaker(speaker_id);
      return { removed: true as const };
    },
  }),
];

const sessionInput = z.strictObject({
  title: text(1, 120),
  abstract: z.string().max(2000).default(""),
  track: schemas.track,
  room_id: schemas.roomId,
  speaker_id: schemas.speakerId,
  starts_at: schemas.planned,
  ends_at: schemas.planned,
});

const sessionFilters = z.strictObject({
  text: text(1, 60).describe("A part of the title or the abstract, in any case.").optional(),
  track: schemas.track.optional(),
  room_id: schemas.roomId.optional(),
  speaker_id: schemas.speakerId.optional(),
  status: schemas.sessionStatus.optional(),
  from: schemas.time.optional(),
  before: schemas.time.optional(),
  sort: z.enum(["begin", "latest"]).default("begin"),
  ...schemas.offsets,
});

type Filters = z.output<typeof sessionFilters>;

function isAtTime({ startsAt }: Session, { from, before }: Filters): boolean {
  if (isBroken("filter-compares-texts")) {
    const shown = inZone(startsAt);
    return (from === undefined || shown >= from) && (before === undefined || shown < before);
  }
  return (
    (from === undefined || startsAt >= Date.parse(from)) &&
    (before === undefined || startsAt < Date.parse(before))
  );
}

const isFound = ({ title, abstract }: Session, { text: wanted }: Filters) =>
  contains(wanted, title, abstract);

function fits(session: Session, input: Filters): boolean {
  return (
    equals(input.track, session.track) &&
    equals(input.room_id, session.room_id) &&
    equals(input.speaker_id, session.speaker_id) &&
    equals(input.status, session.status) &&
    isAtTime(session, input)
  );
}

/** One page of the sessions that fit, and how many there are. */
function pageOfSessions(sessions: Iterable<Session>, input: Filters) {
  const searchesLate = isBroken("search-after-page");
  const direction = input.sort === "latest" ? -1 : 1;
  const matches = [...sessions]
    .filter((session) => fits(session, input) && (searchesLate || isFound(session, input)))
    .sort((one, other) => direction * (one.startsAt - other.startsAt));
  const page = matches.slice(input.offset, input.offset + input.limit);
  return {
    items: searchesLate ? page.filter((session) => isFound(session, input)) : page,
    total: matches.length,
  };
}

const sessionTools: readonly Registration[] = [
  tool("schedule_session", {
    ...addsToProgramme,
    title: "Schedule a session",
    description:
      "Puts a session into a room. Sessions of a room, and those of a speaker, do not overlap; one may begin when another one ends.",
    input: sessionInput,
    output: sessionResult,
    run: (input, work) => ({ session: showSession(work.office.programme.schedule(input), work) }),
  }),
  tool("get_session", {
    ...seesProgramme,
    title: "Get a session",
    description: "Shows one session.",
    input: z.strictObject({ session_id: schemas.sessionId }),
    output: sessionResult,
    run: ({ session_id }, work) => ({
      session: showSession(work.office.programme.session(session_id), work),
    }),
  }),
  tool("list_sessions", {
    ...seesProgramme,
    title: "List sessions",
    description: "Lists sessions by their begin. Each time may be in any zone.",
    input: sessionFilters,
    output: z.strictObject({ sessions: z.array(schemas.session), total: schemas.count }),
    run: (input, work) => {
      const { items, total } = pageOfSessions(work.office.programme.sessions.values(), input);
      return { sessions: items.map((session) => showSession(session, work)), total };
    },
  }),
  tool("move_session", {
    ...changesProgramme,
    title: "Move a session",
    description:
      "Moves a session to another room or time. Seats stay; in a larger room those who wait move up, as many as there are seats.",
    input: z.strictObject({
      session_id: schemas.sessionId,
      room_id: schemas.roomId.optional(),
      starts_at: schemas.planned.optional(),
      ends_at: schemas.planned.optional(),
    }),
    output: sessionResult,
    run: ({ session_id, ...change }, work) => {
      const { programme, desk } = work.office;
      const session = programme.scheduledSession(session_id);
      programme.move(session, change, desk.takenSeats(session_id).length);
      desk.moveUp(session);
      return { session: showSession(session, work) };
    },
  }),
  tool("cancel_session", {
    ...changesProgramme,
    title: "Cancel a session",
    description: "Cancels a session. All its seats and places on the waiting list are dropped.",
    input: z.strictObject({ session_id: schemas.sessionId }),
    output: sessionResult,
    run: ({ session_id }, work) => ({
      session: showSession(work.office.desk.cancelSession(session_id), work),
    }),
  }),
];

export const programmeTools: readonly Registration[] = [...roomTools, ...speakerTools, ...sessionTools];
