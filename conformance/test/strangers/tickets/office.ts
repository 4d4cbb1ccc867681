/** One box office: its venues, events, promo codes and waiting lists, and what happens by itself as time passes. */
import { breaks } from "./breaks.ts";
import { checkTimeZone, dayAt, readStart } from "./instants.ts";
import {
  capacityOf,
  type Event,
  makeId,
  nextNumber,
  type Order,
  overAt,
  type PromoCode,
  placesLeft,
  type Ticket,
  type TicketType,
  type Venue,
  type WaitingEntry,
} from "./records.ts";
import { Refusal } from "./refusal.ts";

export interface NewEvent {
  readonly venue_id: number;
  readonly name: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly all_ages: boolean;
  readonly starts_at: string;
  readonly ticket_types: readonly NewTicketType[];
}

interface NewTicketType {
  readonly name: string;
  readonly price_cents: number;
  readonly capacity: number;
}

export interface EventChange extends Partial<Omit<NewEvent, "venue_id" | "ticket_types">> {
  readonly expected_revision?: number;
}

export class Office {
  readonly venues = new Map<number, Venue>();
  readonly events = new Map<string, Event>();
  readonly types = new Map<string, TicketType>();
  readonly promoCodes = new Map<string, PromoCode>();
  readonly orders = new Map<string, Order>();
  readonly tickets = new Map<string, Ticket>();
  readonly waiting = new Map<number, WaitingEntry>();
  /** Tool and request id -> the arguments that came with it, and the id of what was made or paid. */
  readonly requests = new Map<string, { readonly input: string; readonly id: string }>();
  readonly holds = new Set<Order>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  find<Key, Item>(items: ReadonlyMap<Key, Item>, key: Key, lister: string): Item {
    const item = items.get(key);
    if (item !== undefined) return item;
    throw new Refusal("not_found", `This box office has no ${key}. ${lister} shows what there is.`);
  }

  event(id: string): Event {
    return this.find(this.events, id, "list_events");
  }

  /** Lets holds expire, and events end. */
  settle(): void {
    const now = this.now();
    for (const order of this.holds) if (order.expires_at <= now) this.expire(order);
    if (!breaks("over-in-get-only")) for (const event of this.events.values()) this.settleEvent(event);
  }

  settleEvent(event: Event): void {
    const isOpen = event.status === "on_sale" || event.status === "sold_out";
    if (isOpen && overAt(event) <= this.now()) event.status = "over";
  }

  /** Gives back what a hold has: its places, and the use of its promo code. */
  expire(order: Order): void {
    this.holds.delete(order);
    order.status = "expired";
    if (!breaks("hold-keeps-places"))
      for (const { type, quantity } of order.items) type.places.held -= quantity;
    if (order.promo !== undefined && !breaks("promo-use-lost")) order.promo.uses -= 1;
    this.placesChanged(order.event);
  }

  /** Events are sold out while every place is paid. Customers on the waiting list are told of free places. */
  placesChanged(event: Event): void {
    const isFull = event.types.reduce((sum, { places }) => sum + places.sold, 0) >= capacityOf(event);
    if (event.status === "on_sale" && isFull) event.status = "sold_out";
    else if (event.status === "sold_out" && !isFull) event.status = "on_sale";
    if (event.status !== "on_sale") return;
    let free = placesLeft(event);
    for (const entry of this.waiting.values()) {
      if (entry.event !== event || entry.notified || entry.seats > free) continue;
      entry.notified = true;
      free -= entry.seats;
    }
  }

  createVenue(input: Omit<Venue, "venue_id">): Venue {
    checkTimeZone(input.time_zone);
    const venue = { venue_id: nextNumber("venue"), ...input };
    this.venues.set(venue.venue_id, venue);
    return venue;
  }

  createEvent({ venue_id, starts_at, ticket_types, ...texts }: NewEvent): Event {
    const venue = this.find(this.venues, venue_id, "list_venues");
    const event = this.#draft(venue, readStart(starts_at, this.now()), texts);
    for (const { name, price_cents, capacity } of ticket_types)
      this.#addType(event, { name, price: price_cents, capacity, places: { held: 0, sold: 0 } });
    return event;
  }

  copyEvent(id: string, startsAt: string): Event {
    const source = this.event(id);
    const { name, description, tags, all_ages } = source;
    const event = this.#draft(source.venue, readStart(startsAt, this.now()), {
      name,
      ...(description !== undefined && { description }),
      tags,
      all_ages,
    });
    for (const type of source.types) {
      const places = breaks("copy-shares-capacity") ? type.places : { held: 0, sold: 0 };
      this.#addType(event, { ...type, places });
    }
    return event;
  }

  #draft(
    venue: Venue,
    startsAt: number,
    texts: Pick<Event, "name" | "description" | "tags" | "all_ages">,
  ): Event {
    const event: Event = {
      id: makeId("ev"),
      number: nextNumber("event"),
      venue,
      ...texts,
      status: "draft",
      starts_at: startsAt,
      day: dayAt(venue, startsAt),
      types: [],
      revision: 1,
      created_at: this.now(),
    };
    this.events.set(event.id, event);
    return event;
  }

  #addType(event: Event, type: Omit<TicketType, "id" | "event">): void {
    const added = { ...type, id: makeId("tt"), event };
    event.types.push(added);
    this.types.set(added.id, added);
  }

  updateEvent(id: string, { expected_revision, starts_at, ...texts }: EventChange): Event {
    const event = this.event(id);
    if (expected_revision !== undefined && expected_revision !== event.revision)
      throw new Refusal(
        "revision_conflict",
        `${id} has revision ${event.revision}, not ${expected_revision}. Read it with get_event and decide again.`,
      );
    this.#mustBe(event, ["draft", "on_sale", "sold_out"]);
    if (starts_at !== undefined) {
      event.starts_at = readStart(starts_at, this.now());
      event.day = dayAt(event.venue, event.starts_at);
    }
    Object.assign(event, texts);
    event.revision += 1;
    return event;
  }

  updateTicketType(id: string, change: { price_cents?: number; capacity?: number }): Event {
    const type = this.find(this.types, id, "get_event");
    this.#mustBe(type.event, ["draft", "on_sale", "sold_out"]);
    const inUse = type.places.held + type.places.sold;
    if (change.capacity !== undefined && change.capacity < inUse)
      throw new Refusal(
        "capacity_in_use",
        `${inUse} places of ${id} are sold or held, so its capacity is at least ${inUse}.`,
      );
    type.price = change.price_cents ?? type.price;
    type.capacity = change.capacity ?? type.capacity;
    this.placesChanged(type.event);
    return type.event;
  }

  publishEvent(id: string): Event {
    const event = this.event(id);
    this.#mustBe(event, ["draft"]);
    if (event.starts_at <= this.now())
      throw new Refusal(
        "start_out_of_range",
        `${id} has started. Give it a later starts_at with update_event.`,
      );
    event.status = "on_sale";
    event.published_at = this.now();
    event.revision += 1;
    return event;
  }

  #mustBe(event: Event, statuses: readonly Event["status"][]): void {
    if (statuses.includes(event.status)) return;
    const wanted = statuses.join(", ");
    throw new Refusal(
      "event_state",
      `${event.id} is ${event.status}; this is for events that are ${wanted}.`,
    );
  }

  /** Calls an event off. Its orders are closed by the caller. */
  cancelEvent(id: string): Event {
    const event = this.event(id);
    this.#mustBe(event, ["draft", "on_sale", "sold_out"]);
    event.status = "cancelled";
    event.revision += 1;
    return event;
  }

  createPromoCode(input: Omit<PromoCode, "uses">): PromoCode {
    if (this.promoCodes.has(input.code))
      throw new Refusal("promo_taken", `There is a promo code ${input.code}. Choose another text.`);
    const promo = { ...input, uses: 0 };
    this.promoCodes.set(promo.code, promo);
    return promo;
  }

  joinWaitingList(input: { event_id: string; name: string; email: string; seats: number }): WaitingEntry {
    const { event_id, ...customer } = input;
    const event = this.event(event_id);
    if (event.status !== "sold_out")
      throw new Refusal(
        "not_sold_out",
        `${event_id} is ${event.status}. There is a waiting list only while it is sold out.`,
      );
    const entry_id = nextNumber("entry");
    const entry = { entry_id, event, ...customer, notified: false, joined_at: this.now() };
    this.waiting.set(entry_id, entry);
    return entry;
  }
}
