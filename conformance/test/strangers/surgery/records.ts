/** The records of a practice. */
import { randomBytes } from "node:crypto";
import { Refusal } from "./refusal.ts";

export interface Patient {
  readonly id: string;
  readonly name: string;
  readonly born: string;
  readonly phone: string | null;
}

export interface Doctor {
  readonly id: string;
  readonly name: string;
  readonly speciality: string;
}

export interface Appointment {
  readonly id: string;
  readonly patient_id: string;
  readonly doctor_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly minutes: number;
  readonly reason: string | null;
  status: "booked" | "attended" | "cancelled";
}

export interface Prescription {
  readonly id: string;
  readonly patient_id: string;
  readonly drug: string;
  readonly dose_mg: number;
  readonly fills: number;
  dispensed: number;
  left: number;
}

export interface Referral {
  readonly id: string;
  readonly patient_id: string;
  readonly speciality: string;
  readonly urgent: boolean;
  status: "open" | "closed";
  closed_at: string | null;
}

export interface Waiting {
  readonly id: string;
  readonly patient_id: string;
  readonly doctor_id: string;
  status: "waiting" | "offered" | "lapsed";
  offered_until: string | null;
}

/** The records of one kind, by their ids. */
class Records<Row extends { readonly id: string }> {
  readonly #kind: string;
  readonly #rows = new Map<string, Row>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(row: Omit<Row, "id">): Row {
    const added = { id: `${this.#kind}_${randomBytes(6).toString("hex")}`, ...row } as Row;
    this.#rows.set(added.id, added);
    return added;
  }

  get(id: string): Row {
    const row = this.#rows.get(id);
    if (row === undefined) throw new Refusal("not_found", `There is no ${this.#kind} ${id}.`);
    return row;
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }
}

export class Practice {
  readonly patients = new Records<Patient>("patient");
  readonly doctors = new Records<Doctor>("doctor");
  readonly appointments = new Records<Appointment>("appointment");
  readonly prescriptions = new Records<Prescription>("prescription");
  readonly referrals = new Records<Referral>("referral");
  readonly waiting = new Records<Waiting>("waiting");
}
