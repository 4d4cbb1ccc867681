/** Patients, doctors, appointments and the waiting list. */
import { has } from "./breaks.ts";
import { now, showTime } from "./clock.ts";
import { page } from "./pages.ts";
import type { Appointment, Practice, Waiting } from "./records.ts";
import { Refusal } from "./refusal.ts";

const minuteMs = 60_000;
const noticeMs = 24 * 60 * minuteMs;
const offerMs = 120 * minuteMs;

interface Range {
  readonly doctor_id?: string;
  readonly patient_id?: string;
  readonly status?: string;
  readonly from?: string;
  readonly until?: string;
}

interface Paged {
  readonly page_size?: number;
  readonly cursor?: string;
}

export const desk = {
  register_patient(
    practice: Practice,
    { name, born, phone = null }: { name: string; born: string; phone?: string | null },
  ) {
    return { patient: practice.patients.add({ name, born, phone }) };
  },

  get_patient({ patients, prescriptions, referrals }: Practice, { patient_id }: { patient_id: string }) {
    const isOwn = (row: { readonly patient_id: string }) => row.patient_id === patient_id;
    const shown = referrals.all().filter(isOwn);
    if (has("closed-at-moves"))
      for (const each of shown) each.closed_at = each.closed_at === null ? null : showTime();
    const patient = patients.get(patient_id);
    return { patient, prescriptions: prescriptions.all().filter(isOwn), referrals: shown };
  },

  list_patients({ patients }: Practice, { query = "", page_size = 25, cursor }: { query?: string } & Paged) {
    const rows = patients.all().filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
    const wanted = { list: `patients ${query}`, size: page_size, cursor };
    const { items, next_cursor } = page(rows, ({ name }) => name, wanted);
    return { patients: items, next_cursor };
  },

  add_doctor(practice: Practice, { name, speciality = "general" }: { name: string; speciality?: string }) {
    return { doctor: practice.doctors.add({ name, speciality }) };
  },

  list_doctors({ doctors: known }: Practice, { speciality }: { speciality?: string }) {
    const doctors = known.all().filter((each) => speciality === undefined || each.speciality === speciality);
    return { doctors, count: doctors.length };
  },

  book_appointment(practice: Practice, input: Booking) {
    const { patient_id, doctor_id, minutes = 20, reason = null } = input;
    practice.patients.get(patient_id);
    practice.doctors.get(doctor_id);
    const start = Date.parse(input.starts_at);
    const end = start + minutes * minuteMs;
    if (start <= now()) throw new Refusal("in_the_past", "It would begin in the past.");
    const isTaken = practice.appointments
      .all()
      .filter((each) => each.doctor_id === doctor_id || has("one-calendar"))
      .filter(({ status }) => status !== "cancelled" || has("cancelled-keeps-time"))
      .some((each) => meets(each, start, end));
    if (isTaken) throw new Refusal("slot_taken", "The doctor has another appointment then.");
    const times = { starts_at: showTime(start), ends_at: showTime(end) };
    const made = { patient_id, doctor_id, ...times, minutes, reason, status: "booked" as const };
    return { appointment: practice.appointments.add(made) };
  },

  cancel_appointment(practice: Practice, { appointment_id }: { appointment_id: string }) {
    const appointment = requireBooked(practice, appointment_id);
    const isLate = Date.parse(appointment.starts_at) - now() < noticeMs;
    if (isLate && !has("no-notice")) throw new Refusal("too_late", "It begins in less than a day.");
    appointment.status = "cancelled";
    offer(practice, appointment.doctor_id);
    return { appointment };
  },

  record_visit(practice: Practice, { appointment_id }: { appointment_id: string }) {
    const appointment = requireBooked(practice, appointment_id, has("visit-after-cancel"));
    appointment.status = "attended";
    return { appointment };
  },

  list_appointments(practice: Practice, { page_size = 25, cursor, ...range }: Range & Paged) {
    const list = `appointments ${JSON.stringify(Object.entries(range).sort())}`;
    const rows = findIn(practice, range);
    const { items, next_cursor } = page(rows, (each) => each.starts_at, { list, size: page_size, cursor });
    return { appointments: items, next_cursor };
  },

  export_appointments(practice: Practice, range: Range) {
    if (range.doctor_id !== undefined) practice.doctors.get(range.doctor_id);
    if (range.patient_id !== undefined) practice.patients.get(range.patient_id);
    const isLeftOut = ({ status }: Appointment) => has("export-lacks-cancelled") && status === "cancelled";
    const rows = findIn(practice, range).filter((each) => !isLeftOut(each));
    const lines = rows
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
      .map((a) =>
        [a.id, a.patient_id, a.doctor_id, a.starts_at, a.minutes, a.reason, a.status].map(toCell).join(","),
      );
    return {
      csv: ["id,patient,doctor,starts_at,minutes,reason,status", ...lines].join("\r\n"),
      rows: rows.length,
    };
  },

  join_waiting_list(practice: Practice, input: { patient_id: string; doctor_id: string }) {
    const { patient_id, doctor_id } = input;
    practice.patients.get(patient_id);
    practice.doctors.get(doctor_id);
    return {
      entry: practice.waiting.add({ patient_id, doctor_id, status: "waiting", offered_until: null }),
    };
  },

  get_waiting({ waiting }: Practice, { waiting_id }: { waiting_id: string }) {
    return { entry: withLapse(waiting.get(waiting_id)) };
  },
};

interface Booking {
  readonly patient_id: string;
  readonly doctor_id: string;
  readonly starts_at: string;
  readonly minutes?: number;
  readonly reason?: string;
}

function meets({ starts_at, ends_at }: Appointment, start: number, end: number): boolean {
  if (has("overlap-by-start")) return Date.parse(starts_at) === start;
  const [begin, until] = [Date.parse(starts_at), Date.parse(ends_at)];
  if (has("longer-visit-fits") && start < begin && until < end) return false;
  return has("touching-visits-clash") ? start <= until && begin <= end : start < until && begin < end;
}

function requireBooked({ appointments }: Practice, id: string, orCancelled = false): Appointment {
  const appointment = appointments.get(id);
  const isAllowed = appointment.status === "booked" || (orCancelled && appointment.status === "cancelled");
  if (!isAllowed) throw new Refusal("wrong_state", `The appointment is ${appointment.status}.`);
  return appointment;
}

/** Offers the free place to the patient who waits for the longest time. */
function offer({ waiting }: Practice, doctor: string): void {
  const line = waiting.all().filter((each) => each.doctor_id === doctor && each.status === "waiting");
  const next = line.at(has("last-in-line-first") ? -1 : 0);
  if (next === undefined) return;
  next.status = "offered";
  next.offered_until = showTime(now() + offerMs);
}

function withLapse(entry: Waiting): Waiting {
  const { status, offered_until: until } = entry;
  if (status !== "offered" || until === null || Date.parse(until) > now() || has("offer-never-lapses"))
    return entry;
  entry.status = "lapsed";
  entry.offered_until = null;
  return entry;
}

function findIn({ appointments }: Practice, { doctor_id, patient_id, status, from, until }: Range) {
  const last =
    until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until) + Number(has("until-is-included"));
  const first = from === undefined ? 0 : Date.parse(from);
  return appointments.all().filter((each) => {
    const start = Date.parse(each.starts_at);
    return (
      start >= first &&
      start < last &&
      (doctor_id === undefined || each.doctor_id === doctor_id) &&
      (patient_id === undefined || each.patient_id === patient_id) &&
      (status === undefined || each.status === status)
    );
  });
}

function toCell(value: string | number | null): string {
  const cell = String(value ?? "");
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
