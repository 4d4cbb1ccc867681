/** What callers see of records. Addresses are only for those with the scope contacts:read. */
import type { Caller } from "./accounts.ts";
import { timeAt } from "./clock.ts";
import type { Office } from "./office.ts";
import type { Event, Registration, Slot, Talk, Waiting } from "./records.ts";

export interface Call {
  readonly office: Office;
  readonly caller: Caller;
}

function withoutAddress<Person extends { readonly email: string }>(
  { email, ...rest }: Person,
  { caller }: Call,
): Omit<Person, "email"> & { email?: string } {
  return caller.scopes.includes("contacts:read") ? { ...rest, email } : rest;
}

export function showEvent(event: Event, { office }: Call) {
  const paid = office.registrationsOf(event.id).filter(({ status }) => status !== "cancelled");
  return {
    ...event,
    rooms: [...event.rooms],
    seats: office.seatsOf(event),
    income_cents: paid.reduce((sum, { paid_cents }) => sum + paid_cents, 0),
    talks: office.talksOf(event.id).length,
    waiting: office.queueOf(event.id, "waiting").length,
  };
}

export function showTalk(talk: Talk, call: Call) {
  const { reviews } = talk;
  const total = reviews.reduce((sum, { score }) => sum + score, 0);
  const average = reviews.length > 0 && { average_score: Math.round((total / reviews.length) * 100) / 100 };
  return {
    ...talk,
    tags: [...talk.tags],
    speakers: talk.speakers.map((speaker) => withoutAddress(speaker, call)),
    reviews: [...reviews],
    review_count: reviews.length,
    score_total: total,
    ...average,
    scheduled: call.office.slotOfTalk(talk.id) !== undefined,
  };
}

export const endOf = ({ starts, minutes }: Pick<Slot, "starts" | "minutes">): number =>
  starts + minutes * 60_000;

export function showSlot({ starts, ...slot }: Slot) {
  return { ...slot, starts_at: timeAt(starts), ends_at: timeAt(endOf({ starts, minutes: slot.minutes })) };
}

export const showRegistration = (registration: Registration, call: Call) =>
  withoutAddress(registration, call);

export const showWaiting = (entry: Waiting, call: Call) => withoutAddress(entry, call);
