/** What a pharmacy keeps. Stock is kept in tablets; what follows from it is made when it is shown. */
export interface Medicine {
  readonly medicine_id: string;
  name: string;
  readonly substance: string;
  readonly package_size: number;
  package_price_cents: number;
  readonly controlled: boolean;
  min_tablets: number;
  status: "listed" | "delisted";
  version: number;
}

export interface Batch {
  readonly batch_id: string;
  readonly medicine_id: string;
  readonly lot: string;
  readonly expires_on: string;
  readonly received_at: string;
  readonly package_size: number;
  tablets: number;
  /** Expiry is not kept: it follows from the day. */
  status: "usable" | "recalled" | "written_off";
}

export interface Patient {
  readonly patient_id: string;
  readonly name: string;
  readonly born_on: string;
  readonly allergies: string[];
}

export interface Prescription {
  readonly prescription_id: string;
  readonly patient_id: string;
  readonly medicine_id: string;
  readonly tablets_per_fill: number;
  readonly fills: number;
  readonly issued_at: string;
  readonly valid_until: string;
  isCancelled: boolean;
}

export interface Line {
  readonly batch_id: string;
  readonly expires_on: string;
  readonly tablets: number;
}

export interface Dispensing {
  readonly dispensing_id: string;
  readonly prescription_id: string;
  readonly patient_id: string;
  readonly medicine_id: string;
  readonly package_size: number;
  readonly package_price_cents: number;
  readonly tablets: number;
  readonly price_cents: number;
  readonly lines: readonly Line[];
  readonly prepared_at: string;
  readonly pickup_until: string;
  handed_out_at?: string;
  status: "prepared" | "handed_out" | "cancelled" | "lapsed" | "recalled";
}

const counters = new Map<string, number>();

/** The next id of a kind: they count up over all pharmacies. */
export function nextId(prefix: string, first: number): string {
  const number = counters.get(prefix) ?? first;
  counters.set(prefix, number + 1);
  return `${prefix}-${number}`;
}

export function inPackages(tablets: number, size: number): { packages: number; loose_tablets: number } {
  return { packages: Math.floor(tablets / size), loose_tablets: tablets % size };
}
