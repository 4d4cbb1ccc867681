/** Judges tools that move an entity to another interval or place: what is taken there is refused, and its own interval is not in its way. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { findEntity, makeOtherPlace, type Place } from "../../behaviour/instances/own-place.ts";
import { type Interval, placeInterval, withInterval } from "../../behaviour/rules/intervals.ts";
import { findExample } from "../../behaviour/states/earlier-calls.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { OverlapCase } from "../../cases/overlaps.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { makeEarlier } from "./free-intervals.ts";
import {
  call,
  inSamePlace,
  judgeFree,
  judgeTaken,
  makePlaceOf,
  placeArguments,
  type Trial,
} from "./interval-trial.ts";

type MovedCase = Extract<OverlapCase, { readonly check: "overlap-moved" }>;

export async function movedVerdict(trial: Trial, each: MovedCase): Promise<Verdict> {
  const earlier = await makeEarlier(trial);
  if ("status" in earlier) return earlier;
  const { place, scale, instance } = earlier;
  const beside = inSamePlace({ ...trial, scale }, instance.input);
  if (each.onto === "itself") return itselfVerdict(beside, each, instance, place);
  const moved =
    each.argument === undefined
      ? await makeMoved(beside, place, placeInterval("apart-after", scale))
      : await makeElsewhere(beside, each.argument, place);
  return judgeTaken(trial, await move(beside, each, { moved, place, interval: scale.interval }));
}

/** Moves an entity that is alone in its place, so that its new interval overlaps the old one. */
async function itselfVerdict(
  trial: Trial,
  each: MovedCase,
  moved: EntityInstance,
  place: Place,
): Promise<Verdict> {
  const interval = placeInterval("over-end", trial.scale);
  const called = await move(trial, each, { moved, place, interval });
  const verdict = judgeFree(trial, called, place);
  if (verdict.status !== "failed") return verdict;
  // The code may be that of other rules as well: then an empty place refuses the interval, too.
  const control = await call(trial, await makePlaceOf(trial), "over-end");
  if (control.outcome.is !== "success") throw trial.engine.verdicts.setupFailed(control);
  return verdict;
}

function makeMoved(
  { engine, rule, input }: Trial,
  place: Place,
  interval: Interval,
): Promise<EntityInstance> {
  const wanted = withInterval(input, rule, interval) as JsonObject;
  return engine.instances.make(rule.entity, { input: wanted, instances: place });
}

/** Makes an entity with the same interval in a place that differs in the entity of one argument. */
async function makeElsewhere(trial: Trial, argument: string, place: Place): Promise<EntityInstance> {
  const { engine, scale } = trial;
  const entity = findEntity(argument, placeArguments(trial), engine.rules);
  const elsewhere = await makeOtherPlace(place, requireDeclared(entity), engine);
  return makeMoved(trial, elsewhere, scale.interval);
}

/** Moves an entity into a place, with an interval where the tool takes one. */
async function move(
  { engine, rule, input }: Trial,
  { mover, argument }: MovedCase,
  to: { readonly moved: EntityInstance; readonly place: Place; readonly interval: Interval },
): Promise<Called> {
  const { cases, schemas } = engine.context;
  const example = requireDeclared(findExample(mover, engine.rules, cases), `${mover} has no example`);
  const wanted = withInterval(input, rule, to.interval);
  const set = (places: readonly (string | undefined)[]): Json =>
    applyEdits(
      example,
      places.flatMap((place) => (place === undefined ? [] : [{ set: place, to: valueAt(wanted, place)! }])),
    );
  const timed = set([rule.start, rule.end, rule.length, argument]);
  const sent = schemas.fits(mover, timed) ? timed : set([argument]);
  const filled = await engine.instances.fill(mover, sent, {
    instances: { ...to.place, [rule.entity]: to.moved },
    isChanged: true,
  });
  return engine.calls.call({ tool: mover, input: filled });
}
