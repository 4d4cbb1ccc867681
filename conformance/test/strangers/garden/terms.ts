/** The states of tenancies, of which some end by themselves. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { day, now } from "./clock.ts";
import { find, type Garden, type StoredTenancy } from "./garden.ts";
import type { TenancyStatus } from "./generated/types.ts";

/** All tenancies, as they are at this time: offers lapse and notices end by themselves. */
export function tenanciesIn({ tenancies }: Garden): readonly StoredTenancy[] {
  const grace = isBroken("offer-lasts-long") ? day : 0;
  for (const [id, tenancy] of tenancies) {
    const { status, offered_until, ends_at } = tenancy;
    if (status === "offered" && now() >= Date.parse(offered_until) + grace)
      tenancies.set(id, { ...tenancy, status: "lapsed" });
    if (status === "notice" && now() >= Date.parse(ends_at!))
      tenancies.set(id, { ...tenancy, status: "ended" });
  }
  return [...tenancies.values()];
}

/** Whether the plot is kept for the member, or is theirs. */
export function isOpen({ status }: StoredTenancy): boolean {
  return status === "offered" || status === "active" || status === "notice";
}

export function findTenancy(garden: Garden, id: string): StoredTenancy {
  tenanciesIn(garden);
  return find(garden.tenancies, id, "tenancy", "garden_list_tenancies shows the tenancies.");
}

/** The tenancy, if it is in one of these states. */
export function findTenancyIn(garden: Garden, id: string, states: readonly TenancyStatus[]): StoredTenancy {
  const tenancy = findTenancy(garden, id);
  if (!states.includes(tenancy.status))
    throw new Refusal(
      "wrong_state",
      `Tenancy ${id} is ${tenancy.status}. It has to be ${states.join(" or ")}.`,
    );
  return tenancy;
}
