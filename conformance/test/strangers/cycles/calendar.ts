/** When a bike is free: hires and maintenance that take its time. */
import { isBroken } from "./breaks.ts";
import type { Company } from "./company.ts";
import { now } from "./gate.ts";
import type { Bike, Hire, Maintenance } from "./records.ts";
import { Refusal } from "./refusal.ts";

const day = 86_400_000;
const shortest = 4 * 3_600_000;
const longest = 60 * day;

/** Milliseconds; the end does not belong to it. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Reads a period of a hire or a question about one. */
export function readPeriod(startsAt: string, endsAt: string): Period {
  const period = { start: Date.parse(startsAt), end: Date.parse(endsAt) };
  const length = period.end - period.start;
  if (!(length >= shortest && length <= longest))
    throw new Refusal("bad_period", "ends_at must be 4 hours to 60 days after starts_at.");
  return period;
}

function readDays(from: string, until: string): Period {
  const period = periodOfDays({ from, until });
  if (period.end <= period.start || period.end - period.start > longest)
    throw new Refusal("bad_period", "until must be the day of from or a later one, at most 60 days in all.");
  return period;
}

export const countDays = ({ start, end }: Period): number => Math.ceil((end - start) / day);

function periodOfDays({ from, until }: Pick<Maintenance, "from" | "until">): Period {
  return { start: Date.parse(from), end: Date.parse(until) + day };
}

function periodOfHire(hire: Hire): Period | undefined {
  const end = Date.parse(hire.ends_at);
  if (hire.status === "booked") return { start: Date.parse(hire.starts_at), end };
  if (hire.status !== "out") return undefined;
  const start = Math.min(Date.parse(hire.starts_at), Date.parse(hire.handed_out_at!));
  // A late bike is free when it is back.
  return { start, end: end < now() ? Number.POSITIVE_INFINITY : end };
}

const overlap = (one: Period, other: Period): boolean => one.start < other.end && other.start < one.end;

export function findHire(company: Company, bikeId: number, period: Period, except?: Hire): Hire | undefined {
  return [...company.hires.values()].find((hire) => {
    if (hire.bike_id !== bikeId || hire === except) return false;
    const taken = periodOfHire(hire);
    return taken !== undefined && overlap(taken, period);
  });
}

function findMaintenance(company: Company, bikeId: number, period: Period): Maintenance | undefined {
  return [...company.maintenance.values()].find((maintenance) => {
    if (maintenance.bike_id !== bikeId || maintenance.status !== "planned") return false;
    const { start, end } = periodOfDays(maintenance);
    return overlap({ start, end: isBroken("maintenance-last-day-free") ? end - day : end }, period);
  });
}

/** Refuses a period in which the bike is hired or in maintenance. */
export function keepFree(company: Company, bikeId: number, period: Period, except?: Hire): void {
  const hire = findHire(company, bikeId, period, except);
  if (hire)
    throw new Refusal(
      "bike_taken",
      `Bike ${bikeId} is taken from ${hire.starts_at} to ${hire.ends_at}. cycles_list_free_bikes lists free bikes.`,
    );
  keepFromMaintenance(company, bikeId, period);
}

export function keepFromMaintenance(company: Company, bikeId: number, period: Period): void {
  const maintenance = findMaintenance(company, bikeId, period);
  if (maintenance)
    throw new Refusal(
      "in_maintenance",
      `Bike ${bikeId} is in maintenance from ${maintenance.from} until ${maintenance.until}.`,
    );
}

export function listFreeBikes(company: Company, period: Period): Bike[] {
  return [...company.bikes.values()].filter(
    ({ bike_id, status }) =>
      status !== "retired" &&
      status !== "lost" &&
      !findHire(company, bike_id, period) &&
      !findMaintenance(company, bike_id, period),
  );
}

export function planMaintenance(
  company: Company,
  input: Omit<Maintenance, "maintenance_id" | "status">,
): Maintenance {
  company.findPresentBike(input.bike_id);
  keepFree(company, input.bike_id, readDays(input.from, input.until));
  const id = company.maintenance.size + 1;
  const maintenance: Maintenance = { maintenance_id: id, ...input, status: "planned" };
  company.maintenance.set(id, maintenance);
  return maintenance;
}
