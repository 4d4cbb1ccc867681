/** The clinic's tools: each has a scope, a mode, its shapes, and what it does for the caller. */
import { type CallToolResult, McpServer, requireScopes } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { has } from "./breaks.ts";
import type { Appointment, Clinic } from "./clinic.ts";
import { ClinicError } from "./clinic-error.ts";
import { pageOf } from "./lists.ts";
import * as shapes from "./schemas.ts";

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

interface Desk extends Caller {
  readonly clinic: Clinic;
}

const modes = {
  look: { readOnlyHint: true },
  add: { readOnlyHint: false, destructiveHint: false },
  change: { readOnlyHint: false, destructiveHint: true },
} as const;

interface ClinicTool {
  readonly mode: keyof typeof modes;
  readonly scope: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly run: (input: never, desk: Desk) => Record<string, unknown>;
}

function define<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<ClinicTool, "input" | "output" | "run"> & {
    readonly input: Input;
    readonly output: Output;
    readonly run: (input: z.output<Input>, desk: Desk) => z.output<Output>;
  },
): ClinicTool {
  return tool;
}

/** Notes are for tokens with notes:read. */
function show(appointment: Appointment, { scopes }: Caller): Appointment {
  const { note, ...rest } = appointment;
  return note !== undefined && scopes.includes("notes:read") ? { ...rest, note } : rest;
}

const patientTools = {
  add_patient: define({
    mode: "add",
    scope: "patients:write",
    title: "Add a patient",
    description: "Registers a patient. Search first: a second record of one person does harm.",
    input: shapes.newPatient,
    output: shapes.patient,
    run: (input, { clinic }) => clinic.register(input),
  }),
  get_patient: define({
    mode: "look",
    scope: "patients:read",
    title: "Get a patient",
    description: "Shows a patient.",
    input: shapes.onePatient,
    output: shapes.patient,
    run: ({ patient_id }, { clinic }) => clinic.patient(patient_id),
  }),
  search_patients: define({
    mode: "look",
    scope: "patients:read",
    title: "Search patients",
    description: "Finds patients by a part of the name, in the order in which they were registered.",
    input: shapes.patientSearch,
    output: shapes.patients,
    run: ({ name = "", ...wanted }, { clinic, account }) => {
      const fold = (text: string) => (has("search-by-case") ? text : text.toLowerCase());
      const matches = [...clinic.patients.values()].filter((each) => fold(each.name).includes(fold(name)));
      const list = ["patients", account, name];
      const { page, ...rest } = pageOf(matches, ({ patient_id }) => ["", patient_id], list, wanted);
      return { patients: page, ...rest };
    },
  }),
  change_patient: define({
    mode: "change",
    scope: "patients:write",
    title: "Change a patient",
    description:
      "Changes name or phone. With a revision, the change is refused if the patient has another one by now.",
    input: shapes.patientChange,
    output: shapes.patient,
    run: (input, { clinic }) => clinic.changePatient(input),
  }),
  remove_patient: define({
    mode: "change",
    scope: "patients:write",
    title: "Remove a patient",
    description: "Removes a patient for whom no appointment is booked or checked in.",
    input: shapes.onePatient,
    output: shapes.onePatient,
    run: ({ patient_id }, { clinic }) => {
      clinic.removePatient(patient_id);
      return { patient_id };
    },
  }),
};

const practitionerTools = {
  add_practitioner: define({
    mode: "add",
    scope: "patients:write",
    title: "Add a practitioner",
    description: "Adds somebody with whom appointments can be made.",
    input: shapes.newPractitioner,
    output: shapes.practitioner,
    run: (input, { clinic }) => clinic.employ(input),
  }),
  list_practitioners: define({
    mode: "look",
    scope: "patients:read",
    title: "List practitioners",
    description: "Lists practitioners by name.",
    input: shapes.practitionerFilters,
    output: shapes.practitioners,
    run: ({ specialty, ...wanted }, { clinic, account }) => {
      const matches = [...clinic.practitioners.values()].filter(
        (each) => specialty === undefined || each.specialty === specialty,
      );
      const list = ["practitioners", account, specialty];
      const { page, ...rest } = pageOf(matches, (each) => [each.name, each.practitioner_id], list, wanted);
      return { practitioners: page, ...rest };
    },
  }),
  remove_practitioner: define({
    mode: "change",
    scope: "patients:write",
    title: "Remove a practitioner",
    description: "Removes a practitioner with whom no appointment is booked or checked in.",
    input: shapes.onePractitioner,
    output: shapes.onePractitioner,
    run: ({ practitioner_id }, { clinic }) => {
      clinic.dismiss(practitioner_id);
      return { practitioner_id };
    },
  }),
};

const appointmentTools = {
  book: define({
    mode: "add",
    scope: "appointments:write",
    title: "Book an appointment",
    description:
      "Books an appointment in the future. Appointments of one practitioner do not overlap; one may start as another ends.",
    input: shapes.newAppointment,
    output: shapes.appointment,
    run: (input, desk) => show(desk.clinic.book(input), desk),
  }),
  get_appointment: define({
    mode: "look",
    scope: "appointments:read",
    title: "Get an appointment",
    description: "Shows an appointment; its note only to tokens with notes:read.",
    input: shapes.oneAppointment,
    output: shapes.appointment,
    run: ({ appointment_id }, desk) => show(desk.clinic.appointment(appointment_id), desk),
  }),
  list_appointments: define({
    mode: "look",
    scope: "appointments:read",
    title: "List appointments",
    description: "Lists appointments by their start. from_day and to_day are days of UTC; both are included.",
    input: shapes.appointmentFilters,
    output: shapes.appointments,
    run: listAppointments,
  }),
  check_in: define({
    mode: "add",
    scope: "appointments:write",
    title: "Check a patient in",
    description: "Notes that the patient of an appointment is there.",
    input: shapes.oneAppointment,
    output: shapes.appointment,
    run: ({ appointment_id }, desk) => show(desk.clinic.move(appointment_id, "booked", "checked_in"), desk),
  }),
  finish: define({
    mode: "change",
    scope: "appointments:write",
    title: "Finish an appointment",
    description: "Notes that an appointment is over. A note takes the place of an earlier one.",
    input: shapes.finishing,
    output: shapes.appointment,
    run: ({ appointment_id, note }, desk) =>
      show(desk.clinic.move(appointment_id, "checked_in", "done", note), desk),
  }),
  cancel: define({
    mode: "change",
    scope: "appointments:write",
    title: "Cancel an appointment",
    description: "Cancels a booked appointment, and frees its time.",
    input: shapes.oneAppointment,
    output: shapes.appointment,
    run: ({ appointment_id }, desk) => show(desk.clinic.move(appointment_id, "booked", "cancelled"), desk),
  }),
  summarise_day: define({
    mode: "look",
    scope: "appointments:read",
    title: "Summarise a day",
    description: "Counts the appointments that start on a day of UTC, by their status.",
    input: shapes.summaryOfDay,
    output: shapes.summary,
    run: ({ day }, { clinic }) => clinic.summarise(day),
  }),
};

const prescriptionTools = {
  prescribe: define({
    mode: "add",
    scope: "prescriptions:write",
    title: "Write a prescription",
    description: "Writes a prescription after an appointment that is done. It is valid for 28 days.",
    input: shapes.newPrescription,
    output: shapes.prescription,
    run: (input, { clinic }) => clinic.prescribe(input),
  }),
  get_prescription: define({
    mode: "look",
    scope: "appointments:read",
    title: "Get a prescription",
    description: "Shows a prescription, and how often it can still be dispensed.",
    input: shapes.onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { clinic }) => clinic.prescription(prescription_id),
  }),
  dispense: define({
    mode: "change",
    scope: "prescriptions:write",
    title: "Dispense a prescription",
    description: "Uses one repeat of a prescription. With the last one it is used up.",
    input: shapes.onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { clinic }) => clinic.dispense(prescription_id),
  }),
  withdraw: define({
    mode: "change",
    scope: "prescriptions:write",
    title: "Withdraw a prescription",
    description: "Ends a prescription that is active.",
    input: shapes.onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { clinic }) => clinic.withdraw(prescription_id),
  }),
};

function listAppointments(input: z.output<typeof shapes.appointmentFilters>, desk: Desk) {
  const { status, patient_id, practitioner_id, from_day, to_day, ...wanted } = input;
  const { clinic, account } = desk;
  if (patient_id !== undefined) clinic.patient(patient_id);
  if (practitioner_id !== undefined) clinic.practitioner(practitioner_id);
  const matches = clinic
    .appointments()
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => patient_id === undefined || each.patient_id === patient_id)
    .filter((each) => practitioner_id === undefined || each.practitioner_id === practitioner_id)
    .filter((each) => from_day === undefined || each.starts_at.slice(0, 10) >= from_day)
    .filter((each) => to_day === undefined || each.starts_at.slice(0, 10) <= to_day);
  const list = ["appointments", account, status, patient_id, practitioner_id, from_day, to_day];
  const byStart = (each: Appointment) => [each.starts_at, each.appointment_id] as const;
  const { page, ...rest } = pageOf(matches, byStart, list, wanted);
  const items = page.map((each) => (has("note-in-list") ? each : show(each, desk)));
  return { appointments: items, ...rest };
}

const tools: Readonly<Record<string, ClinicTool>> = {
  ...patientTools,
  ...practitionerTools,
  ...appointmentTools,
  ...prescriptionTools,
};

/** The server that answers one request of a caller. */
export function openDesk(clinic: Clinic, caller: Caller, beforeCall: () => Promise<unknown>): McpServer {
  const desk = { ...caller, clinic };
  const server = new McpServer({ name: "clinic", version: "3.1.0" });
  for (const [name, { mode, scope, title, description, input, output, run }] of Object.entries(tools))
    server.registerTool(
      `clinic_${name}`,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: modes[mode],
        scopeChallenge: requireScopes(scope),
      },
      async (given) => {
        await beforeCall();
        return reply(() => run(given as never, desk));
      },
    );
  return server;
}

function reply(run: () => Record<string, unknown>): CallToolResult {
  try {
    const structuredContent = structuredClone(run());
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (problem) {
    if (!(problem instanceof ClinicError)) throw problem;
    return {
      content: [{ type: "text", text: problem.message }],
      isError: true,
      _meta: { code: problem.code },
    };
  }
}
