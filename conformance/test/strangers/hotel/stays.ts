/** Stays from their reservation to their end: nights that are sold once, the notice, no-shows, and the quota of a day. */
import { makes } from "./breaks.ts";
import { addCharge, type Folio } from "./folios.ts";
import { type House, type Room, Shelf } from "./house.ts";
import { Problem } from "./problem.ts";

const hour = 3_600_000;
const day = 24 * hour;
const longest = 30;
const hold = 20 * hour;

export type Status = "reserved" | "checked_in" | "checked_out" | "cancelled" | "no_show";

export interface Stay extends Folio {
  readonly group: string;
  readonly id: string;
  readonly propertyId: string;
  readonly roomId: number;
  readonly guestId: string;
  readonly arrives: string;
  readonly party: number;
  readonly note?: string;
  readonly rateCents: number;
  readonly currency: string;
  readonly reservedAt: number;
  leaves: string;
  status: Status;
  checkedInAt?: number;
  checkedOutAt?: number;
  cancelledAt?: number;
}

export interface Wish {
  readonly room_id: number;
  readonly guest_id: string;
  readonly arrives: string;
  readonly leaves: string;
  readonly party: number;
  readonly note?: string;
}

export const nightsBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / day;

export const checkInFrom = (stay: Pick<Stay, "arrives">): number => Date.parse(stay.arrives) + 15 * hour;

export const heldUntil = (stay: Pick<Stay, "arrives">): number => checkInFrom(stay) + hold;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export class Stays {
  readonly shelf = new Shelf<string, Stay>("stay");
  readonly quota = 80;
  readonly #house: House;
  /** Day and account -> the reservations that it made. */
  readonly #drawn = new Map<string, number>();
  #last = 0;

  constructor(house: House) {
    this.#house = house;
  }

  /** Rooms whose guests did not come are given up. */
  giveUp(): void {
    const late = makes("no-show-an-hour-late") ? hour : 0;
    for (const stay of this.shelf.everyone())
      if (stay.status === "reserved" && this.#house.now() >= heldUntil(stay) + late) stay.status = "no_show";
  }

  openOf(place: { readonly group: string } & Partial<Pick<Stay, "roomId" | "guestId">>): Stay[] {
    return this.shelf
      .all(place.group)
      .filter(({ status }) => status === "reserved" || status === "checked_in")
      .filter(({ roomId }) => place.roomId === undefined || roomId === place.roomId)
      .filter(({ guestId }) => place.guestId === undefined || guestId === place.guestId);
  }

  isOccupied(room: Room): boolean {
    const mistaken = makes("occupied-after-check-out");
    return this.shelf
      .all(room.group)
      .filter(({ roomId }) => roomId === room.id)
      .some(({ status }) => status === "checked_in" || (mistaken && status === "checked_out"));
  }

  /** Whether nobody has the room in a night from the first day to the last one. */
  isFree(room: Room, first: string, last: string, but?: Stay): boolean {
    const blocks = (stay: Stay): boolean => {
      if (makes("overlap-misses-inside")) return first >= stay.arrives && first < stay.leaves;
      return first < stay.leaves && last > stay.arrives;
    };
    const others = this.openOf({ group: room.group, roomId: room.id });
    if (makes("cancelled-still-blocks"))
      others.push(...this.shelf.all(room.group).filter((stay) => isCancelledIn(stay, room)));
    return !others.some((stay) => stay !== but && blocks(stay));
  }

  usage(account: string): { used: number; limit: number; remaining: number; resets_at: string } {
    const today = dayOf(this.#house.now());
    const used = this.#drawn.get(`${today} ${account}`) ?? 0;
    const resets_at = new Date(Date.parse(today) + day).toISOString();
    return { used, limit: this.quota, remaining: this.quota - used, resets_at };
  }

  /** `account`: the one whose quota is drawn from. */
  reserve(group: string, account: string, wish: Wish): Stay {
    const now = this.#house.now();
    const room = this.#house.rooms.find(group, wish.room_id);
    const guest = this.#house.guests.find(group, wish.guest_id);
    const nights = nightsBetween(wish.arrives, wish.leaves);
    if (nights < 1 || nights > longest) throw new Problem("bad_dates", `A stay has 1 to ${longest} nights.`);
    if (wish.arrives < dayOf(now)) throw new Problem("bad_dates", "A stay cannot begin in the past.");
    if (wish.party > room.beds) throw new Problem("too_many_guests", `The room has ${room.beds} beds.`);
    if (!this.isFree(room, wish.arrives, wish.leaves))
      throw new Problem("room_taken", "Somebody else has the room in one of these nights.");
    const { used, remaining, resets_at } = this.usage(account);
    if (remaining < 1) throw new Problem("quota_exceeded", `No reservation is left until ${resets_at}.`);
    this.#drawn.set(`${dayOf(now)} ${account}`, used + 1);
    this.#last += 1;
    return this.shelf.put({
      group,
      id: `ST-${String(this.#last).padStart(6, "0")}`,
      propertyId: room.propertyId,
      roomId: room.id,
      guestId: guest.id,
      arrives: wish.arrives,
      leaves: wish.leaves,
      party: wish.party,
      ...(wish.note !== undefined && { note: wish.note }),
      rateCents: room.rate_cents,
      currency: this.#house.properties.find(group, room.propertyId).currency,
      reservedAt: now,
      status: "reserved",
      charges: [],
      payments: [],
    });
  }

  extend(group: string, id: string, nights: number): Stay {
    const stay = this.shelf.find(group, id);
    expectStatus(stay, "reserved", "checked_in");
    const until = dayOf(Date.parse(stay.leaves) + nights * day);
    if (nightsBetween(stay.arrives, until) > longest)
      throw new Problem("bad_dates", `A stay has at most ${longest} nights.`);
    if (!this.isFree(this.#house.rooms.find(group, stay.roomId), stay.leaves, until, stay))
      throw new Problem("room_taken", "Somebody else has the room then.");
    stay.leaves = until;
    if (stay.status === "checked_in") addCharge(stay, "room", nights * stay.rateCents, this.#house.now());
    return stay;
  }

  checkIn(group: string, id: string): Stay {
    const stay = this.shelf.find(group, id);
    expectStatus(stay, "reserved");
    stay.status = "checked_in";
    stay.checkedInAt = this.#house.now();
    addCharge(stay, "room", nightsBetween(stay.arrives, stay.leaves) * stay.rateCents, stay.checkedInAt);
    return stay;
  }

  cancel(group: string, id: string): Stay {
    const stay = this.shelf.find(group, id);
    expectStatus(stay, "reserved");
    const notice = makes("notice-is-a-day") ? day : 2 * day;
    if (this.#house.now() > checkInFrom(stay) - notice)
      throw new Problem("too_late", "A stay can be cancelled until two days before its check-in.");
    stay.status = "cancelled";
    stay.cancelledAt = this.#house.now();
    return stay;
  }
}

export function expectStatus(stay: Stay, ...allowed: readonly Status[]): void {
  if (!allowed.includes(stay.status))
    throw new Problem("wrong_state", `Stay ${stay.id} is ${stay.status.replace("_", " ")}.`);
}

function isCancelledIn(stay: Stay, room: Room): boolean {
  return stay.roomId === room.id && stay.status === "cancelled";
}
