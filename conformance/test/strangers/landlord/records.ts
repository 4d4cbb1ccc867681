/** What an office keeps. Ids have a prefix and a counter of their own for each kind. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly built: number | null;
}

export interface Unit {
  readonly id: string;
  readonly property_id: string;
  readonly name: string;
  readonly rooms: number;
  readonly area_m2: number | null;
  readonly keys: number;
}

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

export interface Notice {
  readonly given_on: string;
  readonly given_by: "tenant" | "landlord";
  readonly reason: string | null;
}

/** A rent that falls due from a day on. */
export interface RentFrom {
  readonly day: string;
  readonly cents: number;
}

export interface Lease {
  readonly id: string;
  readonly unit_id: string;
  readonly tenant_id: string;
  readonly signed_on: string;
  readonly starts_on: string;
  readonly deposit: number;
  readonly rents: RentFrom[];
  status: "running" | "under notice" | "ended";
  deposit_status: "due" | "held" | "returned";
  raised_on: string | null;
  ends_on: string | null;
  notice: Notice | null;
  withheld: number;
}

export interface Payment {
  readonly id: string;
  readonly lease_id: string;
  readonly cents: number;
  readonly purpose: "rent" | "deposit";
  readonly method: "bank transfer" | "direct debit" | "cash";
  readonly paid_on: string;
  readonly note: string | null;
}

export interface Repair {
  readonly id: string;
  readonly unit_id: string;
  readonly title: string;
  readonly details: string | null;
  readonly urgency: "can wait" | "this week" | "emergency";
  readonly reported_on: string;
  status: "reported" | "visit booked" | "done";
  contractor: string | null;
  visit_on: string | null;
  slot: "morning" | "afternoon" | null;
  cost: string | null;
  done_on: string | null;
}

export interface Key {
  readonly id: string;
  readonly unit_id: string;
  readonly lease_id: string;
  readonly label: string;
  readonly handed_out_on: string;
  status: "handed out" | "returned";
  returned_on: string | null;
}

const counters = new Map<string, number>();

export function nextId(prefix: string): string {
  const number = (counters.get(prefix) ?? 0) + 1;
  counters.set(prefix, number);
  return `${prefix}-${number}`;
}
