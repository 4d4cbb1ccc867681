/** The office of one company: its records, and what happens by itself as time passes. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Employee, Leave, Shift, Swap, Team } from "./records.ts";
import { Refusal } from "./refusal.ts";

/** All companies share the counters of their ids. */
const counters = { team: 0, employee: 1000, leave: 0 };
/** The employees of all companies. */
export const everyEmployee = new Map<number, Employee>();

export const newIds = {
  team: () => `T${++counters.team}`,
  employee: () => ++counters.employee,
  leave: () => `LV-${String(++counters.leave).padStart(6, "0")}`,
  shift: () => `sh_${randomBytes(8).toString("hex")}`,
  swap: () => randomUUID(),
};

export const oneDay = 86_400_000;

export class Office {
  readonly company: string;
  readonly now: () => number;
  readonly teams = new Map<string, Team>();
  readonly employees = new Map<number, Employee>();
  readonly leave = new Map<string, Leave>();
  readonly shifts = new Map<string, Shift>();
  readonly swaps = new Map<string, Swap>();
  /** Tool and request id -> the arguments of the first call, and the record that it made. */
  readonly #requests = new Map<string, { readonly input: string; readonly record: object }>();

  constructor(company: string, now: () => number) {
    this.company = company;
    this.now = now;
  }

  time(later = 0): string {
    return new Date(this.now() + later).toISOString();
  }

  today(): string {
    return this.time().slice(0, 10);
  }

  get<Id, Item>(items: ReadonlyMap<Id, Item>, id: Id): Item {
    const item = items.get(id);
    if (item === undefined)
      throw new Refusal("not_found", `There is nothing with the id ${id}. The lists show the ids.`);
    return item;
  }

  activeEmployee(no: number): Employee {
    const employee = this.get(this.employees, no);
    if (employee.status === "left")
      throw new Refusal("employee_left", `${employee.name} (${no}) has left the company.`);
    return employee;
  }

  /** Makes a record once for each request id. */
  once<Item extends object>(tool: string, id: string | undefined, input: object, make: () => Item): Item {
    if (id === undefined) return make();
    const text = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const earlier = this.#requests.get(`${tool} ${id}`);
    if (earlier === undefined) {
      const record = make();
      this.#requests.set(`${tool} ${id}`, { input: text, record });
      return record;
    }
    if (earlier.input !== text)
      throw new Refusal("request_conflict", `The request id ${id} came with other arguments. Use a new one.`);
    return earlier.record as Item;
  }

  /** Requests lapse that nobody has decided in time, and offers expire that nobody has answered. */
  settle(): void {
    const now = this.now();
    for (const leave of this.leave.values())
      if (leave.status === "requested" && Date.parse(leave.decide_by) <= now) leave.status = "lapsed";
    for (const swap of this.swaps.values())
      if (swap.status === "offered" && Date.parse(swap.expires_at) <= now) swap.status = "expired";
  }
}
