/** Business from before, and a colleague who works all the time. */
import { setTimeout as delay } from "node:timers/promises";
import { addMonths } from "./days.ts";
import { handOutKey, returnKey } from "./keys.ts";
import { giveNotice, raiseRent, signLease } from "./leases.ts";
import type { Office } from "./office.ts";
import { recordPayment } from "./payments.ts";
import { bookVisit, finishRepair, reportRepair } from "./repairs.ts";

function addHouse(office: Office, name: string): string {
  const { id } = office.add(office.properties, "P", {
    name,
    street: `${name} 4`,
    city: "Bremen",
    built: 1911,
  });
  return id;
}

function letUnit(office: Office, property_id: string, name: string, starts_on: string) {
  const unit = office.add(office.units, "U", { property_id, name, rooms: 3, area_m2: 71.5, keys: 4 });
  const tenant = office.add(office.tenants, "T", {
    name: `Tenant of ${name}`,
    phone: "+494210001",
    email: null,
  });
  const agreement = { unit_id: unit.id, tenant_id: tenant.id, starts_on, rent: "840.50", deposit: "1681.00" };
  return signLease(office, agreement);
}

/** Fills an office with a house whose units are let, vacant, paid and in arrears. */
export function fillOffice(office: Office): void {
  const house = addHouse(office, "Parkallee");
  for (const [months, name] of ["EG links", "EG rechts", "1. OG", "2. OG", "Dach"].entries()) {
    const lease = letUnit(office, house, name, addMonths(office.today, -months));
    recordPayment(office, { lease_id: lease.id, amount: "400.25", purpose: "rent", method: "cash" });
    handOutKey(office, lease.id, "cellar");
    if (months % 2 === 0)
      recordPayment(office, {
        lease_id: lease.id,
        amount: "1681.00",
        purpose: "deposit",
        method: "bank transfer",
      });
    if (months === 3) giveNotice(office, { lease_id: lease.id, given_by: "tenant", reason: "Moves to Kiel" });
    if (months === 4) raiseRent(office, lease.id, "899.00");
    const repair = reportRepair(office, {
      unit_id: lease.unit_id,
      title: `Window of ${name}`,
      urgency: "can wait",
    });
    if (months > 2) finishRepair(office, repair.id, "120.00");
  }
  office.add(office.units, "U", { property_id: house, name: "Shop", rooms: 2, area_m2: null, keys: 2 });
}

/** Lets and ends, repairs and hands out for ever. */
export async function keepBusy(office: Office): Promise<void> {
  const house = addHouse(office, "Busy street");
  for (let round = 0; ; round += 1) {
    await delay(40, undefined, { ref: false });
    office.keepTime();
    const lease = letUnit(office, house, `Busy ${round}`, office.today);
    recordPayment(office, { lease_id: lease.id, amount: "100.00", purpose: "rent", method: "direct debit" });
    const key = handOutKey(office, lease.id, "attic");
    const repair = reportRepair(office, { unit_id: lease.unit_id, title: "Busy tap", urgency: "emergency" });
    await delay(40, undefined, { ref: false });
    bookVisit(office, {
      repair_id: repair.id,
      contractor: `Busy contractor ${round}`,
      visit_on: office.today,
      slot: "morning",
    });
    returnKey(office, key.id);
    if (round % 2 === 0) giveNotice(office, { lease_id: lease.id, given_by: "landlord" });
  }
}
