/** Records from before, and a second desk that works in a practice all the time. */
import { setTimeout as wait } from "node:timers/promises";
import { dispense, prescribe, vaccinate } from "./medicine.ts";
import { Problem } from "./problem.ts";
import type { Records } from "./records.ts";
import { addTreatments, bookVisit, cancelVisit, checkIn, closeVisit } from "./visits.ts";

const names = ["Adler", "Brandt", "Claus", "Dietz", "Ebert", "Falk", "Groth"];
const species = ["dog", "cat", "rabbit", "bird", "other"] as const;

function registerAnimal(records: Records, ownerId: string, index: number, name: string) {
  return records.registerAnimal({
    owner_id: ownerId,
    name,
    species: species[index % species.length]!,
    born_on: "2020-02-29",
    neutered: index % 2 === 0,
    allergies: [],
  });
}

/** Fills a practice with owners, animals, visits, vaccinations and prescriptions. */
export function addEarlierRecords(records: Records): void {
  for (const [index, name] of names.entries()) {
    const owner = records.registerOwner({ name: `Dana ${name}`, phone: `+49331000000${index}` });
    for (const pet of ["Lilly", "Max", "Pepper"].slice(index % 3)) {
      const { id: animal_id } = registerAnimal(records, owner.id, index, pet);
      vaccinate(records, { animal_id, vaccine: "rabies", batch: `RB-${100 + index}` });
      const { id } = prescribe(records, { animal_id, drug: "Prednisolone", dosage: "5 mg a day", fills: 2 });
      if (index % 2 === 0) dispense(records, id);
      const starts_at = records.time(400 + 10 * index + animal_id / 10);
      bookVisit(records, { animal_id, vet: "dr_lang", reason: "Yearly check-up", starts_at, minutes: 20 });
    }
  }
}

/** Books, treats and closes visits for ever, a year and more ahead of what others book. */
export async function keepWorking(records: Records): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      await serveCaller(records, round);
    } catch (error) {
      // A visit is missed at once where the clock is moved by weeks: the practice goes on with the next caller.
      if (!(error instanceof Problem)) throw error;
      await wait(40, undefined, { ref: false });
    }
  }
}

async function serveCaller(records: Records, round: number): Promise<void> {
  records.settle();
  const owner = records.registerOwner({ name: `Caller ${round}`, phone: "+4933100001111" });
  const { id: animal_id } = registerAnimal(records, owner.id, round, `Pet ${round}`);
  const starts_at = records.time(900 + round);
  const booking = { animal_id, vet: "dr_okoro", reason: "Phone call", starts_at, minutes: 15 } as const;
  const { id } = bookVisit(records, booking);
  vaccinate(records, { animal_id, vaccine: "cat_flu", batch: "CF-900" });
  await wait(40, undefined, { ref: false });
  if (round % 2 === 0) {
    checkIn(records, id);
    addTreatments(records, id, [{ name: "Examination", quantity: 1, unit_cents: 2862 }]);
    const { total_cents } = closeVisit(records, id);
    if (round % 4 === 0) records.pay({ owner_id: owner.id, amount_cents: total_cents, method: "card" });
  } else cancelVisit(records, id);
  if (round % 3 === 0) records.removeAnimal(animal_id);
  if (round % 12 === 0) records.removeOwner(owner.id);
}
