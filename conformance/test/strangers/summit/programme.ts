/** The programme of a summit: rooms, speakers and sessions, which move between rooms and times. */
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import { type Room, randomId, type Session, type Speaker } from "./records.ts";

type NewSession = Pick<Session, "title" | "abstract" | "track" | "room_id" | "speaker_id"> & {
  readonly starts_at: string;
  readonly ends_at: string;
};

export function find<Item>(items: ReadonlyMap<string, Item>, kind: string, id: string): Item {
  const item = items.get(id);
  if (item === undefined) throw new Problem("not_found", `There is no ${kind} ${id}.`);
  return item;
}

export class Programme {
  readonly rooms = new Map<string, Room>();
  readonly speakers = new Map<string, Speaker>();
  readonly sessions = new Map<string, Session>();

  addRoom(name: string, seats: number): Room {
    const room: Room = { room_id: randomId("rm_", 10), name, seats, status: "open" };
    this.rooms.set(room.room_id, room);
    return room;
  }

  room(id: string): Room {
    return find(this.rooms, "room", id);
  }

  closeRoom(id: string): Room {
    const room = this.#openRoom(id);
    if (this.#scheduled().some(({ room_id }) => room_id === id))
      throw new Problem("room_in_use", `${room.name} still has sessions.`);
    room.status = "closed";
    return room;
  }

  addSpeaker(name: string, email: string): Speaker {
    const speaker: Speaker = { speaker_id: randomId("sp_", 10), name, email };
    this.speakers.set(speaker.speaker_id, speaker);
    return speaker;
  }

  speaker(id: string): Speaker {
    return find(this.speakers, "speaker", id);
  }

  removeSpeaker(id: string): void {
    const { name } = this.speaker(id);
    if (this.#scheduled().some(({ speaker_id }) => speaker_id === id))
      throw new Problem("speaker_has_sessions", `${name} still has sessions.`);
    this.speakers.delete(id);
  }

  session(id: string): Session {
    return find(this.sessions, "session", id);
  }

  scheduledSession(id: string): Session {
    const session = this.session(id);
    if (session.status === "cancelled")
      throw new Problem("session_cancelled", `${session.title} was cancelled.`);
    return session;
  }

  schedule({ starts_at, ends_at, ...rest }: NewSession): Session {
    const session: Session = {
      session_id: randomId("ses_", 10),
      ...rest,
      startsAt: Date.parse(starts_at),
      endsAt: Date.parse(ends_at),
      status: "scheduled",
    };
    this.#openRoom(session.room_id);
    this.speaker(session.speaker_id);
    this.#refuseClashes(session, session.room_id);
    this.sessions.set(session.session_id, session);
    return session;
  }

  /** Moves a session. `taken` are the seats that need places in the new room. */
  move(
    session: Session,
    change: { room_id?: string | undefined; starts_at?: string | undefined; ends_at?: string | undefined },
    taken: number,
  ): void {
    const moved: Session = {
      ...session,
      room_id: change.room_id ?? session.room_id,
      startsAt: change.starts_at === undefined ? session.startsAt : Date.parse(change.starts_at),
      endsAt: change.ends_at === undefined ? session.endsAt : Date.parse(change.ends_at),
    };
    const room = change.room_id === undefined ? this.room(moved.room_id) : this.#openRoom(change.room_id);
    this.#refuseClashes(moved, isBroken("move-checks-old-room") ? session.room_id : moved.room_id);
    if (room.seats < taken)
      throw new Problem("room_too_small", `${taken} seats are taken, ${room.name} has ${room.seats}.`);
    Object.assign(session, moved);
  }

  #openRoom(id: string): Room {
    const room = this.room(id);
    if (room.status === "closed") throw new Problem("room_closed", `${room.name} is closed.`);
    return room;
  }

  #scheduled(): Session[] {
    return [...this.sessions.values()].filter(({ status }) => status === "scheduled");
  }

  #refuseClashes(session: Session, roomId: string): void {
    if (session.endsAt <= session.startsAt)
      throw new Problem("times_reversed", "The session ends before it begins.");
    const clashes = this.#scheduled().filter((other) => !isSame(session, other) && overlaps(session, other));
    const inRoom = clashes.find(({ room_id }) => room_id === roomId);
    if (inRoom) throw new Problem("room_taken", `${inRoom.title} is in the room at this time.`);
    const bySpeaker = clashes.find(({ speaker_id }) => speaker_id === session.speaker_id);
    if (bySpeaker) throw new Problem("speaker_busy", `The speaker gives ${bySpeaker.title} at this time.`);
  }
}

function isSame(session: Session, other: Session): boolean {
  return session.session_id === other.session_id && !isBroken("move-clashes-with-itself");
}

function overlaps(one: Session, other: Session): boolean {
  if (isBroken("end-is-inclusive")) return one.startsAt <= other.endsAt && other.startsAt <= one.endsAt;
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
