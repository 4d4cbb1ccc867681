/** The records of the bureau: each account has its own. */
import { randomBytes } from "node:crypto";
import { has } from "./breaks.ts";
import { now, showTime } from "./clock.ts";
import { Refusal } from "./refusal.ts";

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface Segment {
  readonly id: string;
  readonly source: string;
  translation: string | null;
}

export interface Job {
  readonly id: string;
  readonly customer: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: number;
  readonly segments: Segment[];
  title: string;
  notes: string | null;
  dueAt: number;
  status: "planned" | "in_progress" | "delivered" | "cancelled";
  startedAt?: number;
  deliveredAt?: number;
}

export interface Glossary {
  readonly id: string;
  readonly name: string;
  readonly terms: { readonly term: string; translation: string }[];
}

export interface Quote {
  readonly id: string;
  readonly job: string;
  readonly lines: readonly { readonly text: string; readonly words: number; readonly cents_a_word: number }[];
  readonly tax: number;
  readonly sentAt: number;
  acceptedAt?: number;
  isWithdrawn?: true;
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

export function newId(kind: string): string {
  return `${kind}_${Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join("")}`;
}

/** Records of one kind, by their ids. */
class Records<Row extends { readonly id: string }> {
  readonly #kind: string;
  readonly #rows = new Map<string, Row>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(row: Omit<Row, "id">): Row {
    const added = { ...row, id: newId(this.#kind) } as Row;
    this.#rows.set(added.id, added);
    return added;
  }

  get(id: string): Row {
    const row = this.#rows.get(id);
    if (row === undefined) throw new Refusal("NOT_FOUND", `Nothing here has the id ${id}.`);
    return row;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }
}

export const jobsADay = 50;
const dayMs = 86_400_000;

export class Office {
  readonly customers = new Records<Customer>("cus");
  readonly jobs = new Records<Job>("job");
  readonly glossaries = new Records<Glossary>("glo");
  readonly quotes = new Records<Quote>("quo");
  /** Day -> the jobs that were made on it. */
  readonly #made = new Map<string, number>();

  findSegment(id: string): { readonly job: Job; readonly segment: Segment } {
    for (const job of this.jobs.all()) {
      const segment = job.segments.find((each) => each.id === id);
      if (segment !== undefined) return { job, segment };
    }
    throw new Refusal("NOT_FOUND", `Nothing here has the id ${id}.`);
  }

  countToday(): number {
    return this.#counts().get(today()) ?? 0;
  }

  draw(): void {
    if (this.countToday() >= jobsADay)
      throw new Refusal("QUOTA_EXCEEDED", `${jobsADay} jobs were made today.`);
    this.#counts().set(today(), this.countToday() + 1);
  }

  #counts(): Map<string, number> {
    return has("one-quota-for-all") ? countsOfAll : this.#made;
  }
}

const countsOfAll = new Map<string, number>();
const offices = new Map<string, Office>();

export function officeOf(account: string): Office {
  const office = offices.get(account) ?? new Office();
  offices.set(account, office);
  return office;
}

export function isCustomerOfAny(id: string): boolean {
  return [...offices.values()].some(({ customers }) => customers.has(id));
}

function today(): string {
  return showTime().slice(0, 10);
}

export function showNextDay(): string {
  return showTime((Math.floor(now() / dayMs) + 1) * dayMs);
}
