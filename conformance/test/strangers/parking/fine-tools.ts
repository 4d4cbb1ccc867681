/** Fines and appeals. */
import { has } from "./breaks.ts";
import { now } from "./clock.ts";
import { type Fine, fines, getVehicle } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { appealMs, dayMs, showFine, sumOf, vehicleOf } from "./views.ts";

interface Search {
  readonly resident_id?: number;
  readonly status?: string;
  readonly min_cents?: number;
  readonly max_cents?: number;
  readonly text?: string;
}

interface Decision {
  readonly fine_id: number;
  readonly decision: "confirm" | "lower" | "drop";
  readonly amount_cents?: number;
}

export const fineTools = {
  issue_fine(
    town: string,
    input: { vehicle_id: number; offence: string; amount_cents: number; note?: string },
  ) {
    const { vehicle_id, offence, amount_cents: amount, note = "" } = input;
    const vehicle = getVehicle(vehicle_id, town).id;
    const issued = { town, vehicle, offence, amount, note, status: "open" as const, issuedAt: now() };
    return { fine: showFine(fines.add(issued)) };
  },

  pay_fine(town: string, { fine_id }: { fine_id: number }) {
    const fine = fines.get(fine_id, town);
    requireStatus(fine, "open", "confirmed", ...(has("paid-while-appealed") ? ["appealed"] : []));
    Object.assign(fine, { status: "paid", paidAt: now() });
    return { fine: showFine(fine) };
  },

  appeal_fine(town: string, { fine_id, statement }: { fine_id: number; statement: string }) {
    const fine = fines.get(fine_id, town);
    requireStatus(fine, "open");
    const end = fine.issuedAt + appealMs + (has("appeal-a-day-late") ? dayMs : 0);
    if (now() >= end) throw new Refusal("too_late", "The time for an appeal is over.");
    Object.assign(fine, { status: "appealed", statement });
    return { fine: showFine(fine) };
  },

  decide_appeal(town: string, { fine_id, decision, amount_cents: amount }: Decision) {
    const fine = fines.get(fine_id, town);
    if ((decision === "lower") !== (amount !== undefined))
      throw new Refusal("bad_amount", "An amount stands beside lower, and only there.");
    requireStatus(fine, "appealed");
    if (amount !== undefined) {
      if (amount >= fine.amount) throw new Refusal("not_lower", `The fine is ${fine.amount} cents.`);
      fine.amount = amount;
    }
    Object.assign(fine, { status: decision === "drop" ? "dropped" : "confirmed", decidedAt: now() });
    return { fine: showFine(fine) };
  },

  list_fines(
    town: string,
    { sort, limit = 20, offset = 0, ...search }: Search & { sort?: string; limit?: number; offset?: number },
  ) {
    const found = fines.select((each) => each.town === town && matches(each, search));
    if (sort === "amount") found.sort((a, b) => compare(b.amount, a.amount) || a.id - b.id);
    const shown = found.slice(offset, offset + limit);
    return { fines: shown.map(showFine), total: found.length, total_cents: sumOf(shown) };
  },
};

function requireStatus({ status }: Fine, ...allowed: readonly string[]): void {
  if (!allowed.includes(status)) throw new Refusal("wrong_state", `The fine is ${status}.`);
}

function compare(a: number, b: number): number {
  if (has("amounts-as-texts")) return String(a) < String(b) ? -1 : Number(a !== b);
  return a - b;
}

function matches(fine: Fine, { resident_id, status, min_cents, max_cents, text }: Search): boolean {
  const { owner, plate } = vehicleOf(fine);
  const contains = (words: string) => words.toLowerCase().includes(text!.toLowerCase());
  return (
    (resident_id === undefined || owner === resident_id) &&
    (status === undefined || fine.status === status) &&
    (min_cents === undefined || fine.amount >= min_cents) &&
    (max_cents === undefined || fine.amount <= max_cents) &&
    (text === undefined || contains(plate) || contains(fine.note))
  );
}
