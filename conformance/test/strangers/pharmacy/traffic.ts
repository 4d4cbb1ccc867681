/** What was in a pharmacy before, and a colleague who works in it all the time. */
import { setTimeout as sleep } from "node:timers/promises";
import { daysAfter } from "./clock.ts";
import type { Pharmacy } from "./tools.ts";

export function fill(pharmacy: Pharmacy): void {
  for (let round = 1; round <= 4; round += 1) serve(pharmacy, round);
}

export async function work(pharmacy: Pharmacy): Promise<void> {
  for (let round = 1; ; round += 1) {
    await sleep(40);
    pharmacy.care.lapse();
    serve(pharmacy, round);
  }
}

function serve({ stock, care }: Pharmacy, round: number): void {
  const { medicine_id } = stock.addMedicine({
    name: `Drops ${round}`,
    substance: `Substance ${round}`,
    package_size: 12,
    package_price_cents: 500 + round,
    controlled: round % 3 === 0,
    min_tablets: 10 * round,
  });
  const expires_on = daysAfter(100 + round).slice(0, 10);
  const { batch_id } = stock.receive({ medicine_id, lot: `R${round}`, expires_on, packages: 5 });
  const { patient_id } = care.register({ name: `Patient ${round}`, born_on: "1990-02-03" });
  const { prescription_id } = care.prescribe({ patient_id, medicine_id, tablets_per_fill: 15, refills: 1 });
  const { dispensing_id } = care.dispense(prescription_id);
  if (round % 2 === 0) care.handOut(dispensing_id);
  if (round % 3 === 0) stock.recall(batch_id);
  if (round % 3 === 0) care.recall(batch_id);
}
