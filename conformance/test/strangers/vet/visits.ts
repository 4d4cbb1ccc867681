/** Visits: when they are, and what they cost. */
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import type { Records } from "./records.ts";
import type { Treatment, Visit } from "./shapes.ts";

const minute = 60_000;
const noShow = 30 * minute;
const cancelNotice = 120 * minute;
const maxOpenVisits = 3;
const maxTreatments = 20;
const vatRate = 0.19;

let lastVisit = 20_000;

type Booking = Pick<Visit, "animal_id" | "vet" | "reason" | "starts_at" | "minutes">;

export function findVisit(records: Records, id: string): Visit {
  return records.find(records.visits, id, "list_visits");
}

export function bookVisit(records: Records, booking: Booking): Visit {
  const animal = records.animal(booking.animal_id);
  const start = Date.parse(booking.starts_at);
  if (start < records.now())
    throw new Problem("in_the_past", `${booking.starts_at} is over. It is ${records.time()} now.`);
  const allowed = isBroken("fourth-visit") ? maxOpenVisits + 1 : maxOpenVisits;
  if (records.openVisits(animal.id).length >= allowed)
    throw new Problem(
      "too_many_visits",
      `The animal has ${maxOpenVisits} open visits. Cancel one of them first.`,
    );
  checkVetIsFree(records, booking, start);
  lastVisit += 1;
  return records.keep(records.visits, {
    id: `V-${lastVisit}`,
    animal_id: animal.id,
    owner_id: animal.owner_id,
    vet: booking.vet,
    reason: booking.reason,
    starts_at: new Date(start).toISOString(),
    minutes: booking.minutes,
    state: "booked",
    missed_at: new Date(start + noShow).toISOString(),
    treatments: [],
    net_cents: 0,
    vat_cents: 0,
    total_cents: 0,
    booked_at: records.time(),
  });
}

function checkVetIsFree(records: Records, { vet, minutes }: Booking, start: number): void {
  const end = start + minutes * minute;
  const takesTime = ({ state }: Visit) =>
    state === "booked" || state === "arrived" || (state === "cancelled" && isBroken("cancelled-keeps-slot"));
  for (const other of records.visits.values()) {
    if (other.vet !== vet || !takesTime(other)) continue;
    const otherStart = Date.parse(other.starts_at);
    const otherEnd = otherStart + other.minutes * minute;
    if (start < otherEnd && otherStart < end)
      throw new Problem(
        "vet_busy",
        `${vet} has a visit from ${other.starts_at} for ${other.minutes} minutes. Take another time or vet.`,
      );
  }
}

function requireState(visit: Visit, state: Visit["state"]): void {
  if (visit.state !== state)
    throw new Problem("visit_state", `The visit is ${visit.state}; this needs one that is ${state}.`);
}

export function checkIn(records: Records, id: string): Visit {
  const visit = findVisit(records, id);
  requireState(visit, "booked");
  visit.state = "arrived";
  visit.arrived_at = records.time();
  return visit;
}

export function addTreatments(
  records: Records,
  id: string,
  treatments: readonly Omit<Treatment, "amount_cents">[],
): Visit {
  const visit = findVisit(records, id);
  requireState(visit, "arrived");
  if (visit.treatments.length + treatments.length > maxTreatments)
    throw new Problem(
      "too_many_treatments",
      `The bill has ${visit.treatments.length} lines, and ${maxTreatments} are the most.`,
    );
  const lines = treatments.map((line) => ({ ...line, amount_cents: line.quantity * line.unit_cents }));
  visit.treatments = [...visit.treatments, ...lines];
  visit.net_cents = visit.treatments.reduce((sum, line) => sum + line.amount_cents, 0);
  visit.vat_cents = Math.round(visit.net_cents * vatRate);
  visit.total_cents = visit.net_cents + visit.vat_cents;
  return visit;
}

export function closeVisit(records: Records, id: string): Visit {
  const visit = findVisit(records, id);
  requireState(visit, "arrived");
  visit.state = "closed";
  visit.closed_at = records.time();
  records.owner(visit.owner_id).balance_cents += isBroken("balance-without-vat")
    ? visit.net_cents
    : visit.total_cents;
  return visit;
}

export function cancelVisit(records: Records, id: string): Visit {
  const visit = findVisit(records, id);
  requireState(visit, "booked");
  if (Date.parse(visit.starts_at) - records.now() < cancelNotice)
    throw new Problem("too_late", `The visit starts at ${visit.starts_at}, in less than two hours.`);
  visit.state = "cancelled";
  return visit;
}
