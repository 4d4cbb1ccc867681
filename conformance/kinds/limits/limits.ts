/** Judges the cases of kind limits: numbers that calls can reach. */

import { otherAccount } from "../../behaviour/calls/identity.ts";
import { isBeyondWaiting } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { findRoute } from "../../behaviour/rules/transitions.ts";
import { secondsOfWay } from "../../behaviour/states/other-states.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { LimitCase, LimitRule, PlacesCase, PlacesRule } from "../../cases/limits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { workEndsVerdict } from "../finished-work.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { needsOwnInstance } from "../own-instances.ts";
import { verdictOnWatched } from "../results.ts";
import { capVerdict } from "./caps.ts";
import { atLimitVerdict, briefByTool } from "./count.ts";
import { durationVerdict } from "./duration.ts";
import { noticeVerdict } from "./notice.ts";
import { placesCost, placesVerdict } from "./places.ts";
import { quotaVerdict } from "./quota.ts";
import { endedVerdict } from "./quota-ended.ts";
import { rateVerdict } from "./rate.ts";
import { refusalsVerdict } from "./refusals.ts";
import { refusedDrawsVerdict } from "./refused-draws.ts";

export const limits: KindOfBehaviour<LimitCase | PlacesCase> = {
  needsSuccess: true,
  cost: countCalls,
  briefCost: countBriefCalls,
  // The other checks move the clock, or count draws that calls of other cases also make.
  when(each, rules) {
    // These cases count what an account has at once, so they come before others fill it.
    if (isOfPlaces(each)) return isCap(each, rules) ? "alone" : undefined;
    const { check } = each;
    if (check === "at-limit") return "any";
    // A quota that is used up may be that of the other cases, too.
    return ["never-more", "end", "next-period"].includes(check) ? "end" : "quiet";
  },
  seconds: secondsUntilState,
  hooks(each, rules) {
    const rule = rules.limits[each.limit];
    const isLong = rule?.kind === "duration" && isBeyondWaiting(rule.seconds);
    const isLed = isBeyondWaiting(secondsUntilState(each, rules));
    return isLong || isLed || each.check === "next-period" ? ["clock"] : [];
  },
  account: ({ check }) => (check === "other-account" ? otherAccount : undefined),
  writes: ({ check }) => !["over", "other-token", "next-window", "never-more"].includes(check),
  verdict: judge,
};

function isOfPlaces(each: LimitCase | PlacesCase): each is PlacesCase {
  return "base" in each;
}

/** The seconds after which the server leads a thing to the state of the case. */
function secondsUntilState(each: LimitCase | PlacesCase, rules: Behaviour): number {
  const machine = each.check === "in-state" ? rules.states[each.machine] : undefined;
  if (each.check !== "in-state" || machine === undefined) return 0;
  return secondsOfWay(rules, each.machine, findRoute(machine, machine.initial, each.state) ?? []);
}

function judge(each: LimitCase | PlacesCase, engine: Engine): Promise<Verdict> | Verdict {
  const rule = engine.rules.limits[each.limit]!;
  if (isOfPlaces(each)) return judgePlaces(each, requirePlaces(rule), engine);
  switch (rule.kind) {
    case "rate":
      return rateVerdict(each, rule, engine);
    case "count":
      if (each.check === "at-limit") return atLimitVerdict(each, rule, engine);
      return verdictOnWatched(each, engine.watched.read(each.tool!, "count", each.limit));
    case "duration":
      return durationVerdict(each, rule, engine);
    case "notice":
      return noticeVerdict(each, rule, engine);
    case "places":
      throw new PreconditionError("undeclared", "the limit counts nothing in places");
    case "refusals":
      return refusalsVerdict(each, rule, engine);
    case "quota":
      if (each.check === "ended") return endedVerdict(each, engine);
      if (each.check === "work-ends") return workEndsVerdict(each, engine);
      if (each.check === "refusal-draws-nothing") return refusedDrawsVerdict(each, engine);
      return quotaVerdict(each, engine);
  }
}

function isCap(each: PlacesCase, { limits }: Behaviour): boolean {
  return requirePlaces(limits[each.limit]!).per !== undefined;
}

function judgePlaces(each: PlacesCase, rule: PlacesRule, engine: Engine): Promise<Verdict> {
  const { entity, per } = rule;
  return per !== undefined && entity !== undefined
    ? capVerdict(each, { ...rule, entity }, engine)
    : placesVerdict(each, rule, engine);
}

function requirePlaces(rule: LimitRule): PlacesRule {
  if (rule.kind === "places") return rule;
  throw new PreconditionError("undeclared", "the limit counts nothing in places");
}

function countCalls(each: LimitCase | PlacesCase, { limits }: Behaviour): number {
  const rule = limits[each.limit]!;
  if (isOfPlaces(each)) return placesCost(each, requirePlaces(rule));
  const { check } = each;
  // Whichever of these checks comes first uses the rate up.
  if (rule.kind === "rate" || rule.kind === "refusals") return rule.max + 5;
  if (rule.kind === "count") return check === "at-limit" ? Math.min(rule.max, briefByTool) + 3 : 0;
  if (check === "work-ends") return 30;
  return check === "end" ? 30 : 5;
}

/** Counts the calls of a case in a run with few requests: one about a quota with what it makes and ends. */
function countBriefCalls(each: LimitCase | PlacesCase, rules: Behaviour): number {
  if (isOfPlaces(each) || rules.limits[each.limit]!.kind !== "quota") return countCalls(each, rules);
  const own = each.tool !== undefined && needsOwnInstance(each.tool, rules) ? 2 : 0;
  if (each.check === "refusal-draws-nothing") return 8 + 2 * own;
  if (each.check === "ended") return 7 + own;
  return ["draws", "draws-nothing", "returned"].includes(each.check) ? 4 + own : countCalls(each, rules);
}
