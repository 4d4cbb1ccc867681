/** Keys of units that tenants have. */
import { refuseEnded } from "./leases.ts";
import type { Office } from "./office.ts";
import type { Key } from "./records.ts";
import { Refusal } from "./refusal.ts";

export function handOutKey(office: Office, lease_id: string, label: string): Key {
  const lease = office.lease(lease_id);
  refuseEnded(lease);
  const { id: unit_id, keys } = office.unit(lease.unit_id);
  if (office.keysOut(unit_id).length >= keys)
    throw new Refusal(`All ${keys} keys of unit ${unit_id} are out.`);
  return office.add(office.keys, "K", {
    unit_id,
    lease_id,
    label,
    handed_out_on: office.today,
    status: "handed out",
    returned_on: null,
  });
}

export function returnKey(office: Office, id: string): Key {
  const key = office.find(office.keys, "key", id);
  if (key.status === "returned") throw new Refusal(`Key ${id} was returned on ${key.returned_on}.`);
  key.status = "returned";
  key.returned_on = office.today;
  return key;
}
