/** Plots that are offered to members, belong to them for a season, and are given up. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { day, now, timestamp } from "./clock.ts";
import { findMember, type Garden, nextNumber, randomId } from "./garden.ts";
import { limits } from "./generated/limits.ts";
import type { AnswerOfferInput, ListTenanciesInput, OfferPlotInput, Tenancy } from "./generated/types.ts";
import { kilogramsOf } from "./harvests.ts";
import { stopWaiting } from "./members.ts";
import { type Page, paginate } from "./paging.ts";
import { findPlot } from "./plots.ts";
import { findTenancy, findTenancyIn, isOpen, tenanciesIn } from "./terms.ts";

export function showTenancy(garden: Garden, id: string): Tenancy {
  const { number: _, ...tenancy } = findTenancy(garden, id);
  const { fee_cents, paid_cents } = tenancy;
  return { ...tenancy, owed_cents: fee_cents - paid_cents, harvested_kilograms: kilogramsOf(garden, id) };
}

export function offerPlot(garden: Garden, { plot_id, member_id, season }: OfferPlotInput): Tenancy {
  findPlot(garden, plot_id);
  findMember(garden, member_id);
  const open = tenanciesIn(garden).filter((tenancy) => tenancy.season === season && isOpen(tenancy));
  if (open.some((tenancy) => tenancy.plot_id === plot_id))
    throw new Refusal(
      "plot_taken",
      `${plot_id} is taken in ${season}. garden_list_plots with free_in shows the plots that are free.`,
    );
  const { max } = limits.plots_a_season;
  if (open.filter((tenancy) => tenancy.member_id === member_id).length >= max)
    throw new Refusal(
      "plot_limit",
      `Member ${member_id} has or is offered ${max} plots in ${season} already.`,
    );
  const id = randomId("ten");
  garden.tenancies.set(id, {
    number: nextNumber("tenancy"),
    tenancy_id: id,
    plot_id,
    member_id,
    season,
    status: "offered",
    offered_at: timestamp(),
    offered_until: timestamp(now() + limits.offer_life.seconds * 1000),
    fee_cents: 0,
    paid_cents: 0,
    payments: 0,
  });
  return showTenancy(garden, id);
}

export function answerOffer(garden: Garden, { tenancy_id, answer }: AnswerOfferInput): Tenancy {
  const tenancy = findTenancyIn(garden, tenancy_id, ["offered"]);
  if (answer === "decline") {
    garden.tenancies.set(tenancy_id, { ...tenancy, status: "declined" });
    return showTenancy(garden, tenancy_id);
  }
  garden.tenancies.set(tenancy_id, {
    ...tenancy,
    status: "active",
    accepted_at: timestamp(),
    fee_cents: findPlot(garden, tenancy.plot_id).season_cents,
  });
  if (!isBroken("waits-with-plot")) stopWaiting(garden, tenancy.member_id);
  return showTenancy(garden, tenancy_id);
}

export function giveNotice(garden: Garden, id: string): Tenancy {
  const tenancy = findTenancyIn(garden, id, ["active"]);
  const period = isBroken("notice-four-weeks") ? 28 * day : limits.notice_period.seconds * 1000;
  garden.tenancies.set(id, {
    ...tenancy,
    status: "notice",
    notice_given_at: timestamp(),
    ends_at: timestamp(now() + period),
  });
  return showTenancy(garden, id);
}

export function listTenancies(garden: Garden, account: string, input: ListTenanciesInput): Page<Tenancy> {
  const { status, member_id, plot_id, season } = input;
  if (member_id !== undefined) findMember(garden, member_id);
  if (plot_id !== undefined) findPlot(garden, plot_id);
  const matches = tenanciesIn(garden)
    .filter((tenancy) => status === undefined || tenancy.status === status)
    .filter((tenancy) => member_id === undefined || tenancy.member_id === member_id)
    .filter((tenancy) => plot_id === undefined || tenancy.plot_id === plot_id)
    .filter((tenancy) => season === undefined || tenancy.season === season);
  const page = paginate(
    {
      entries: matches,
      keyOf: ({ offered_at, number }) => [offered_at, number],
      isDescending: true,
      name: ["tenancies", account, status, member_id, plot_id, season],
    },
    input,
  );
  return { ...page, entries: page.entries.map(({ tenancy_id }) => showTenancy(garden, tenancy_id)) };
}
