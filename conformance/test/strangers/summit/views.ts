/** What the office shows of its records, and how it filters them. */
import { refundTimes } from "./desk.ts";
import { type PageRequest, pageOf } from "./pages.ts";
import { type Attendee, inZone, type Seat, type Session, type Speaker, type Wait } from "./records.ts";
import type { Work } from "./tool.ts";

export function showSpeaker({ email, ...speaker }: Speaker, { scopes }: Work) {
  return { ...speaker, ...(scopes.includes("people:contact") && { email }) };
}

export function showSession({ startsAt, endsAt, ...session }: Session, { office }: Work) {
  const { seats } = office.programme.room(session.room_id);
  const taken = office.desk.takenSeats(session.session_id).length;
  return {
    ...session,
    starts_at: inZone(startsAt),
    ends_at: inZone(endsAt),
    seats,
    taken,
    free: seats - taken,
    waiting: office.desk.waiting(session.session_id).length,
  };
}

export function showAttendee(attendee: Attendee, { scopes }: Work) {
  const { email, arrivesAt, registeredAt, refund, ...rest } = attendee;
  const { full, half } = refundTimes(arrivesAt);
  return {
    ...rest,
    ...(scopes.includes("people:contact") && { email }),
    arrives_at: inZone(arrivesAt),
    full_refund_until: inZone(full),
    half_refund_until: inZone(half),
    registered_at: inZone(registeredAt),
    status: statusOf(attendee),
    ...(refund && {
      cancelled_at: inZone(refund.at),
      refund_percent: refund.percent,
      refund_cents: refund.cents,
    }),
  };
}

export function statusOf({ refund }: Attendee): "registered" | "cancelled" {
  return refund === undefined ? "registered" : "cancelled";
}

export function showSeat({ bookedAt, ...seat }: Seat) {
  return { ...seat, booked_at: inZone(bookedAt) };
}

export function showWait({ joinedAt, ...wait }: Wait) {
  return { ...wait, joined_at: inZone(joinedAt) };
}

export function equals<Value>(wanted: Value | undefined, value: Value): boolean {
  return wanted === undefined || wanted === value;
}

export function contains(wanted: string | undefined, ...texts: readonly string[]): boolean {
  if (wanted === undefined) return true;
  return texts.some((text) => text.toLowerCase().includes(wanted.toLowerCase()));
}

/** A page of a list, as `name` in the result. */
export function listPage<Name extends string, Item, Shown>(
  name: Name,
  input: PageRequest,
  { office }: Work,
  list: {
    readonly items: Iterable<Item>;
    readonly fits: (item: Item) => boolean;
    readonly show: (item: Item) => Shown;
    readonly oldestFirst?: boolean;
  },
) {
  const { limit, cursor, ...filters } = input;
  const scope = [office.account, name, Object.entries(filters).sort()];
  const { items, ...rest } = pageOf(
    list.items,
    list.fits,
    { limit, cursor },
    { scope, oldestFirst: list.oldestFirst ?? false },
  );
  return { ...({ [name]: items.map(list.show) } as Record<Name, Shown[]>), ...rest };
}
