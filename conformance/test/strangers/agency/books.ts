/** The books of one agency: its records, and how they are found. */
import { randomBytes } from "node:crypto";
import { Refused } from "./refused.ts";

export const roles = ["design", "development", "copywriting", "management"] as const;
export type Role = (typeof roles)[number];

/** The agency's rate card: cents an hour. A project may have rates of its own. */
export const rateCard: Readonly<Record<Role, number>> = {
  design: 9500,
  development: 11_000,
  copywriting: 8000,
  management: 12_000,
};

export interface Client {
  readonly id: string;
  readonly order: number;
  readonly name: string;
  readonly city: string | null;
  readonly billingEmail: string;
  readonly taxPercent: number;
}

export interface Rate {
  readonly role: Role;
  readonly rate_cents: number;
}

export interface Project {
  readonly id: string;
  readonly order: number;
  readonly client: Client;
  readonly openedAt: number;
  name: string;
  budgetHours: number;
  rates: readonly Rate[];
  tags: readonly string[];
  revision: number;
  closedAt: number | null;
}

export interface Entry {
  readonly id: string;
  readonly order: number;
  readonly person: string;
  readonly role: Role;
  readonly note: string | null;
  readonly day: string;
  readonly billable: boolean;
  project: Project;
  minutes: number;
  /** When the timer was started; null once it is stopped, or if there was none. */
  startedAt: number | null;
  status: "open" | "approved" | "invoiced";
  invoice: Invoice | null;
}

export interface Expense {
  readonly id: number;
  readonly books: Books;
  readonly project: Project;
  readonly category: "travel" | "software" | "print" | "other";
  readonly text: string;
  readonly amountCents: number;
  readonly spentOn: string;
  invoice: Invoice | null;
}

export type Line =
  | {
      readonly kind: "time";
      readonly entry: Entry;
      readonly minutes: number;
      readonly rateCents: number;
      readonly amountCents: number;
    }
  | { readonly kind: "expense"; readonly expense: Expense; readonly amountCents: number };

export interface Invoice {
  readonly id: string;
  readonly order: number;
  readonly project: Project;
  readonly createdAt: number;
  readonly note: string | null;
  readonly lines: readonly Line[];
  readonly subtotalCents: number;
  readonly taxCents: number;
  status: "draft" | "sent" | "paid" | "void";
  number: string | null;
  sentAt: number | null;
  paidAt: number | null;
  paymentReference: string | null;
}

export interface EstimateLine {
  readonly text: string;
  readonly role: Role;
  readonly hours: number;
}

export interface Estimate {
  readonly id: string;
  readonly client: Client;
  readonly title: string;
  readonly lines: readonly EstimateLine[];
  readonly createdAt: number;
  readonly validUntil: number;
  status: "open" | "accepted" | "lapsed";
  project: Project | null;
}

/** Expenses are numbered across all agencies, in one table. */
const expenses = new Map<number, Expense>();
let lastExpense = 4100;
let lastProject = 1000;
let lastOrder = 0;

export const nextOrder = (): number => ++lastOrder;
export const nextProjectId = (): string => `P-${++lastProject}`;
export const randomId = (prefix: string): string => `${prefix}_${randomBytes(8).toString("hex")}`;
export const timeText = (time: number): string => new Date(time).toISOString();
export const dayText = (time: number): string => timeText(time).slice(0, 10);

export class Books {
  readonly clients = new Map<string, Client>();
  readonly projects = new Map<string, Project>();
  readonly entries = new Map<string, Entry>();
  readonly invoices = new Map<string, Invoice>();
  readonly estimates = new Map<string, Estimate>();
  readonly now: () => number;
  readonly #answers = new Map<string, { readonly input: string; readonly result: object }>();
  #sent = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  client = (id: string): Client => find(this.clients.get(id), "client", id, "list_clients");
  project = (id: string): Project => find(this.projects.get(id), "project", id, "list_projects");
  entry = (id: string): Entry => find(this.entries.get(id), "time entry", id, "list_entries");
  invoice = (id: string): Invoice => find(this.invoices.get(id), "invoice", id, "list_invoices");
  estimate = (id: string): Estimate => find(this.estimates.get(id), "estimate", id, "make_estimate");

  /** A project that still takes work. */
  openProject(id: string): Project {
    const project = this.project(id);
    if (project.closedAt === null) return project;
    throw new Refused("project_closed", `${id} is closed. list_projects with closed: false shows open ones.`);
  }

  expenses(): Expense[] {
    return [...expenses.values()].filter(({ books }) => books === this);
  }

  expense(id: number): Expense {
    const expense = expenses.get(id);
    return find(expense?.books === this ? expense : undefined, "expense", String(id), "list_expenses");
  }

  /** The expense with this number, whichever agency it belongs to. */
  expenseOfAnyone(id: number): Expense {
    return find(expenses.get(id), "expense", String(id), "list_expenses");
  }

  keepExpense(expense: Omit<Expense, "id" | "books">): Expense {
    const kept = { ...expense, id: ++lastExpense, books: this };
    expenses.set(kept.id, kept);
    return kept;
  }

  dropExpense({ id }: Expense): void {
    expenses.delete(id);
  }

  /** Invoices are numbered without gaps when they are sent, as the law wants it. */
  nextInvoiceNumber(): string {
    this.#sent += 1;
    return `${new Date(this.now()).getUTCFullYear()}-${String(this.#sent).padStart(4, "0")}`;
  }

  /** Estimates that nobody accepted in time lapse. */
  settle(): void {
    for (const estimate of this.estimates.values()) {
      if (estimate.status === "open" && estimate.validUntil <= this.now()) estimate.status = "lapsed";
    }
  }

  /** A call that is sent again with its request id is answered like the first time. */
  once<Input extends { readonly request_id?: string | undefined }>(
    tool: string,
    input: Input,
    run: () => object,
  ): object {
    if (input.request_id === undefined) return run();
    const key = `${tool} ${input.request_id}`;
    const text = JSON.stringify(input);
    const before = this.#answers.get(key);
    if (before === undefined) {
      const result = run();
      this.#answers.set(key, { input: text, result });
      return result;
    }
    if (before.input === text) return before.result;
    throw new Refused(
      "request_reused",
      `${input.request_id} was sent with other arguments. Use a new request_id for a new call.`,
    );
  }
}

function find<Found>(found: Found | undefined, what: string, id: string, tool: string): Found {
  if (found !== undefined) return found;
  throw new Refused("not_found", `There is no ${what} ${id}. ${tool} returns the ids that there are.`);
}
