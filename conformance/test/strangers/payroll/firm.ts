/** What a firm has in the payroll, by its ids. */
import type { Absence, Correction, Employee, PayGroup, PayRun, Payslip, Timesheet } from "./records.ts";
import { refuse } from "./refused.ts";

export class Firm {
  readonly groups = new Map<string, PayGroup>();
  readonly employees = new Map<string, Employee>();
  readonly timesheets = new Map<string, Timesheet>();
  readonly absences = new Map<string, Absence>();
  readonly runs = new Map<string, PayRun>();
  readonly payslips = new Map<string, Payslip>();
  readonly corrections = new Map<string, Correction>();
  /** Idempotency keys, with the arguments and the result of their first call. */
  readonly requests = new Map<string, { readonly input: string; readonly output: object }>();
}

const firms = new Map<string, Firm>();

export function firmOf(name: string): Firm {
  const firm = firms.get(name) ?? new Firm();
  firms.set(name, firm);
  return firm;
}

export const allFirms = (): readonly Firm[] => [...firms.values()];

/** Finds a thing of the firm, by its id. */
export function find<Thing>(things: ReadonlyMap<string, Thing>, id: string, noun: string): Thing {
  return things.get(id.toLowerCase()) ?? refuse(`Sorry, we could not find that ${noun}.`);
}
