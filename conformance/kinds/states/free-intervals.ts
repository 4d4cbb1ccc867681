/** Intervals in a place that others use, too, such as the calendar of one of three doctors. */
import type { Engine } from "../../behaviour/engine.ts";
import { isNew, type Place } from "../../behaviour/instances/own-place.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { readGap, type Scale, withInterval } from "../../behaviour/rules/intervals.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { isSetupFailure } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { call, type Earlier, makePlaceOf, nameRule, placeArguments, type Trial } from "./interval-trial.ts";

/** The number of intervals that are tried one after the other. */
const mostTried = 8;
const dayMs = 24 * 3_600_000;

/** Rule -> the number of intervals that trials have begun with. */
const begun = oncePerRun<{ count: number }>();

/**
 * Lists the scale at later times, the one first that the fewest trials have begun with: earlier trials and other clients may be where
 * the example is. Times are whole days apart, since a server may be open only at some hours of a day.
 * @param isTime whether the interval is one of times or days, and not of numbers
 */
function listLaterScales(engine: Engine, rule: string, scale: Scale, isTime: boolean): Scale[] {
  const used = begun(engine, rule, () => ({ count: 0 }));
  const first = used.count;
  used.count += 1;
  const { start, end } = scale.interval;
  const length = end - start + 4 * scale.step;
  const distance = isTime ? Math.ceil(length / dayMs) * dayMs : length;
  return Array.from({ length: mostTried }, (_, index) => {
    const later = ((first + index) % mostTried) * distance;
    return { ...scale, interval: { start: start + later, end: end + later } };
  });
}

/** The intervals that were accepted in an empty place. */
const acceptedIntervals = oncePerRun<Set<string>>();

function showInterval({ interval: { start, end } }: Scale): string {
  return `${start} to ${end}`;
}

/**
 * Makes an entity in a place of its own. Returns a failure if the server sees an overlap where nothing else is. In a place that others
 * use, too, other times are tried until one is free.
 */
export async function makeEarlier(trial: Trial): Promise<Earlier | Verdict> {
  const { each, engine, scale } = trial;
  const place = await makePlaceOf(trial);
  if (!isNew(place, placeArguments(trial), engine)) return makeInFreeInterval(trial, place);
  const accepted = acceptedIntervals(engine, nameRule(each), () => new Set());
  try {
    const earlier = await makeIn(place, trial);
    accepted.add(showInterval(scale));
    return earlier;
  } catch (error) {
    if (!isSetupFailure(error) || !accepted.has(showInterval(scale))) throw error;
    return judgeEmptyPlace(trial, error);
  }
}

/** Tries the same in one more empty place: the error does not say which rule refused the call. */
async function judgeEmptyPlace(trial: Trial, error: unknown): Promise<Verdict> {
  const { each, engine, rule } = trial;
  const called = await call(trial, await makePlaceOf(trial), "equal");
  const isOverlap = called.outcome.is === "refusal" && called.outcome.code === rule.refused;
  if (!isOverlap) throw error;
  const expected = `${each.tool} does not refuse an interval with ${rule.refused} in an empty place, which it accepted in another one`;
  return engine.verdicts.failed(expected, called);
}

async function makeInFreeInterval(trial: Trial, place: Place): Promise<Earlier> {
  let last: unknown;
  for (const scale of listScalesIn(trial, place))
    try {
      return await makeIn(place, { ...trial, scale });
    } catch (error) {
      if (!isSetupFailure(error)) throw error;
      last = error;
    }
  throw last;
}

async function makeIn(place: Place, { engine, rule, input, scale }: Trial): Promise<Earlier> {
  const wanted = withInterval(input, rule, scale.interval) as JsonObject;
  const instance = await engine.instances.make(rule.entity, { input: wanted, instances: place });
  return { place, scale, instance };
}

/** Lists the intervals that are tried in a place: one if it is new. */
export function listScalesIn(trial: Trial, place: Place): readonly Scale[] {
  const { each, engine, rule, input, scale } = trial;
  if (isNew(place, placeArguments(trial), engine)) return [scale];
  const isTime = readGap(input, rule) !== 1;
  return listLaterScales(engine, nameRule(each), scale, isTime).filter(({ interval }) =>
    engine.context.schemas.fits(each.tool, withInterval(input, rule, interval)),
  );
}
