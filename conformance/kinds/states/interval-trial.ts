/** A trial of intervals: its arguments, its place, and what an answer says. */
import type { Called } from "../../behaviour/calls/called.ts";
import { judgeRefused } from "../../behaviour/calls/verdicts.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  isNew,
  makePlace,
  type Place,
  type PlaceArguments,
  withWordsOf,
} from "../../behaviour/instances/own-place.ts";
import { placeInterval, type Scale, withInterval } from "../../behaviour/rules/intervals.ts";
import type { Json } from "../../cases/edits.ts";
import type { IntervalRelation, OverlapCase, OverlapRule } from "../../cases/overlaps.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

export interface Trial {
  readonly each: OverlapCase;
  readonly engine: Engine;
  readonly rule: OverlapRule;
  /** Valid arguments, but for their interval. */
  readonly input: Json;
  readonly scale: Scale;
}

/** An entity with the interval of a scale, alone in its place. */
export interface Earlier {
  readonly place: Place;
  readonly scale: Scale;
  readonly instance: EntityInstance;
}

export function nameRule({ tool, rule }: OverlapCase): string {
  return `${tool} ${rule}`;
}

export function makePlaceOf(trial: Trial): Promise<Place> {
  return makePlace(placeArguments(trial), trial.engine);
}

export function inSamePlace(trial: Trial, sent: Json): Trial {
  return { ...trial, input: withWordsOf(sent, placeArguments(trial), trial.engine) };
}

export function placeArguments({ each, rule, input }: Trial): PlaceArguments {
  return { tool: each.tool, input, within: rule.within };
}

export function fillBeside(trial: Trial, place: Place, relation: IntervalRelation): Promise<Json> {
  const { each, engine, rule, input, scale } = trial;
  const wanted = withInterval(input, rule, placeInterval(relation, scale));
  return engine.instances.fill(each.tool, wanted, { instances: place, within: [rule.entity] });
}

export async function call(trial: Trial, place: Place, relation: IntervalRelation): Promise<Called> {
  const input = await fillBeside(trial, place, relation);
  return trial.engine.calls.call({ tool: trial.each.tool, input });
}

export function judgeTaken({ each, rule }: Trial, called: Called): Verdict {
  return judgeRefused(called, rule.refused, each.must);
}

export function judgeFree(trial: Trial, called: Called, place: Place): Verdict {
  const { each, engine, rule } = trial;
  const { outcome } = called;
  if (outcome.is === "success") return held;
  if (outcome.is !== "refusal" || outcome.code !== rule.refused) throw engine.verdicts.setupFailed(called);
  if (isNew(place, placeArguments(trial), engine)) return engine.verdicts.failed(each.must, called);
  const why = `another client may have an interval there: the run did not make the place`;
  return unverified("shared", why, called.exchange);
}

/** Whether another rule than that about intervals refused the call. A refusal without a code may be of any rule. */
export function isOtherRefusal({ outcome }: Called, { refused }: OverlapRule): boolean {
  return outcome.is === "refusal" && outcome.code !== undefined && outcome.code !== refused;
}
