/** The properties, rooms and guests of all groups of hotels. A group sees its own. */
import { randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

export interface Property {
  readonly group: string;
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly currency: string;
  readonly createdAt: number;
}

export interface RoomFacts {
  name: string;
  beds: number;
  smoking: boolean;
  rate_cents: number;
}

export interface Room extends RoomFacts {
  readonly group: string;
  readonly id: number;
  readonly propertyId: string;
  readonly createdAt: number;
  revision: number;
}

export interface GuestFacts {
  name: string;
  email?: string;
  phone?: string;
  vip: boolean;
  note?: string;
}

export interface Guest extends GuestFacts {
  readonly group: string;
  readonly id: string;
  readonly createdAt: number;
}

/** Rows with a group, by their ids. The rows of another group are as if they were absent. */
export class Shelf<Id extends string | number, Row extends { readonly group: string; readonly id: Id }> {
  readonly #rows = new Map<Id, Row>();
  readonly #noun: string;

  constructor(noun: string) {
    this.#noun = noun;
  }

  put(row: Row): Row {
    this.#rows.set(row.id, row);
    return row;
  }

  find(group: string, id: Id): Row {
    const row = this.#rows.get(id);
    if (row === undefined || row.group !== group)
      throw new Problem("not_found", `There is no ${this.#noun} ${id}.`);
    return row;
  }

  all(group: string): Row[] {
    return this.#rows
      .values()
      .filter((row) => row.group === group)
      .toArray();
  }

  everyone(): IterableIterator<Row> {
    return this.#rows.values();
  }

  drop(id: Id): void {
    this.#rows.delete(id);
  }
}

export class House {
  readonly now: () => number;
  readonly properties = new Shelf<string, Property>("property");
  readonly rooms = new Shelf<number, Room>("room");
  readonly guests = new Shelf<string, Guest>("guest");
  #rooms = 100;

  constructor(now: () => number) {
    this.now = now;
  }

  addProperty(group: string, facts: Pick<Property, "name" | "city" | "currency">): Property {
    const id = `hp-${pick("abcdefghijklmnopqrstuvwxyz0123456789", 6)}`;
    return this.properties.put({ group, id, ...facts, createdAt: this.now() });
  }

  roomsOf(property: Property): Room[] {
    return this.rooms.all(property.group).filter((room) => room.propertyId === property.id);
  }

  closeProperty(group: string, id: string): void {
    const property = this.properties.find(group, id);
    if (this.roomsOf(property).length > 0)
      throw new Problem("has_rooms", `${property.name} still has rooms. Remove them first.`);
    this.properties.drop(id);
  }

  addRoom(group: string, propertyId: string, facts: RoomFacts): Room {
    const property = this.properties.find(group, propertyId);
    this.#expectFreeName(property, facts.name);
    this.#rooms += 1;
    const own = { group, id: this.#rooms, propertyId, createdAt: this.now(), revision: 1 };
    return this.rooms.put({ ...own, ...facts });
  }

  changeRoom(group: string, id: number, expected: number, facts: Partial<RoomFacts>): Room {
    const room = this.rooms.find(group, id);
    if (room.revision !== expected)
      throw new Problem("stale_room", `Room ${id} has revision ${room.revision} now. Read it again.`);
    if (facts.name !== undefined && facts.name !== room.name)
      this.#expectFreeName(this.properties.find(group, room.propertyId), facts.name);
    Object.assign(room, facts);
    room.revision += 1;
    return room;
  }

  addGuest(group: string, facts: GuestFacts): Guest {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    return this.guests.put({ group, id: `g_${pick(letters, 16)}`, createdAt: this.now(), ...facts });
  }

  changeGuest(group: string, id: string, facts: Partial<GuestFacts>): Guest {
    return Object.assign(this.guests.find(group, id), facts);
  }

  #expectFreeName(property: Property, name: string): void {
    if (this.roomsOf(property).some((room) => room.name === name))
      throw new Problem("name_taken", `${property.name} has a room with this name.`);
  }
}

function pick(letters: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
}
