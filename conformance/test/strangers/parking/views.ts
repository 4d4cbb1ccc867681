/** Rows as results show them. */
import { has } from "./breaks.ts";
import { now, showTime } from "./clock.ts";
import {
  type Fine,
  fines,
  type Permit,
  permits,
  type Resident,
  type Vehicle,
  vehicles,
  type Zone,
  zones,
} from "./records.ts";

export const dayMs = 86_400_000;
export const appealMs = 14 * dayMs;

export function statusOf({ revokedAt, until }: Permit): "valid" | "revoked" | "expired" {
  if (revokedAt !== undefined) return "revoked";
  return now() >= Date.parse(until) + dayMs ? "expired" : "valid";
}

export function vehicleOf({ vehicle }: Permit | Fine): Vehicle {
  return vehicles.find(vehicle)!;
}

export function countValid({ id }: Vehicle): number {
  return permits.select((permit) => {
    const isRevoked = has("revoked-stays-with-vehicle") && statusOf(permit) === "revoked";
    return permit.vehicle === id && (isRevoked || statusOf(permit) === "valid");
  }).length;
}

export function countTaken({ id }: Zone): number {
  return permits.select((permit) => {
    const isExpired = has("expired-keeps-place") && statusOf(permit) === "expired";
    return permit.zone === id && (isExpired || statusOf(permit) === "valid");
  }).length;
}

export function showVehicle(vehicle: Vehicle) {
  const { id, plate, kind, electric } = vehicle;
  return { vehicle_id: id, plate, kind, electric, valid_permits: countValid(vehicle) };
}

export function showResident({ id, name, street, phone }: Resident) {
  const owed = fines.select((fine) => {
    const isOwed = ["open", "confirmed", ...(has("owes-what-is-appealed") ? ["appealed"] : [])];
    return vehicleOf(fine).owner === id && isOwed.includes(fine.status);
  });
  return {
    resident_id: id,
    name,
    street,
    phone,
    vehicles: vehicles.select(({ owner, isGone }) => owner === id && !isGone).map(showVehicle),
    owed_cents: sumOf(owed),
  };
}

export function showZone(zone: Zone) {
  const { id, name, places, daily } = zone;
  const taken = countTaken(zone);
  return { zone_id: id, name, places, daily_cents: daily, taken, free: places - taken };
}

export function showPermit(permit: Permit) {
  const { id, vehicle, zone, from, until, issuedAt, revokedAt } = permit;
  const days = (Date.parse(until) - Date.parse(from)) / dayMs + 1;
  return {
    permit_id: id,
    vehicle_id: vehicle,
    plate: vehicleOf(permit).plate,
    zone_id: zone,
    from,
    until,
    days,
    fee_cents: days * zones.find(zone)!.daily,
    status: statusOf(permit),
    issued_at: showTime(issuedAt),
    ...(revokedAt !== undefined && { revoked_at: showTime(revokedAt) }),
  };
}

export function showFine(fine: Fine) {
  const { id, offence, note, amount, status, statement, issuedAt, decidedAt, paidAt } = fine;
  const { owner, plate } = vehicleOf(fine);
  return {
    fine_id: id,
    resident_id: owner,
    plate,
    offence,
    note,
    amount_cents: amount,
    status,
    ...(statement !== undefined && { statement }),
    issued_at: showTime(issuedAt),
    appeal_until: showTime(issuedAt + appealMs),
    ...(decidedAt !== undefined && { decided_at: showTime(decidedAt) }),
    ...(paidAt !== undefined && { paid_at: showTime(paidAt) }),
  };
}

export function sumOf(rows: readonly Fine[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
