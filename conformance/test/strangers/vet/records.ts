/** A practice keeps these of its owners and animals. Numbers and times are given here. */
import { randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";
import type { AnimalView, OwnerView, Payment, Prescription, Vaccination, Visit } from "./shapes.ts";

export type Owner = Omit<OwnerView, "animals"> & { readonly phone: string };
export type Animal = Omit<AnimalView, "open_visits" | "valid_vaccinations">;

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join("");

const day = 86_400_000;
let lastAnimal = 4200;

export class Records {
  readonly owners = new Map<string, Owner>();
  readonly animals = new Map<number, Animal>();
  readonly visits = new Map<string, Visit>();
  readonly vaccinations = new Map<string, Vaccination>();
  readonly prescriptions = new Map<string, Prescription>();
  readonly #orders = new Map<object, number>();
  readonly #now: () => number;
  #lastPayment = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  time(afterDays = 0): string {
    return new Date(this.#now() + afterDays * day).toISOString();
  }

  /** Keeps a record. Records of the same name or time are listed in the order in which they were kept. */
  keep<Id, Row extends { id: Id }>(rows: Map<Id, Row>, row: Row): Row {
    rows.set(row.id, row);
    this.#orders.set(row, this.#orders.size);
    return row;
  }

  orderOf(row: object): number {
    return this.#orders.get(row) ?? 0;
  }

  find<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id, tool: string): Row {
    const row = rows.get(id);
    if (row === undefined)
      throw new Problem("not_found", `The practice has nothing with the id ${id}. Find the id with ${tool}.`);
    return row;
  }

  owner(id: string): Owner {
    return this.find(this.owners, id, "list_owners");
  }

  animal(id: number): Animal {
    return this.find(this.animals, id, "list_animals");
  }

  animalsOf(ownerId: string): Animal[] {
    return [...this.animals.values()].filter(({ owner_id }) => owner_id === ownerId);
  }

  registerOwner(input: Pick<Owner, "name" | "phone" | "email" | "city">): Owner {
    const owner = { id: `own_${randomText(12)}`, ...input, balance_cents: 0, registered_at: this.time() };
    return this.keep(this.owners, owner);
  }

  removeOwner(id: string): void {
    const owner = this.owner(id);
    const count = this.animalsOf(id).length;
    if (count > 0)
      throw new Problem("owner_has_animals", `Remove the ${count} animals first, see list_animals.`);
    if (owner.balance_cents > 0)
      throw new Problem(
        "balance_due",
        `The owner still owes ${owner.balance_cents} cents, see record_payment.`,
      );
    this.owners.delete(id);
  }

  pay({ owner_id, amount_cents, method }: Pick<Payment, "owner_id" | "amount_cents" | "method">): Payment {
    const owner = this.owner(owner_id);
    if (amount_cents > owner.balance_cents)
      throw new Problem("more_than_due", `The owner owes ${owner.balance_cents} cents, and not more.`);
    owner.balance_cents -= amount_cents;
    this.#lastPayment += 1;
    const { balance_cents } = owner;
    const paid_at = this.time();
    return { payment_no: this.#lastPayment, owner_id, amount_cents, method, balance_cents, paid_at };
  }

  registerAnimal(input: Omit<Animal, "id" | "revision" | "registered_at">): Animal {
    this.owner(input.owner_id);
    if (input.born_on > this.time().slice(0, 10))
      throw new Problem("born_in_future", `${input.born_on} is still to come.`);
    const others = [...this.animals.values()];
    if (input.chip !== undefined && others.some(({ chip }) => chip === input.chip))
      throw new Problem(
        "chip_taken",
        `Another animal has the chip ${input.chip}. Find it with list_animals.`,
      );
    lastAnimal += 1;
    return this.keep(this.animals, { id: lastAnimal, ...input, revision: 1, registered_at: this.time() });
  }

  /** Visits that are booked or under way. */
  openVisits(animalId: number): Visit[] {
    return [...this.visits.values()].filter(
      ({ animal_id, state }) => animal_id === animalId && (state === "booked" || state === "arrived"),
    );
  }

  removeAnimal(id: number): Animal {
    const animal = this.animal(id);
    const count = this.openVisits(id).length;
    if (count > 0)
      throw new Problem(
        "animal_has_visits",
        `The animal has ${count} open visits. Cancel or close them first.`,
      );
    this.animals.delete(id);
    return animal;
  }

  /** Time alone changes these: visits are missed, protection lapses, prescriptions expire. */
  settle(): void {
    const now = this.time();
    for (const visit of this.visits.values())
      if (visit.state === "booked" && visit.missed_at <= now) visit.state = "missed";
    for (const vaccination of this.vaccinations.values())
      if (vaccination.state === "valid" && vaccination.lapses_at <= now) vaccination.state = "lapsed";
    for (const prescription of this.prescriptions.values())
      if (prescription.state === "active" && prescription.expires_at <= now) prescription.state = "expired";
  }
}
