/** What the payroll keeps. */
import type { Currency } from "./money.ts";

export interface PayGroup {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly created_at: string;
}

export interface Contract {
  readonly valid_from: string;
  readonly pay_type: "hourly" | "monthly";
  /** In the smallest unit. */
  readonly rate: number;
  readonly weekly_hours: number;
}

export interface Employee {
  readonly id: string;
  readonly group: PayGroup;
  readonly name: string;
  readonly email: string;
  readonly iban?: string | undefined;
  readonly hired_on: string;
  last_day: string | null;
  /** The last one is the latest. */
  readonly contracts: Contract[];
  revision: number;
}

export interface Entry {
  readonly id: string;
  readonly day: string;
  readonly hours: number;
  readonly project: string;
  readonly note: string | null;
}

export interface Timesheet {
  readonly id: string;
  readonly employee: Employee;
  readonly week: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly entries: Entry[];
  status: "draft" | "submitted" | "approved" | "locked" | "paid";
  comment: string | null;
  submitted_at: string | null;
  approved_at: string | null;
  run?: PayRun | undefined;
}

export interface Absence {
  readonly id: string;
  readonly employee: Employee;
  readonly kind: "vacation" | "sick" | "unpaid";
  readonly first_day: string;
  readonly last_day: string;
  readonly workdays: number;
  status: "requested" | "approved" | "declined" | "cancelled";
  decided_at: string | null;
}

export interface Correction {
  readonly id: string;
  readonly payslip: Payslip;
  /** In the smallest unit; negative where too much was paid. */
  readonly amount: number;
  readonly reason: string;
  readonly created_at: string;
  run?: PayRun | undefined;
}

export interface Line {
  readonly kind: "hours" | "overtime" | "salary" | "unpaid_absence" | "correction";
  readonly quantity: number;
  readonly rate: number;
  readonly amount: number;
}

export interface Payslip {
  readonly id: string;
  readonly run: PayRun;
  readonly employee: Employee;
  readonly lines: readonly Line[];
  readonly gross: number;
  readonly social_security: number;
  readonly income_tax: number;
}

export interface PayRun {
  readonly id: string;
  readonly group: PayGroup;
  readonly month: string;
  readonly started_at: string;
  readonly payslips: Payslip[];
  status: "draft" | "final" | "discarded";
  closed_at: string | null;
}
