/** The patients of a pharmacy, their prescriptions, and what was dispensed. */
import { isBroken } from "./breaks.ts";
import { daysAfter, now, timestamp, today } from "./clock.ts";
import {
  type Dispensing,
  inPackages,
  type Line,
  nextId,
  type Patient,
  type Prescription,
} from "./records.ts";
import { notFound, Refusal } from "./refusal.ts";
import type { Stock } from "./stock.ts";

const controlledADay = 60;

export class Care {
  readonly patients = new Map<string, Patient>();
  readonly prescriptions = new Map<string, Prescription>();
  readonly dispensings = new Map<string, Dispensing>();
  readonly #stock: Stock;

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  register(input: { name: string; born_on: string; allergies?: readonly string[] }): Patient {
    const patient_id = nextId("P", 3001);
    const allergies = [...new Set((input.allergies ?? []).map(spell))];
    const patient: Patient = { patient_id, name: input.name, born_on: input.born_on, allergies };
    this.patients.set(patient_id, patient);
    return patient;
  }

  patient(id: string): Patient {
    const patient = this.patients.get(id);
    if (patient === undefined) throw notFound("patient", id);
    return patient;
  }

  addAllergy(id: string, substance: string): Patient {
    const patient = this.patient(id);
    if (!patient.allergies.includes(spell(substance))) patient.allergies.push(spell(substance));
    return patient;
  }

  removeAllergy(id: string, substance: string): Patient {
    const patient = this.patient(id);
    const place = patient.allergies.indexOf(spell(substance));
    if (place >= 0) patient.allergies.splice(place, 1);
    return patient;
  }

  removePatient(id: string): void {
    this.patient(id);
    const open = [...this.prescriptions.values()].find(
      (prescription) => prescription.patient_id === id && statusOf(prescription) === "open",
    );
    if (open)
      throw new Refusal("patient_has_prescriptions", `${open.prescription_id} of the patient is open.`);
    this.patients.delete(id);
  }

  prescribe(input: {
    patient_id: string;
    medicine_id: string;
    tablets_per_fill: number;
    refills: number;
  }): Prescription {
    const { patient_id, medicine_id, tablets_per_fill, refills } = input;
    this.patient(patient_id);
    this.#stock.listedMedicine(medicine_id);
    this.#refuseAllergy(patient_id, medicine_id);
    const prescription_id = nextId("RX", 4001);
    const prescription: Prescription = {
      prescription_id,
      patient_id,
      medicine_id,
      tablets_per_fill,
      fills: refills + 1,
      issued_at: timestamp(),
      valid_until: daysAfter(90),
      isCancelled: false,
    };
    this.prescriptions.set(prescription_id, prescription);
    return prescription;
  }

  prescription(id: string): Prescription {
    const prescription = this.prescriptions.get(id);
    if (prescription === undefined) throw notFound("prescription", id);
    return prescription;
  }

  openPrescription(id: string): Prescription {
    const prescription = this.prescription(id);
    const status = statusOf(prescription);
    if (status !== "open") throw new Refusal("prescription_closed", `The prescription ${id} is ${status}.`);
    return prescription;
  }

  cancelPrescription(id: string): Prescription {
    const prescription = this.openPrescription(id);
    prescription.isCancelled = true;
    return prescription;
  }

  fillsUsed(prescriptionId: string): number {
    const counted = ["prepared", "handed_out", ...(isBroken("recall-keeps-fill") ? ["recalled"] : [])];
    return [...this.dispensings.values()].filter(
      ({ prescription_id, status }) => prescription_id === prescriptionId && counted.includes(status),
    ).length;
  }

  dispense(prescriptionId: string): Dispensing {
    const prescription = this.openPrescription(prescriptionId);
    const { patient_id, medicine_id, tablets_per_fill: tablets, fills } = prescription;
    if (this.fillsUsed(prescriptionId) >= fills)
      throw new Refusal("no_fills_left", `The prescription was filled ${fills} times.`);
    this.#refuseAllergy(patient_id, medicine_id);
    const medicine = this.#stock.medicine(medicine_id);
    if (medicine.controlled) this.#refuseTooMany(prescription);
    const { package_size, package_price_cents } = medicine;
    const lines = this.#stock.take(medicine_id, tablets);
    const dispensing: Dispensing = {
      dispensing_id: nextId("D", 5001),
      prescription_id: prescriptionId,
      patient_id,
      medicine_id,
      package_size,
      package_price_cents,
      tablets,
      price_cents: priceOf(lines, package_price_cents, package_size),
      lines,
      prepared_at: timestamp(),
      pickup_until: daysAfter(3),
      status: "prepared",
    };
    this.dispensings.set(dispensing.dispensing_id, dispensing);
    return dispensing;
  }

  dispensing(id: string): Dispensing {
    const dispensing = this.dispensings.get(id);
    if (dispensing === undefined) throw notFound("dispensing", id);
    return dispensing;
  }

  handOut(id: string): Dispensing {
    const dispensing = this.#prepared(id);
    dispensing.status = "handed_out";
    dispensing.handed_out_at = timestamp();
    return dispensing;
  }

  cancelDispensing(id: string): Dispensing {
    const dispensing = this.#prepared(id);
    dispensing.status = "cancelled";
    this.#stock.putBack(dispensing.lines);
    return dispensing;
  }

  /** Recalls all dispensings with tablets of the batch. */
  recall(batchId: string): { dispensing_id: string; patient_id: string; was: string }[] {
    const recalled = [...this.dispensings.values()].filter(
      ({ lines, status }) =>
        (status === "prepared" || status === "handed_out") &&
        (isBroken("recall-of-first-line") ? lines.slice(0, 1) : lines).some((l) => l.batch_id === batchId),
    );
    return recalled.map((dispensing) => {
      const { dispensing_id, patient_id, status: was } = dispensing;
      if (was === "prepared") this.#stock.putBack(dispensing.lines);
      dispensing.status = "recalled";
      return { dispensing_id, patient_id, was };
    });
  }

  /** Ends what nobody has picked up in time. */
  lapse(): void {
    for (const dispensing of this.dispensings.values()) {
      if (dispensing.status !== "prepared" || Date.parse(dispensing.pickup_until) > now()) continue;
      dispensing.status = "lapsed";
      this.#stock.putBack(dispensing.lines);
    }
  }

  showPrescription({ isCancelled, ...prescription }: Prescription): object {
    const used = this.fillsUsed(prescription.prescription_id);
    return {
      ...prescription,
      fills_used: used,
      fills_left: prescription.fills - used,
      status: statusOf({ isCancelled, ...prescription }),
    };
  }

  #prepared(id: string): Dispensing {
    const dispensing = this.dispensing(id);
    if (dispensing.status !== "prepared")
      throw new Refusal("wrong_state", `The dispensing ${id} is ${dispensing.status}.`);
    return dispensing;
  }

  #refuseAllergy(patientId: string, medicineId: string): void {
    const { substance, name } = this.#stock.medicine(medicineId);
    const { allergies } = this.patient(patientId);
    if (allergies.includes(spell(substance)))
      throw new Refusal("allergy", `The patient is allergic to ${substance}, which ${name} has.`);
  }

  #refuseTooMany({ patient_id, prescription_id, tablets_per_fill }: Prescription): void {
    const got = [...this.dispensings.values()]
      .filter(
        (dispensing) =>
          dispensing.patient_id === patient_id &&
          (!isBroken("limit-of-prescription") || dispensing.prescription_id === prescription_id) &&
          (dispensing.status === "prepared" || dispensing.status === "handed_out") &&
          dispensing.prepared_at.startsWith(today()) &&
          this.#stock.medicine(dispensing.medicine_id).controlled,
      )
      .reduce((sum, { tablets }) => sum + tablets, 0);
    if (got + tablets_per_fill > controlledADay)
      throw new Refusal("daily_limit", `The patient has got ${got} of ${controlledADay} tablets today.`);
  }
}

export function showDispensing(dispensing: Dispensing): object {
  return { ...dispensing, ...inPackages(dispensing.tablets, dispensing.package_size) };
}

export function statusOf({ isCancelled, valid_until }: Prescription): string {
  if (isCancelled) return "cancelled";
  return Date.parse(valid_until) <= now() ? "expired" : "open";
}

function spell(substance: string): string {
  return isBroken("allergy-in-one-case") ? substance : substance.toLowerCase();
}

function priceOf(lines: readonly Line[], packagePrice: number, size: number): number {
  const round = (tablets: number) => Math.round((tablets * packagePrice) / size);
  if (isBroken("price-rounded-by-batch")) return lines.reduce((sum, { tablets }) => sum + round(tablets), 0);
  return round(lines.reduce((sum, { tablets }) => sum + tablets, 0));
}
