/** Owners and animals as the tools show them, and lists of records. */
import { isBroken } from "./breaks.ts";
import { vaccinationsOf } from "./medicine.ts";
import { pageOf } from "./pages.ts";
import type { Animal, Owner } from "./records.ts";
import type { AnimalView, OwnerView } from "./shapes.ts";
import type { Caller } from "./tool.ts";

export function showOwner(
  { phone, email, ...owner }: Owner,
  { practice, scopes }: Caller,
  isInList = false,
): OwnerView {
  const mayCall = scopes.includes("owners:contact");
  return {
    ...owner,
    ...((mayCall || (isInList && isBroken("phone-in-list"))) && { phone }),
    ...(mayCall && email !== undefined && { email }),
    animals: practice.records.animalsOf(owner.id).length,
  };
}

export function showAnimal(animal: Animal, { practice: { records } }: Caller): AnimalView {
  return {
    ...animal,
    open_visits: records.openVisits(animal.id).length,
    valid_vaccinations: vaccinationsOf(records, animal.id).filter(({ state }) => state === "valid").length,
  };
}

interface ListInput {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Rows<Row extends object> {
  readonly name: string;
  readonly rows: Iterable<Row>;
  readonly isDescending?: boolean;
  sortedBy(row: Row): string;
  fits(row: Row): boolean;
}

/** A page of the rows that fit the filters, which are all arguments but those of the page. */
export function listPage<Row extends object>(
  { practice: { name, records } }: Caller,
  { limit, cursor, ...filters }: ListInput,
  list: Rows<Row>,
) {
  const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return pageOf<Row>(
    {
      scope: [name, list.name, sorted],
      items: [...list.rows].filter((row) => list.fits(row)),
      isDescending: list.isDescending ?? false,
      placeOf: (row) => [list.sortedBy(row), records.orderOf(row)],
    },
    limit,
    cursor,
  );
}

export const contains = (text: string | undefined, part: string): boolean =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;
