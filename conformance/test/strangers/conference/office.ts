/** Everything that one organiser has: events with their talks, slots, registrations and waiting lists. */
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { Problem } from "./problem.ts";
import type { Event, Registration, Slot, Talk, Waiting } from "./records.ts";

const offerSeconds = 86_400;

interface AnsweredRequest {
  readonly input: string;
  readonly id: string;
}

export class Office {
  readonly events = new Map<string, Event>();
  readonly talks = new Map<string, Talk>();
  readonly slots = new Map<number, Slot>();
  readonly registrations = new Map<string, Registration>();
  readonly waiting = new Map<string, Waiting>();
  readonly #requests = new Map<string, AnsweredRequest>();

  event(id: string): Event {
    return this.events.get(id) ?? fail(`There is no event ${id}. conf_list_events shows your events.`);
  }

  talk(id: string): Talk {
    return this.talks.get(id) ?? fail(`There is no talk ${id}. conf_list_talks shows the talks of an event.`);
  }

  registration(id: string): Registration {
    const hint = "conf_list_registrations shows those of an event.";
    return this.registrations.get(id) ?? fail(`There is no registration ${id}. ${hint}`);
  }

  waitingEntry(id: string): Waiting {
    const hint = "conf_join_waiting_list returns the ids.";
    return this.waiting.get(id) ?? fail(`There is no entry ${id} in a waiting list. ${hint}`);
  }

  talksOf(eventId: string): Talk[] {
    return [...this.talks.values()].filter(({ event_id }) => event_id === eventId);
  }

  slotsOf(eventId: string): Slot[] {
    return [...this.slots.values()].filter(({ event_id }) => event_id === eventId);
  }

  slotOfTalk(talkId: string): Slot | undefined {
    return [...this.slots.values()].find(({ talk_id }) => talk_id === talkId);
  }

  registrationsOf(eventId: string): Registration[] {
    return [...this.registrations.values()].filter(({ event_id }) => event_id === eventId);
  }

  /** Those who wait or have an offer, the earliest first. */
  queueOf(eventId: string, status: "waiting" | "offered"): Waiting[] {
    return [...this.waiting.values()].filter(
      (entry) => entry.event_id === eventId && entry.status === status,
    );
  }

  seatsOf({ id, capacity }: Event) {
    const registrations = this.registrationsOf(id);
    const isTaken = ({ status }: Registration) => breaks("seat-stays-taken") || status !== "cancelled";
    const taken = registrations.filter(isTaken).length;
    const offered = this.queueOf(id, "offered").length;
    return { taken, offered, left: capacity - taken - offered };
  }

  /** Offers free seats to those who wait. */
  offerSeats(event: Event): void {
    const queue = this.queueOf(event.id, "waiting");
    if (breaks("newest-is-offered")) queue.reverse();
    for (const entry of queue.slice(0, Math.max(0, this.seatsOf(event).left))) {
      entry.status = "offered";
      entry.offer_expires_at = timeAt(now() + offerSeconds * 1000);
    }
  }

  /** Offers that nobody accepted in time lapse. Their seats are on sale again. */
  lapseOffers(): void {
    for (const entry of this.waiting.values())
      if (entry.status === "offered" && Date.parse(entry.offer_expires_at!) <= now()) entry.status = "lapsed";
  }

  removeEvent(id: string): void {
    this.events.delete(id);
    const tables: readonly Map<unknown, { readonly event_id: string }>[] = [
      this.talks,
      this.slots,
      this.registrations,
      this.waiting,
    ];
    for (const table of tables)
      for (const [key, { event_id }] of table) if (event_id === id) table.delete(key);
  }

  /** Makes a thing once for each request id of a tool. Returns the id of the thing. */
  once(tool: string, requestId: string | undefined, input: object, make: () => string): string {
    if (requestId === undefined) return make();
    const key = `${tool} ${requestId}`;
    const text = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const earlier = this.#requests.get(key);
    if (earlier === undefined) {
      const id = make();
      this.#requests.set(key, { input: text, id });
      return id;
    }
    if (earlier.input === text) return earlier.id;
    const hint = "Use a new request_id for another call.";
    throw new Problem(
      "request_conflict",
      `${requestId} has made ${earlier.id} from other arguments. ${hint}`,
    );
  }
}

function fail(message: string): never {
  throw new Problem("not_found", message);
}
