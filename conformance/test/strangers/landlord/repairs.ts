/** Repairs of units, and the visits of contractors. */
import { isBroken } from "./breaks.ts";
import { addDays } from "./days.ts";
import type { Office } from "./office.ts";
import type { Repair } from "./records.ts";
import { Refusal } from "./refusal.ts";

const visitDays = 90;

export type Report = Pick<Repair, "unit_id" | "title" | "urgency"> & {
  readonly details?: string | null | undefined;
};

export function reportRepair(office: Office, { unit_id, title, urgency, details = null }: Report): Repair {
  office.unit(unit_id);
  return office.add(office.repairs, "R", {
    unit_id,
    title,
    details,
    urgency,
    reported_on: office.today,
    status: "reported",
    contractor: null,
    visit_on: null,
    slot: null,
    cost: null,
    done_on: null,
  });
}

interface Visit {
  readonly repair_id: string;
  readonly contractor: string;
  readonly visit_on: string;
  readonly slot: "morning" | "afternoon";
}

/** Books the visit of a contractor, or moves it. */
export function bookVisit(office: Office, { repair_id, contractor, visit_on, slot }: Visit): Repair {
  const repair = office.find(office.repairs, "repair", repair_id);
  if (repair.status === "done" && !isBroken("visit-after-repair"))
    throw new Refusal(`Repair ${repair_id} is done.`);
  const latest = addDays(office.today, visitDays);
  if (visit_on < office.today || visit_on > latest)
    throw new Refusal(`A visit can be from ${office.today} to ${latest}.`);
  const isTaken = office.repairs
    .values()
    .some(
      (other) =>
        other !== repair &&
        other.status === "visit booked" &&
        other.contractor === contractor &&
        other.visit_on === visit_on &&
        other.slot === slot,
    );
  if (isTaken) throw new Refusal(`${contractor} has another visit on ${visit_on} in the ${slot}.`);
  Object.assign(repair, { status: "visit booked", contractor, visit_on, slot });
  return repair;
}

export function finishRepair(office: Office, id: string, cost: string | null): Repair {
  const repair = office.find(office.repairs, "repair", id);
  if (repair.status === "done") throw new Refusal(`Repair ${id} is done.`);
  Object.assign(repair, { status: "done", cost, done_on: office.today });
  return repair;
}
