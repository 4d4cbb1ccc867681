/** Judges intervals beside an earlier one: those that overlap it in the same place are refused, and no others. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  findEntity,
  isNew,
  listWords,
  makeOtherPlace,
  makePlace,
  type Place,
  type PlaceArguments,
} from "../../behaviour/instances/own-place.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import {
  isWritten,
  listScales,
  placeInterval,
  readGap,
  readInterval,
  type Scale,
  withInterval,
} from "../../behaviour/rules/intervals.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { IntervalRelation, OverlapCase, OverlapRule } from "../../cases/overlaps.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

/** The number of places in which equal intervals are sent at once, and how many. */
const rounds = 2;
const atOnce = 2;

/** An entity with the interval of a scale, alone in its place. */
interface Earlier {
  readonly place: Place;
  readonly scale: Scale;
  readonly instance: EntityInstance;
}

type BesideCase = Extract<OverlapCase, { readonly check: "overlap" }>;

interface Trial {
  readonly each: OverlapCase;
  readonly engine: Engine;
  readonly rule: OverlapRule;
  /** Valid arguments, but for their interval. */
  readonly input: Json;
  readonly scale: Scale;
}

/** Entities that stayed alone in their place, since all other calls were refused there. */
const keptEarlier = oncePerRun<Earlier[]>();

/** The intervals that were accepted in an empty place. */
const acceptedIntervals = oncePerRun<Set<string>>();

function nameRule({ tool, rule }: OverlapCase): string {
  return `${tool} ${rule}`;
}

export function overlapCost({ check }: OverlapCase): number {
  return check === "overlap-at-once" ? 20 : 12;
}

/** Tries the lengths of an interval one after the other: a server may have rules of its own about them. */
export async function overlapVerdict(each: OverlapCase, engine: Engine): Promise<Verdict> {
  const rule = requireDeclared(engine.rules.overlaps[each.tool]?.[each.rule]);
  const input = exampleArguments(engine.context.cases, each);
  let last: unknown;
  for (const scale of await findScales(each, rule, input, engine)) {
    try {
      return await judge({ each, engine, rule, input, scale });
    } catch (error) {
      if (!(error instanceof PreconditionError) || error.why !== "setup") throw error;
      last = error;
    }
  }
  throw last;
}

async function findScales(
  each: OverlapCase,
  rule: OverlapRule,
  input: Json,
  { live, context }: Engine,
): Promise<readonly Scale[]> {
  const relations: IntervalRelation[] = each.check === "overlap" ? [each.relation] : [];
  const example = readInterval(await live.into(each.tool, input), rule);
  const found = requireDeclared(example, `the arguments of ${each.tool} have no interval`);
  const scales = listScales(
    found,
    readGap(input, rule),
    relations,
    (interval) =>
      isWritten(input, rule, interval) &&
      context.schemas.fits(each.tool, withInterval(input, rule, interval)),
  );
  requireDeclared(scales[0], `no interval that the schema of ${each.tool} allows has room for others`);
  return scales;
}

function judge(trial: Trial): Promise<Verdict> {
  const { each } = trial;
  if (each.check === "overlap-at-once") return atOnceVerdict(trial);
  if (each.check === "overlap-in-state" || each.check === "overlap-after-end") return laterVerdict(trial);
  return each.check === "overlap-elsewhere" ? elsewhereVerdict(trial, each) : besideVerdict(trial, each);
}

/** Makes an interval beside an earlier one in the same place. */
async function besideVerdict(trial: Trial, each: BesideCase): Promise<Verdict> {
  const { engine, scale } = trial;
  if (!each.isRefused) return besideEarlier(trial, each, await makeEarlier(trial));
  const kept = keptEarlier(engine, nameRule(each), () => []);
  const index = kept.findIndex((other) => isSame(other.scale, scale));
  const [used] = index === -1 ? [] : kept.splice(index, 1);
  const again = used && (await ifPossible(besideEarlier(trial, each, used)));
  // Earlier calls may be why this one is not refused: only a new entity proves a finding.
  const isDecided = used !== undefined && again?.status === "held";
  const earlier = isDecided ? used : await makeEarlier(trial);
  const verdict = isDecided ? again : await besideEarlier(trial, each, earlier);
  if (verdict.status === "held" && !("status" in earlier)) kept.push(earlier);
  return verdict;
}

async function besideEarlier(
  trial: Trial,
  { relation, isRefused }: BesideCase,
  earlier: Earlier | Verdict,
): Promise<Verdict> {
  if ("status" in earlier) return earlier;
  const { place } = earlier;
  const beside = inSamePlace({ ...trial, scale: earlier.scale }, earlier.instance.input);
  const called = await call(beside, place, relation);
  if (isRefused) return judgeTaken(trial, called);
  const verdict = judgeFree(trial, called, place);
  if (verdict.status !== "failed") return verdict;
  // The code may be that of other rules as well, such as opening hours: then an empty place refuses the interval, too.
  const control = await call({ ...trial, scale: earlier.scale }, await makePlaceOf(trial), relation);
  if (control.outcome.is !== "success") throw trial.engine.verdicts.setupFailed(control);
  return verdict;
}

function isSame(a: Scale, b: Scale): boolean {
  // Live times of the example may differ: only the lengths have to be those that the schema allows.
  return a.step === b.step && a.interval.end - a.interval.start === b.interval.end - b.interval.start;
}

/** Makes the same interval after the earlier entity was led to a state, or was ended. */
async function laterVerdict(trial: Trial): Promise<Verdict> {
  const { each, engine } = trial;
  const earlier = await makeEarlier(trial);
  if ("status" in earlier) return earlier;
  const { instance, place } = earlier;
  if (each.check === "overlap-in-state") await engine.states.bring(instance, each.machine, each.state);
  else {
    const ended = await engine.instances.end(instance);
    if (ended.outcome.is !== "success") throw engine.verdicts.setupFailed(ended);
  }
  const called = await call(inSamePlace(trial, instance.input), place, "equal");
  const isRefused = each.check === "overlap-in-state" && each.isRefused;
  return isRefused ? judgeTaken(trial, called) : judgeFree(trial, called, place);
}

/** Makes the same interval in a place that differs in one argument. */
async function elsewhereVerdict(
  trial: Trial,
  { argument, values }: Extract<OverlapCase, { readonly check: "overlap-elsewhere" }>,
): Promise<Verdict> {
  const { engine } = trial;
  const earlier = await makeEarlier(trial);
  if ("status" in earlier) return earlier;
  const { place, instance } = earlier;
  const beside = inSamePlace(trial, instance.input);
  const entity = findEntity(argument, placeArguments(trial), engine.rules);
  if (entity !== undefined) {
    const elsewhere = await makeOtherPlace(place, entity, engine);
    return judgeFree(trial, await call(beside, elsewhere, "equal"), elsewhere);
  }
  const to = values.find((value) => value !== valueAt(instance.input, argument));
  const input = applyEdits(beside.input, [
    { set: argument, to: requireDeclared(to, `${argument} has no other value`) },
  ]);
  return judgeFree(trial, await call({ ...trial, input }, place, "equal"), place);
}

/** Sends calls with the same interval at once, in a place where no other one is. */
async function atOnceVerdict(trial: Trial): Promise<Verdict> {
  const { each, engine, rule } = trial;
  for (let round = 1; round <= rounds; round += 1) {
    const place = await makePlaceOf(trial);
    const inputs: Json[] = [];
    while (inputs.length < atOnce) {
      const [first = trial.input] = inputs;
      inputs.push(await fillBeside(inSamePlace(trial, first), place, "equal"));
    }
    const waiting = [...inputs];
    const calls = await callAtOnce(engine, atOnce, () =>
      engine.calls.call({ tool: each.tool, input: waiting.shift()! }),
    );
    const other = calls.find((called) => isOtherRefusal(called, rule));
    const isRefused = calls.every(({ outcome }) => outcome.is === "refusal");
    if (other !== undefined || isRefused) throw engine.verdicts.setupFailed(other ?? calls[0]!);
    const { called, problem } = findSingleSuccess(calls, rule.refused, engine);
    if (problem !== undefined)
      return engine.verdicts.failed(
        `one of ${atOnce} equal intervals sent at once is accepted, and the others are refused with ${rule.refused}`,
        called,
        problem,
      );
  }
  return held;
}

/** Makes an entity in a place of its own. Returns a failure if the server sees an overlap where nothing else is. */
async function makeEarlier(trial: Trial): Promise<Earlier | Verdict> {
  const { each, engine, rule, scale, input } = trial;
  const accepted = acceptedIntervals(engine, nameRule(each), () => new Set());
  const place = await makePlaceOf(trial);
  const wanted = withInterval(input, rule, scale.interval) as JsonObject;
  try {
    const instance = await engine.instances.make(rule.entity, { input: wanted, instances: place });
    if (isNew(place, placeArguments(trial), engine)) accepted.add(showInterval(scale));
    return { place, scale, instance };
  } catch (error) {
    const isRefused = error instanceof PreconditionError && error.why === "setup";
    if (!isRefused || !isNew(place, placeArguments(trial), engine) || !accepted.has(showInterval(scale)))
      throw error;
    // The same in one more place: the error does not say which rule refused the call.
    const called = await call(trial, await makePlaceOf(trial), "equal");
    const isOverlap = called.outcome.is === "refusal" && called.outcome.code === rule.refused;
    if (!isOverlap) throw error;
    const expected = `${each.tool} does not refuse an interval with ${rule.refused} in an empty place, which it accepted in another one`;
    return engine.verdicts.failed(expected, called);
  }
}

function showInterval({ interval: { start, end } }: Scale): string {
  return `${start} to ${end}`;
}

function makePlaceOf(trial: Trial): Promise<Place> {
  return makePlace(placeArguments(trial), trial.engine);
}

/** Names the place by the words of another call: an example may have a new number at each call, such as "Studio 12". */
function inSamePlace(trial: Trial, sent: Json): Trial {
  const { input } = trial;
  const edits = listWords(placeArguments(trial), trial.engine).flatMap((set) => {
    const to = valueAt(sent, set);
    return to === undefined ? [] : [{ set, to }];
  });
  return { ...trial, input: applyEdits(input, edits) };
}

function placeArguments({ each, rule, input }: Trial): PlaceArguments {
  return { tool: each.tool, input, within: rule.within };
}

function fillBeside(trial: Trial, place: Place, relation: IntervalRelation): Promise<Json> {
  const { each, engine, rule, input, scale } = trial;
  const wanted = withInterval(input, rule, placeInterval(relation, scale));
  return engine.instances.fill(each.tool, wanted, { instances: place, within: [rule.entity] });
}

async function call(trial: Trial, place: Place, relation: IntervalRelation): Promise<Called> {
  const input = await fillBeside(trial, place, relation);
  return trial.engine.calls.call({ tool: trial.each.tool, input });
}

function judgeTaken({ each, engine, rule }: Trial, called: Called): Verdict {
  if (called.outcome.is === "success") return engine.verdicts.failed(each.must, called);
  if (called.outcome.is !== "refusal" || isOtherRefusal(called, rule))
    throw engine.verdicts.setupFailed(called);
  return held;
}

function judgeFree(trial: Trial, called: Called, place: Place): Verdict {
  const { each, engine, rule } = trial;
  const { outcome } = called;
  if (outcome.is === "success") return held;
  if (outcome.is !== "refusal" || outcome.code !== rule.refused) throw engine.verdicts.setupFailed(called);
  if (isNew(place, placeArguments(trial), engine)) return engine.verdicts.failed(each.must, called);
  const why = `another client may have an interval there: the run did not make the place`;
  return unverified("shared", why, called.exchange);
}

/** Whether another rule than that about intervals refused the call. A refusal without a code may be of any rule. */
function isOtherRefusal({ outcome }: Called, { refused }: OverlapRule): boolean {
  return outcome.is === "refusal" && outcome.code !== undefined && outcome.code !== refused;
}
