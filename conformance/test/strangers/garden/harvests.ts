/** What was harvested, in kilograms with two decimals. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { today } from "./clock.ts";
import { doOnce, type Garden, nextNumber, randomId, type StoredHarvest } from "./garden.ts";
import type { Harvest, ListHarvestsInput, RecordHarvestInput } from "./generated/types.ts";
import { type Page, paginate } from "./paging.ts";
import { findTenancy, findTenancyIn } from "./terms.ts";

/** The weight of all harvests of a tenancy. It adds whole hundredths, since sums of decimals are not exact. */
export function kilogramsOf({ harvests }: Garden, tenancyId: string): number {
  const hundredths = [...harvests.values()]
    .filter(({ tenancy_id }) => tenancy_id === tenancyId)
    .reduce((sum, { kilograms }) => sum + Math.round(kilograms * 100), 0);
  return isBroken("harvest-in-tenths") ? Math.round(hundredths / 10) / 10 : hundredths / 100;
}

export function recordHarvest(garden: Garden, input: RecordHarvestInput): Harvest {
  const { tenancy_id, crop, kilograms, day, request_id } = input;
  const key = request_id === undefined ? undefined : `harvest ${request_id}`;
  return doOnce(garden, key, [tenancy_id, crop, kilograms, day], () => {
    findTenancyIn(garden, tenancy_id, ["active", "notice"]);
    if (day > today())
      throw new Refusal(
        "in_the_future",
        `${day} has not come yet; today is ${today()}. Record it when it was harvested.`,
      );
    const harvest_id = randomId("harv");
    const harvest = { number: nextNumber("harvest"), harvest_id, tenancy_id, crop, kilograms, day };
    garden.harvests.set(harvest_id, harvest);
    return showHarvest(harvest);
  });
}

function showHarvest({ number: _, ...harvest }: StoredHarvest): Harvest {
  return harvest;
}

export function listHarvests(garden: Garden, account: string, input: ListHarvestsInput): Page<Harvest> {
  const { tenancy_id, crop, from, until } = input;
  if (tenancy_id !== undefined) findTenancy(garden, tenancy_id);
  const part = crop?.toLowerCase();
  const matches = [...garden.harvests.values()]
    .filter((harvest) => tenancy_id === undefined || harvest.tenancy_id === tenancy_id)
    .filter((harvest) => part === undefined || harvest.crop.toLowerCase().includes(part))
    .filter(({ day }) => from === undefined || day >= from)
    .filter(({ day }) => until === undefined || day <= until);
  const page = paginate(
    {
      entries: matches,
      keyOf: ({ day, number }) => [day, number],
      isDescending: true,
      name: ["harvests", account, tenancy_id, crop, from, until],
    },
    input,
  );
  return { ...page, entries: page.entries.map(showHarvest) };
}
