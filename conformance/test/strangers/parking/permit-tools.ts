/** Residents, vehicles, zones and permits. */
import { has } from "./breaks.ts";
import { now } from "./clock.ts";
import { getVehicle, type Permit, permits, residents, vehicles, type Zone, zones } from "./records.ts";
import { Refusal } from "./refusal.ts";
import {
  countTaken,
  countValid,
  showPermit,
  showResident,
  showVehicle,
  showZone,
  statusOf,
  vehicleOf,
} from "./views.ts";

interface Person {
  readonly name: string;
  readonly street: string;
  readonly phone?: string | null;
}

interface Search {
  readonly zone_id?: number;
  readonly plate?: string;
  readonly status?: string;
  readonly starts_from?: string;
  readonly ends_by?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

interface Wish {
  readonly vehicle_id: number;
  readonly zone_id: number;
  readonly from: string;
  readonly until: string;
}

export const permitTools = {
  register_resident(town: string, { name, street, phone = null }: Person) {
    return { resident: showResident(residents.add({ town, name, street, phone })) };
  },

  update_resident(town: string, { resident_id, ...changes }: { resident_id: number } & Partial<Person>) {
    const resident = residents.get(resident_id, town);
    const { name = resident.name, street = resident.street } = changes;
    const isKept = changes.phone === undefined && !(has("name-clears-phone") && changes.name !== undefined);
    const phone = isKept ? resident.phone : (changes.phone ?? null);
    Object.assign(resident, { name, street, phone });
    return { resident: showResident(resident) };
  },

  get_resident(town: string, { resident_id }: { resident_id: number }) {
    return { resident: showResident(residents.get(resident_id, town)) };
  },

  register_vehicle(
    town: string,
    input: { resident_id: number; plate: string; kind?: string; electric?: boolean },
  ) {
    const { resident_id, plate, kind = "car", electric = false } = input;
    const owner = residents.get(resident_id, town).id;
    const registered = vehicles.select((each) => each.town === town && !each.isGone);
    if (registered.some((each) => each.plate === plate))
      throw new Refusal("plate_taken", `${plate} is registered.`);
    if (registered.filter((each) => each.owner === owner).length >= 2)
      throw new Refusal("too_many_vehicles", "The resident has two vehicles.");
    return { vehicle: showVehicle(vehicles.add({ town, owner, plate, kind, electric, isGone: false })) };
  },

  deregister_vehicle(town: string, { vehicle_id }: { vehicle_id: number }) {
    const vehicle = getVehicle(vehicle_id, town);
    if (countValid(vehicle) > 0 && !has("vehicle-with-permit-goes"))
      throw new Refusal("has_permits", "The vehicle has a valid permit.");
    vehicle.isGone = true;
    return { vehicle_id, deregistered: true };
  },

  create_zone(town: string, input: { name: string; places: number; daily_cents: number }) {
    const { name, places, daily_cents: daily } = input;
    return { zone: showZone(zones.add({ town, name, places, daily })) };
  },

  get_zone(town: string, { zone_id }: { zone_id: number }) {
    return { zone: showZone(zones.get(zone_id, town)) };
  },

  issue_permit(town: string, { vehicle_id, zone_id, from, until }: Wish) {
    const vehicle = getVehicle(vehicle_id, town).id;
    const zone = getZone(zone_id, town);
    if (until < from) throw new Refusal("bad_period", "The last day is before the first one.");
    const others = permits.select((each) => each.vehicle === vehicle && statusOf(each) === "valid");
    if (others.some((each) => clashes(each, { from, until, zone: zone.id })))
      throw new Refusal("overlaps", "The vehicle has a permit for some of these days.");
    if (countTaken(zone) >= zone.places) throw new Refusal("zone_full", `${zone.name} has no place left.`);
    const issued = permits.add({ town, vehicle, zone: zone.id, from, until, issuedAt: now() });
    return { permit: showPermit(issued) };
  },

  revoke_permit(town: string, { permit_id }: { permit_id: number }) {
    const permit = permits.get(permit_id, town);
    if (statusOf(permit) !== "valid") throw new Refusal("wrong_state", `The permit is ${statusOf(permit)}.`);
    permit.revokedAt = now();
    return { permit: showPermit(permit) };
  },

  search_permits(town: string, { limit = 20, cursor, ...search }: Search) {
    const before = cursor === undefined ? Infinity : readCursor(cursor);
    const found = permits.select((each) => each.town === town && matches(each, search)).reverse();
    const rest = found.filter(({ id }) => id < before);
    const shown = rest.slice(0, limit);
    return {
      permits: shown.map(showPermit),
      total: found.length,
      ...(rest.length > shown.length && { next_cursor: writeCursor(shown.at(-1)!.id) }),
    };
  },
};

function getZone(id: number, town: string): Zone {
  const zone = has("zone-of-another-town") ? zones.find(id) : zones.get(id, town);
  if (zone === undefined) throw new Refusal("not_found", `No zone ${id}.`);
  return zone;
}

/** The last day belongs to a permit. */
function clashes(other: Permit, { from, until, zone }: Pick<Permit, "from" | "until" | "zone">): boolean {
  if (has("overlaps-in-one-zone") && other.zone !== zone) return false;
  if (has("last-day-is-free")) return other.from < until && from < other.until;
  return other.from <= until && from <= other.until;
}

function matches(permit: Permit, { zone_id, plate, status, starts_from, ends_by }: Search): boolean {
  return (
    (zone_id === undefined || permit.zone === zone_id) &&
    (plate === undefined || vehicleOf(permit).plate.toLowerCase().includes(plate.toLowerCase())) &&
    (status === undefined || statusOf(permit) === status) &&
    (starts_from === undefined || permit.from >= starts_from) &&
    (ends_by === undefined || permit.until <= ends_by)
  );
}

function writeCursor(id: number): string {
  return Buffer.from(`before:${id}`).toString("base64url");
}

function readCursor(cursor: string): number {
  const id = /^before:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (id === undefined) throw new Refusal("bad_cursor", "The cursor is not one of this list.");
  return Number(id);
}
