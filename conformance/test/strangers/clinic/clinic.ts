/** One clinic: its patients, practitioners, appointments and prescriptions, in memory. Numbers count up over all clinics. */
import type { z } from "zod";
import { has } from "./breaks.ts";
import { ClinicError } from "./clinic-error.ts";
import type * as schemas from "./schemas.ts";

export type Patient = z.output<typeof schemas.patient>;
export type Practitioner = z.output<typeof schemas.practitioner>;
export type Appointment = z.output<typeof schemas.appointment>;
export type Prescription = z.output<typeof schemas.prescription>;
type NewAppointment = z.output<typeof schemas.newAppointment>;

const minute = 60_000;
const day = 24 * 60 * minute;
/** So long after its start a booked appointment becomes a no-show. */
const patience = has("no-show-at-start") ? 0 : 30 * minute;
const validity = (has("expires-a-day-late") ? 29 : 28) * day;
const endOfTime = Date.UTC(2500, 0);

const counters = { patient: 0, practitioner: 0, appointment: 0, prescription: 0 };
const everyPractitioner = new Map<number, Practitioner>();

const print = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

export class Clinic {
  readonly patients = new Map<number, Patient>();
  readonly practitioners = new Map<number, Practitioner>();
  readonly #appointments = new Map<number, Appointment>();
  readonly #prescriptions = new Map<number, Prescription>();
  /** Request id -> the arguments that it came with, and the appointment. */
  readonly #requests = new Map<string, { readonly input: string; readonly appointment: Appointment }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  register(input: z.output<typeof schemas.newPatient>): Patient {
    const patient_id = ++counters.patient;
    const patient = { patient_id, ...input, revision: 1, registered_at: print(this.#now()) };
    this.patients.set(patient_id, patient);
    return patient;
  }

  patient(id: number): Patient {
    return this.patients.get(id) ?? refuseUnknown("patient", id);
  }

  changePatient({ patient_id, revision, name, phone }: z.output<typeof schemas.patientChange>): Patient {
    const before = this.patient(patient_id);
    if (revision !== undefined && revision !== before.revision)
      throw new ClinicError("stale", `Patient ${patient_id} has revision ${before.revision}. Read it again.`);
    const after = { ...before, name: name ?? before.name, ...(phone !== undefined && { phone }) };
    const isSame = after.name === before.name && after.phone === before.phone;
    if (!isSame) after.revision += 1;
    this.patients.set(patient_id, after);
    return after;
  }

  removePatient(id: number): Patient {
    const patient = this.patient(id);
    this.#refuseIfExpected(({ patient_id }) => patient_id === id);
    this.patients.delete(id);
    return patient;
  }

  employ(input: z.output<typeof schemas.newPractitioner>): Practitioner {
    const practitioner = { practitioner_id: ++counters.practitioner, ...input };
    this.practitioners.set(practitioner.practitioner_id, practitioner);
    everyPractitioner.set(practitioner.practitioner_id, practitioner);
    return practitioner;
  }

  practitioner(id: number): Practitioner {
    const practitioners = has("practitioner-of-others") ? everyPractitioner : this.practitioners;
    return practitioners.get(id) ?? refuseUnknown("practitioner", id);
  }

  dismiss(id: number): Practitioner {
    const practitioner = this.practitioners.get(id) ?? refuseUnknown("practitioner", id);
    this.#refuseIfExpected(({ practitioner_id }) => practitioner_id === id);
    this.practitioners.delete(id);
    everyPractitioner.delete(id);
    return practitioner;
  }

  book({ request_id, ...input }: NewAppointment): Appointment {
    const text = JSON.stringify(Object.entries(input).sort());
    const earlier = request_id === undefined ? undefined : this.#requests.get(request_id);
    if (earlier !== undefined && earlier.input !== text)
      throw new ClinicError("request_id_used", "This request_id came with other arguments.");
    if (earlier !== undefined) return earlier.appointment;
    const appointment = this.#makeAppointment(input);
    if (request_id !== undefined)
      this.#requests.set(request_id, { input: text, appointment: { ...appointment } });
    return appointment;
  }

  #makeAppointment({ minutes, note, ...input }: Omit<NewAppointment, "request_id">): Appointment {
    this.patient(input.patient_id);
    this.practitioner(input.practitioner_id);
    const start = Math.floor(Date.parse(input.starts_at) / 1000) * 1000;
    const end = start + minutes * minute;
    if (start <= this.#now() || end > endOfTime)
      throw new ClinicError("out_of_hours", "An appointment starts in the future, and before the year 2500.");
    const other = this.appointments().find((each) => isInTheWay(each, input.practitioner_id, start, end));
    if (other !== undefined)
      throw new ClinicError("slot_taken", `The practitioner sees somebody else until ${other.ends_at}.`);
    const appointment: Appointment = {
      appointment_id: ++counters.appointment,
      ...input,
      starts_at: print(start),
      ends_at: print(end),
      no_show_at: print(start + patience),
      status: "booked",
      ...(note !== undefined && { note }),
    };
    this.#appointments.set(appointment.appointment_id, appointment);
    return appointment;
  }

  /** All appointments, in the order in which they were booked. */
  appointments(): Appointment[] {
    for (const each of this.#appointments.values()) this.#noticeMissing(each);
    return [...this.#appointments.values()];
  }

  appointment(id: number): Appointment {
    const appointment = this.#appointments.get(id) ?? refuseUnknown("appointment", id);
    return this.#noticeMissing(appointment);
  }

  /** Counts the appointments that start on a day of UTC, by their status. */
  summarise(date: string): z.output<typeof schemas.summary> {
    const all = has("summary-lags") ? [...this.#appointments.values()] : this.appointments();
    const ofDay = all.filter(({ starts_at }) => starts_at.startsWith(date));
    const count = (status: Appointment["status"]) => ofDay.filter((each) => each.status === status).length;
    return {
      day: date,
      booked: count("booked"),
      checked_in: count("checked_in"),
      done: count("done"),
      cancelled: count("cancelled"),
      no_show: count("no_show"),
      total: ofDay.length,
    };
  }

  /** Moves an appointment that is in the state `from`. */
  move(id: number, from: Appointment["status"], to: Appointment["status"], note?: string): Appointment {
    const appointment = this.appointment(id);
    if (appointment.status !== from)
      throw new ClinicError("wrong_state", `The appointment is ${appointment.status}, not ${from}.`);
    appointment.status = to;
    if (note !== undefined) appointment.note = note;
    return appointment;
  }

  prescribe({ appointment_id, drug, repeats }: z.output<typeof schemas.newPrescription>): Prescription {
    const { status } = this.appointment(appointment_id);
    if (status !== "done" && !(has("prescribe-before-done") && status === "checked_in"))
      throw new ClinicError("not_done", "Prescriptions are written once an appointment is done.");
    const prescription: Prescription = {
      prescription_id: ++counters.prescription,
      appointment_id,
      drug,
      repeats,
      repeats_left: repeats,
      status: "active",
      issued_at: print(this.#now()),
      expires_at: print(this.#now() + 28 * day),
    };
    this.#prescriptions.set(prescription.prescription_id, prescription);
    return prescription;
  }

  prescription(id: number): Prescription {
    const prescription = this.#prescriptions.get(id) ?? refuseUnknown("prescription", id);
    const isOld = this.#now() >= Date.parse(prescription.issued_at) + validity;
    if (isOld && prescription.status === "active") prescription.status = "expired";
    return prescription;
  }

  dispense(id: number): Prescription {
    const prescription = this.#activePrescription(id);
    prescription.repeats_left = Math.max(0, prescription.repeats_left - 1);
    if (prescription.repeats_left === 0 && !has("repeats-go-on")) prescription.status = "used_up";
    return prescription;
  }

  withdraw(id: number): Prescription {
    const prescription = this.#activePrescription(id);
    prescription.status = "withdrawn";
    return prescription;
  }

  #activePrescription(id: number): Prescription {
    const prescription = this.prescription(id);
    if (prescription.status !== "active")
      throw new ClinicError("wrong_state", `The prescription is ${prescription.status}.`);
    return prescription;
  }

  #refuseIfExpected(isOf: (appointment: Appointment) => boolean): void {
    if (this.appointments().some((each) => isOf(each) && ["booked", "checked_in"].includes(each.status)))
      throw new ClinicError("has_appointments", "There are appointments still. Cancel or finish them first.");
  }

  #noticeMissing(appointment: Appointment): Appointment {
    if (appointment.status === "booked" && this.#now() >= Date.parse(appointment.starts_at) + patience)
      appointment.status = "no_show";
    return appointment;
  }
}

function isInTheWay(appointment: Appointment, practitioner: number, start: number, end: number): boolean {
  if (appointment.practitioner_id !== practitioner) return false;
  if (appointment.status === "no_show") return false;
  if (appointment.status === "cancelled" && !has("cancelled-blocks")) return false;
  if (has("overlap-by-start")) return start === Date.parse(appointment.starts_at);
  return start < Date.parse(appointment.ends_at) && Date.parse(appointment.starts_at) < end;
}

function refuseUnknown(kind: string, id: number): never {
  throw new ClinicError("not_found", `This clinic has no ${kind} ${id}.`);
}
