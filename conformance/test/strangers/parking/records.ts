/** The records of the town halls. Ids count up, through all towns. */
import { Refusal } from "./refusal.ts";

interface Row {
  readonly id: number;
  readonly town: string;
}

export interface Resident extends Row {
  name: string;
  street: string;
  phone: string | null;
}

export interface Vehicle extends Row {
  readonly owner: number;
  readonly plate: string;
  readonly kind: string;
  readonly electric: boolean;
  isGone: boolean;
}

export interface Zone extends Row {
  readonly name: string;
  readonly places: number;
  readonly daily: number;
}

export interface Permit extends Row {
  readonly vehicle: number;
  readonly zone: number;
  readonly from: string;
  readonly until: string;
  readonly issuedAt: number;
  revokedAt?: number;
}

export interface Fine extends Row {
  readonly vehicle: number;
  readonly offence: string;
  readonly note: string;
  readonly issuedAt: number;
  amount: number;
  status: "open" | "appealed" | "confirmed" | "dropped" | "paid";
  statement?: string;
  decidedAt?: number;
  paidAt?: number;
}

/** Rows of one kind, with the id as their place. */
class Table<Kind extends Row> {
  readonly #name: string;
  readonly #rows: Kind[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  add(row: Omit<Kind, "id">): Kind {
    const added = { ...row, id: this.#rows.length + 1 } as Kind;
    this.#rows.push(added);
    return added;
  }

  /** Refuses an id that nothing in this town has. */
  get(id: number, town: string): Kind {
    const row = this.find(id);
    if (row?.town !== town) throw new Refusal("not_found", `No ${this.#name} ${id}.`);
    return row;
  }

  /** Finds a row of any town. */
  find(id: number): Kind | undefined {
    return this.#rows[id - 1];
  }

  select(matches: (row: Kind) => boolean): Kind[] {
    return this.#rows.filter(matches);
  }
}

export const residents = new Table<Resident>("resident");
export const vehicles = new Table<Vehicle>("vehicle");
export const zones = new Table<Zone>("zone");
export const permits = new Table<Permit>("permit");
export const fines = new Table<Fine>("fine");

export function getVehicle(id: number, town: string): Vehicle {
  const vehicle = vehicles.get(id, town);
  if (vehicle.isGone) throw new Refusal("not_found", `No vehicle ${id}.`);
  return vehicle;
}
