/** Shapes of the clinic's arguments and results. */
import { z } from "zod";

const numberOf = (thing: string) => z.int().min(1).describe(`Number of ${thing}.`);
const patientId = numberOf("a patient");
const practitionerId = numberOf("a practitioner");
const appointmentId = numberOf("an appointment");
const prescriptionId = numberOf("a prescription");

const name = z.string().min(1).max(100);
const phone = z.string().regex(/^\+?[0-9 ]{5,20}$/);
const instant = z.string().meta({ format: "date-time" });
const day = z.iso.date();
const count = z.int().min(0);
const page = {
  limit: z.int().min(1).max(40).default(20),
  cursor: z.string().min(1).max(2000).optional(),
};
const pageEnd = { total: count, next_cursor: z.string().optional() };

const specialty = z.enum(["general", "dental", "eyes", "skin"]);
const status = z.enum(["booked", "checked_in", "done", "cancelled", "no_show"]);

export const newPatient = z.strictObject({ name, born: day.optional(), phone: phone.optional() });
export const patientChange = z.strictObject({
  patient_id: patientId,
  name: name.optional(),
  phone: phone.optional(),
  revision: z.int().min(1).optional().describe("The revision that the change was made from."),
});
export const patient = z.strictObject({
  patient_id: patientId,
  name: z.string(),
  born: z.string().meta({ format: "date" }).optional(),
  phone: z.string().optional(),
  revision: z.int().min(1),
  registered_at: instant,
});
export const onePatient = z.strictObject({ patient_id: patientId });
export const patientSearch = z.strictObject({ name: name.optional(), ...page });
export const patients = z.strictObject({ patients: z.array(patient).max(40), ...pageEnd });

export const newPractitioner = z.strictObject({ name, specialty });
export const practitioner = z.strictObject({ practitioner_id: practitionerId, name: z.string(), specialty });
export const onePractitioner = z.strictObject({ practitioner_id: practitionerId });
export const practitionerFilters = z.strictObject({ specialty: specialty.optional(), ...page });
export const practitioners = z.strictObject({ practitioners: z.array(practitioner).max(40), ...pageEnd });

export const newAppointment = z.strictObject({
  patient_id: patientId,
  practitioner_id: practitionerId,
  starts_at: z.iso.datetime({ offset: true }),
  minutes: z.int().min(5).max(120).multipleOf(5).default(15),
  note: z.string().min(1).max(500).optional(),
  request_id: z.string().min(8).max(64).optional(),
});
export const appointment = z.strictObject({
  appointment_id: appointmentId,
  patient_id: patientId,
  practitioner_id: practitionerId,
  starts_at: instant,
  ends_at: instant,
  no_show_at: instant.describe("A patient who is not checked in by then is a no-show."),
  status,
  note: z.string().optional(),
});
export const oneAppointment = z.strictObject({ appointment_id: appointmentId });
export const finishing = z.strictObject({
  appointment_id: appointmentId,
  note: z.string().min(1).max(500).optional(),
});
export const appointmentFilters = z.strictObject({
  status: status.optional(),
  patient_id: patientId.optional(),
  practitioner_id: practitionerId.optional(),
  from_day: day.optional(),
  to_day: day.optional(),
  ...page,
});
export const appointments = z.strictObject({ appointments: z.array(appointment).max(40), ...pageEnd });

export const summaryOfDay = z.strictObject({ day });
export const summary = z.strictObject({
  day: z.string().meta({ format: "date" }),
  booked: count,
  checked_in: count,
  done: count,
  cancelled: count,
  no_show: count,
  total: count,
});

export const newPrescription = z.strictObject({
  appointment_id: appointmentId,
  drug: z.string().min(1).max(120),
  repeats: z.int().min(1).max(12).default(1).describe("How often it can be dispensed."),
});
export const prescription = z.strictObject({
  prescription_id: prescriptionId,
  appointment_id: appointmentId,
  drug: z.string(),
  repeats: z.int().min(1).max(12),
  repeats_left: z.int().min(0).max(12),
  status: z.enum(["active", "used_up", "withdrawn", "expired"]),
  issued_at: instant,
  expires_at: instant,
});
export const onePrescription = z.strictObject({ prescription_id: prescriptionId });
