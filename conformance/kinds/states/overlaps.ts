/** Judges intervals beside an earlier one: those that overlap it in the same place are refused, and no others. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { findEntity, makeOtherPlace, nameOtherPlace } from "../../behaviour/instances/own-place.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import {
  isWritten,
  listScales,
  readGap,
  readInterval,
  type Scale,
  withInterval,
} from "../../behaviour/rules/intervals.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { IntervalRelation, OverlapCase, OverlapRule } from "../../cases/overlaps.ts";
import { ifPossible, isSetupFailure, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { listScalesIn, makeEarlier } from "./free-intervals.ts";
import {
  call,
  type Earlier,
  fillBeside,
  inSamePlace,
  isOtherRefusal,
  judgeFree,
  judgeTaken,
  makePlaceOf,
  nameRule,
  placeArguments,
  type Trial,
} from "./interval-trial.ts";
import { movedVerdict } from "./moved-intervals.ts";

/** The number of places in which equal intervals are sent at once, and how many. */
const rounds = 2;
const atOnce = 2;
/** How often an interval must not become free before that counts, in a place that others use, too. */
const mostAttempts = 3;

type BesideCase = Extract<OverlapCase, { readonly check: "overlap" }>;

/** Entities that stayed alone in their place, since all other calls were refused there. */
const keptEarlier = whileInstancesLast<Earlier[]>();

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
      if (!isSetupFailure(error)) throw error;
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
  const relations = listRelations(each);
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

/** Lists how other intervals of a case lie beside the earlier one. */
function listRelations(each: OverlapCase): IntervalRelation[] {
  if (each.check === "overlap-moved") return [each.onto === "itself" ? "over-end" : "apart-after"];
  return each.check === "overlap" ? [each.relation] : [];
}

function judge(trial: Trial): Promise<Verdict> {
  const { each } = trial;
  if (each.check === "overlap-moved") return movedVerdict(trial, each);
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

/**
 * Makes the same interval after the earlier entity was led to a state, or was ended. In a place that others use, too, one of them may
 * have taken the interval meanwhile, but hardly at each of three times.
 */
async function laterVerdict(trial: Trial): Promise<Verdict> {
  const { each, engine } = trial;
  for (let attempt = 1; ; attempt += 1) {
    const { verdict, called } = await laterOnce(trial);
    const isShared = verdict.status === "unverified" && verdict.cause === "shared";
    if (!isShared || called === undefined) return verdict;
    if (attempt === mostAttempts) return engine.verdicts.failed(each.must, called);
  }
}

async function laterOnce(trial: Trial): Promise<{ readonly verdict: Verdict; readonly called?: Called }> {
  const { each, engine } = trial;
  const earlier = await makeEarlier(await beginSooner(trial));
  if ("status" in earlier) return { verdict: earlier };
  const { instance, place, scale } = earlier;
  if (each.check === "overlap-in-state") await engine.states.bring(instance, each.machine, each.state);
  else {
    const ended = await engine.instances.end(instance);
    if (ended.outcome.is !== "success") throw engine.verdicts.setupFailed(ended);
  }
  const called = await call(inSamePlace({ ...trial, scale }, instance.input), place, "equal");
  const isRefused = each.check === "overlap-in-state" && each.isRefused;
  return { verdict: isRefused ? judgeTaken(trial, called) : judgeFree(trial, called, place), called };
}

/** Moves the interval to the time from which calls lead a thing to the state of the case: a hire is handed out on its first day. */
async function beginSooner(trial: Trial): Promise<Trial> {
  const { each, engine, rule, input, scale } = trial;
  if (each.check !== "overlap-in-state") return trial;
  const shapes = await engine.states.findShapesToward(each.machine, each.state);
  const { live = [] } = shapes?.get(rule.entity) ?? {};
  const sooner = readInterval(await engine.live.put(live, each.tool, input), rule);
  if (live.length === 0 || sooner === undefined) return trial;
  const { start, end } = scale.interval;
  return {
    ...trial,
    scale: { ...scale, interval: { start: sooner.start, end: sooner.start + end - start } },
  };
}

/** Makes the same interval in a place that differs in one argument. */
async function elsewhereVerdict(
  trial: Trial,
  { argument, values }: Extract<OverlapCase, { readonly check: "overlap-elsewhere" }>,
): Promise<Verdict> {
  const { engine } = trial;
  const earlier = await makeEarlier(trial);
  if ("status" in earlier) return earlier;
  const { place, instance, scale } = earlier;
  const beside = inSamePlace({ ...trial, scale }, instance.input);
  const entity = findEntity(argument, placeArguments(trial), engine.rules);
  if (entity !== undefined) {
    const elsewhere = await makeOtherPlace(place, entity, engine);
    return judgeFree(trial, await call(beside, elsewhere, "equal"), elsewhere);
  }
  const input = applyEdits(beside.input, [nameOtherPlace(argument, values, instance.input)]);
  return judgeFree(trial, await call({ ...beside, input }, place, "equal"), place);
}

/** Sends calls with the same interval at once, in a place where no other one is. */
async function atOnceVerdict(trial: Trial): Promise<Verdict> {
  const { engine, rule } = trial;
  for (let round = 1; round <= rounds; round += 1) {
    const calls = await callInFreePlace(trial);
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

/** Sends equal intervals at once. In a place that others use, too, they are sent at other times until not all of them are refused. */
async function callInFreePlace(trial: Trial): Promise<readonly Called[]> {
  const { each, engine, rule } = trial;
  const place = await makePlaceOf(trial);
  let calls: readonly Called[] = [];
  for (const scale of listScalesIn(trial, place)) {
    const inputs: Json[] = [];
    while (inputs.length < atOnce) {
      const [first = trial.input] = inputs;
      inputs.push(await fillBeside(inSamePlace({ ...trial, scale }, first), place, "equal"));
    }
    calls = await callAtOnce(engine, atOnce, () =>
      engine.calls.call({ tool: each.tool, input: inputs.shift()! }),
    );
    const isTaken = ({ outcome }: Called) => outcome.is === "refusal" && outcome.code === rule.refused;
    if (!calls.every(isTaken)) return calls;
  }
  return calls;
}
