/** Vaccinations and prescriptions of animals. */
import { randomUUID } from "node:crypto";
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import { type Records, randomText } from "./records.ts";
import type { Prescription, Vaccination } from "./shapes.ts";

const boosterDays: Readonly<Record<Vaccination["vaccine"], number>> = {
  rabies: 3 * 365,
  distemper: 365,
  parvovirus: 365,
  leptospirosis: 365,
  cat_flu: 365,
};
const graceDays = 28;
const prescriptionDays = 180;

export function findVaccination(records: Records, id: string): Vaccination {
  return records.find(records.vaccinations, id.toLowerCase(), "list_vaccinations");
}

export function vaccinationsOf(records: Records, animalId: number): Vaccination[] {
  return [...records.vaccinations.values()].filter(({ animal_id }) => animal_id === animalId);
}

export function vaccinate(
  records: Records,
  { animal_id, vaccine, batch }: Pick<Vaccination, "animal_id" | "vaccine" | "batch">,
): Vaccination {
  const animal = records.animal(animal_id);
  if (!isBroken("boosters-add-up"))
    for (const earlier of vaccinationsOf(records, animal.id))
      if (earlier.vaccine === vaccine && earlier.state === "valid") earlier.state = "boosted";
  const days = boosterDays[vaccine];
  return records.keep(records.vaccinations, {
    id: randomUUID(),
    animal_id: animal.id,
    vaccine,
    batch,
    state: "valid",
    given_at: records.time(),
    booster_due_at: records.time(days),
    lapses_at: records.time(days + graceDays),
  });
}

export function voidVaccination(records: Records, id: string, reason: string): Vaccination {
  const vaccination = findVaccination(records, id);
  if (vaccination.state !== "valid")
    throw new Problem(
      "vaccination_state",
      `The vaccination is ${vaccination.state}, so it cannot be voided.`,
    );
  vaccination.state = "void";
  vaccination.voided_at = records.time();
  vaccination.void_reason = reason;
  return vaccination;
}

export function findPrescription(records: Records, id: string): Prescription {
  const prescription = records.prescriptions.get(id);
  if (prescription === undefined)
    throw new Problem(
      "not_found",
      `The practice has no ${id}. The number is on the slip, and in the result of prescribe.`,
    );
  return prescription;
}

export function prescribe(
  records: Records,
  { animal_id, drug, dosage, fills }: Pick<Prescription, "animal_id" | "drug" | "dosage" | "fills">,
): Prescription {
  const animal = records.animal(animal_id);
  return records.keep(records.prescriptions, {
    id: `RX-${randomText(8).toUpperCase()}`,
    animal_id: animal.id,
    drug,
    dosage,
    fills,
    dispensed: 0,
    left: fills,
    state: "active",
    issued_at: records.time(),
    expires_at: records.time(prescriptionDays),
  });
}

function refuseState({ state }: Prescription, advice: string): never {
  throw new Problem("prescription_state", `The prescription is ${state}. ${advice}`);
}

export function dispense(records: Records, id: string): Prescription {
  const prescription = findPrescription(records, id);
  const mayUse =
    prescription.state === "active" || (prescription.state === "expired" && isBroken("dispense-expired"));
  if (!mayUse) refuseState(prescription, "Renew it, or write a new one.");
  if (prescription.left === 0)
    throw new Problem(
      "nothing_left",
      "The drug was dispensed as often as prescribed. Renew the prescription.",
    );
  prescription.dispensed += 1;
  prescription.left -= 1;
  prescription.last_dispensed_at = records.time();
  return prescription;
}

export function renew(records: Records, id: string): Prescription {
  const source = findPrescription(records, id);
  if (source.state === "cancelled") refuseState(source, "Write a new one with prescribe.");
  const copy = prescribe(records, source);
  copy.renews = source.id;
  if (isBroken("renewal-keeps-count")) {
    copy.dispensed = source.dispensed;
    copy.left = source.left;
  }
  return copy;
}

export function cancelPrescription(records: Records, id: string): Prescription {
  const prescription = findPrescription(records, id);
  if (prescription.state !== "active") refuseState(prescription, "It cannot be cancelled any more.");
  prescription.state = "cancelled";
  return prescription;
}
