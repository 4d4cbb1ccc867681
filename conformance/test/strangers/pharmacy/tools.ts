/** The tools of the pharmacy: name -> the scope that a token needs, and what it does. */
import { isBroken } from "./breaks.ts";
import { Care, showDispensing, statusOf as statusOfPrescription } from "./care.ts";
import { type Listing, numberOf, type PageRequest, pageOf } from "./pages.ts";
import type { Batch, Dispensing, Medicine, Patient, Prescription } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { Stock, showBatch, statusOf } from "./stock.ts";

export class Pharmacy {
  readonly account: string;
  readonly stock = new Stock();
  readonly care = new Care(this.stock);
  /** Request id -> the prescription, and what the first call returned. */
  readonly requests = new Map<string, { readonly prescription: string; readonly result: object }>();

  constructor(account: string) {
    this.account = account;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the schemas of the spec say what the arguments are.
type Run = (input: any, pharmacy: Pharmacy) => object;

export interface Tool {
  readonly scope: string;
  readonly run: Run;
}

const stockRead = (run: Run): Tool => ({ scope: "stock:read", run });
const stockWrite = (run: Run): Tool => ({ scope: "stock:write", run });
const careRead = (run: Run): Tool => ({ scope: "care:read", run });
const careWrite = (run: Run): Tool => ({ scope: "care:write", run });

export const tools: Readonly<Record<string, Tool>> = {
  add_medicine: stockWrite((input, { stock }) => stock.showMedicine(stock.addMedicine(input))),
  get_medicine: stockRead((input, { stock }) => stock.showMedicine(stock.medicine(input.medicine_id))),
  list_medicines: stockRead(listMedicines),
  update_medicine: stockWrite(({ medicine_id, ...change }, { stock }) =>
    stock.showMedicine(stock.updateMedicine(medicine_id, change)),
  ),
  delist_medicine: stockWrite((input, { stock }) => stock.showMedicine(stock.delist(input.medicine_id))),
  receive_batch: stockWrite((input, { stock }) => showBatch(stock.receive(input))),
  get_batch: stockRead((input, { stock }) => showBatch(stock.batch(input.batch_id))),
  list_batches: stockRead(listBatches),
  recall_batch: stockWrite(({ batch_id, reason }, { stock, care }) => {
    const batch = stock.recall(batch_id);
    const recalled = care.recall(batch_id);
    return { batch: showBatch(batch), reason, recalled };
  }),
  write_off_batch: stockWrite(({ batch_id }, { stock }) => {
    const { batch, destroyed } = stock.writeOff(batch_id);
    return { batch: showBatch(batch), destroyed_tablets: destroyed };
  }),
  list_stock_alerts: stockRead((_, { stock }) => ({ alerts: stock.alerts() })),
  register_patient: careWrite((input, { care }) => care.register(input)),
  get_patient: careRead((input, { care }) => care.patient(input.patient_id)),
  list_patients: careRead(listPatients),
  add_allergy: careWrite((input, { care }) => care.addAllergy(input.patient_id, input.substance)),
  remove_allergy: careWrite((input, { care }) => care.removeAllergy(input.patient_id, input.substance)),
  remove_patient: careWrite(({ patient_id }, { care }) => {
    care.removePatient(patient_id);
    return { patient_id, removed: true };
  }),
  prescribe: careWrite((input, { care }) => care.showPrescription(care.prescribe(input))),
  get_prescription: careRead((input, { care }) =>
    care.showPrescription(care.prescription(input.prescription_id)),
  ),
  list_prescriptions: careRead(listPrescriptions),
  cancel_prescription: careWrite((input, { care }) =>
    care.showPrescription(care.cancelPrescription(input.prescription_id)),
  ),
  dispense: careWrite(dispense),
  get_dispensing: careRead((input, { care }) => showDispensing(care.dispensing(input.dispensing_id))),
  list_dispensings: careRead(listDispensings),
  hand_out: careWrite((input, { care }) => showDispensing(care.handOut(input.dispensing_id))),
  cancel_dispensing: careWrite((input, { care }) =>
    showDispensing(care.cancelDispensing(input.dispensing_id)),
  ),
};

function dispense(input: { prescription_id: string; request_id?: string }, pharmacy: Pharmacy): object {
  const { prescription_id, request_id } = input;
  const earlier = request_id === undefined ? undefined : pharmacy.requests.get(request_id);
  if (earlier && earlier.prescription !== prescription_id)
    throw new Refusal("request_id_reused", `${request_id} was used for ${earlier.prescription}.`);
  if (earlier) return earlier.result;
  const result = structuredClone(showDispensing(pharmacy.care.dispense(prescription_id)));
  if (request_id !== undefined) pharmacy.requests.set(request_id, { prescription: prescription_id, result });
  return result;
}

type List<Item> = Pick<Listing<Item>, "items" | "fits" | "placeOf" | "isDescending">;

function list<Item>(
  name: string,
  { limit, cursor, ...filters }: PageRequest & Record<string, unknown>,
  { account }: Pharmacy,
  listing: List<Item>,
  show: (item: Item) => object,
): object {
  const scope = [account, name, Object.entries(filters).sort()];
  const page = pageOf({ ...listing, scope }, { limit, ...(cursor !== undefined && { cursor }) });
  return { [name]: page.items.map(show), total: page.total, next_cursor: page.next_cursor };
}

/** Whether a wanted value is left out, or is the one that is there. */
function equals(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === value;
}

function contains(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || value.toLowerCase().includes(wanted.toLowerCase());
}

// biome-ignore lint/suspicious/noExplicitAny: the schemas of the spec say what the arguments are.
type Filters = any;

function listMedicines(input: Filters, pharmacy: Pharmacy): object {
  const { stock } = pharmacy;
  const listing: List<Medicine> = {
    items: stock.medicines.values(),
    fits: ({ name, controlled, status }) =>
      contains(input.text, name) && equals(input.controlled, controlled) && equals(input.status, status),
    placeOf: ({ name, medicine_id }) => [name.toLowerCase(), numberOf(medicine_id)],
  };
  return list("medicines", input, pharmacy, listing, (medicine) => stock.showMedicine(medicine));
}

function listBatches(input: Filters, pharmacy: Pharmacy): object {
  const isOfMedicine = ({ medicine_id }: Batch) => equals(input.medicine_id, medicine_id);
  const isLate = isBroken("filter-after-page");
  const listing: List<Batch> = {
    items: pharmacy.stock.batches.values(),
    fits: (batch) =>
      (isLate || isOfMedicine(batch)) &&
      equals(input.status, statusOf(batch)) &&
      (input.expires_until === undefined || batch.expires_on <= input.expires_until),
    placeOf: ({ expires_on, batch_id }) => [expires_on, numberOf(batch_id)],
  };
  const page = list("batches", input, pharmacy, listing, showBatch) as { batches: Batch[] };
  return isLate ? { ...page, batches: page.batches.filter(isOfMedicine) } : page;
}

function listPatients(input: Filters, pharmacy: Pharmacy): object {
  const listing: List<Patient> = {
    items: pharmacy.care.patients.values(),
    fits: ({ name, allergies }) =>
      contains(input.text, name) && (input.allergy === undefined || allergies.includes(input.allergy)),
    placeOf: ({ patient_id }) => ["", numberOf(patient_id)],
    isDescending: true,
  };
  return list("patients", input, pharmacy, listing, (patient) => patient);
}

function listPrescriptions(input: Filters, pharmacy: Pharmacy): object {
  const { care } = pharmacy;
  const listing: List<Prescription> = {
    items: care.prescriptions.values(),
    fits: (prescription) =>
      equals(input.patient_id, prescription.patient_id) &&
      equals(input.medicine_id, prescription.medicine_id) &&
      equals(input.status, statusOfPrescription(prescription)),
    placeOf: ({ issued_at, prescription_id }) => [issued_at, numberOf(prescription_id)],
    isDescending: true,
  };
  return list("prescriptions", input, pharmacy, listing, (prescription) =>
    care.showPrescription(prescription),
  );
}

function listDispensings(input: Filters, pharmacy: Pharmacy): object {
  const from = input.prepared_from === undefined ? -Infinity : Date.parse(input.prepared_from);
  const until = input.prepared_until === undefined ? Infinity : endOf(input.prepared_until);
  const listing: List<Dispensing> = {
    items: pharmacy.care.dispensings.values(),
    fits: ({ prescription_id, patient_id, lines, status, prepared_at }) =>
      equals(input.prescription_id, prescription_id) &&
      equals(input.patient_id, patient_id) &&
      (input.batch_id === undefined || lines.some(({ batch_id }) => batch_id === input.batch_id)) &&
      equals(input.status, status) &&
      Date.parse(prepared_at) >= from &&
      Date.parse(prepared_at) <= until,
    placeOf: ({ prepared_at, dispensing_id }) => [prepared_at, numberOf(dispensing_id)],
    isDescending: true,
  };
  return list("dispensings", input, pharmacy, listing, showDispensing);
}

/** A time, or the last millisecond of a day. */
function endOf(text: string): number {
  return text.includes(":") ? Date.parse(text) : Date.parse(text) + 86_399_999;
}
