/** Judges limits that count what there is in one place: there can be as many as the limit allows, and one more is refused. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith, refusalCode } from "../../behaviour/calls/called.ts";
import { judgeRefused } from "../../behaviour/calls/verdicts.ts";
import { passTime, periodSeconds } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  findEntity,
  isNew,
  makeOtherPlace,
  nameOtherPlace,
  type Place,
  type PlaceArguments,
  withWordsOf,
} from "../../behaviour/instances/own-place.ts";
import { isTransient } from "../../behaviour/rules/transitions.ts";
import type { Shapes } from "../../behaviour/rules/workflow-calls.ts";
import { findMachine } from "../../behaviour/states/in-state.ts";
import { withoutTimesOf } from "../../behaviour/states/sooner.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import type { PlacesCase, PlacesRule } from "../../cases/limits.ts";
import { isSetupFailure, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { type Amounts, addUp, countEach, mostCalls, withOneItem } from "./amounts.ts";
import { fewPlaces, makeLimitedPlace } from "./limited-place.ts";

/** The calls for the last one that are sent at once. */
const atOnce = 2;

interface Trial {
  readonly each: PlacesCase;
  readonly engine: Engine;
  /** The limit, with the number that the place has for itself. */
  readonly rule: PlacesRule & { readonly max: number };
  readonly input: Json;
  readonly amounts: Amounts;
  /** How the one is made that is led to the state of the case. */
  readonly shapes: Shapes | undefined;
}

/** The things that were made, or the calls that were accepted, in one place. */
interface Filled {
  readonly place: Place;
  /** The sum of their amounts; without these, how many there are. */
  readonly count: number;
  /** Empty where calls are counted. */
  readonly instances: readonly EntityInstance[];
  /** The arguments of the next call in the same place. */
  readonly input: Json;
}

export function placesCost({ check }: PlacesCase, { max, sum }: PlacesRule): number {
  const made = typeof max === "number" && sum === undefined ? Math.min(max, mostCalls) : fewPlaces;
  return 3 * made + (check === "last-at-once" ? 6 : 8);
}

export async function placesVerdict(each: PlacesCase, rule: PlacesRule, engine: Engine): Promise<Verdict> {
  let verdict = await tryPlace(each, rule, engine);
  // The period may have ended between the calls.
  if (verdict.status === "failed" && rule.period !== undefined) verdict = await tryPlace(each, rule, engine);
  for (let trials = 1; verdict === workEnded && trials < mostTrials; trials++)
    verdict = await tryPlace(each, rule, engine);
  return verdict;
}

/** The most trials where the server may end its work on what is counted before the last call. */
const mostTrials = 3;
const workEnded = unverified(
  "passing",
  "the server led one that counts to a state in which it does not, before there was one too many",
);

async function tryPlace(each: PlacesCase, rule: PlacesRule, engine: Engine): Promise<Verdict> {
  const { tool, check } = each;
  const input = withOneItem(exampleArguments(engine.context.cases, each), rule.sum);
  const { place, max } = await makeLimitedPlace(rule, { tool, input, within: rule.within }, engine);
  const { sum } = rule;
  const amounts = sum === undefined ? countEach(max) : addUp(max, { tool, input, sum }, engine);
  const shapes = "state" in each ? await engine.states.findShapesToward(each.machine, each.state) : undefined;
  const trial = { each, engine, rule: { ...rule, max }, input, amounts, shapes };
  const parts = amounts.split(check === "last-at-once" ? amounts.full - 1 : amounts.full);
  const filled = await fill(trial, place, check === "too-large" ? parts.slice(0, -1) : parts);
  if ("status" in filled) return filled;
  const verdict = await judge(trial, filled, parts);
  return verdict.status === "failed" && (await hasWorkEnded(trial, filled)) ? workEnded : verdict;
}

/** Whether the server has led one of those in the place to a state in which it no longer counts, by itself and at once. */
async function hasWorkEnded({ rule, engine }: Trial, { instances }: Filled): Promise<boolean> {
  const { entity, while: counted } = rule;
  const [name, machine] = (entity !== undefined && findMachine(entity, engine.rules)) || [];
  if (name === undefined || machine === undefined || counted === undefined) return false;
  if (!counted.some((state) => isTransient(machine, state))) return false;
  for (const instance of instances) {
    const { state } = await engine.states.readState(instance, name);
    if (!counted.some((each) => each === state)) return true;
  }
  return false;
}

async function judge(trial: Trial, filled: Filled, parts: readonly number[]): Promise<Verdict> {
  const { each, engine, rule } = trial;
  switch (each.check) {
    case "one-more":
      return judgeRefused(await callIn(trial, filled), rule.refused, each.must);
    case "too-large":
      return tooLargeVerdict(trial, filled, parts.at(-1)!);
    case "next-period":
      await passTime(periodSeconds[requireDeclared(rule.period)], engine.hooks);
      return judgeAccepted(trial, await callIn(trial, filled));
    case "elsewhere":
      return elsewhereVerdict(trial, each, filled);
    case "last-at-once":
      return atOnceVerdict(trial, filled);
    case "back":
      return backVerdict(trial, each, filled);
    default:
      return laterVerdict(trial, filled);
  }
}

/** Makes one of each amount in a new place. Returns a failure if the server refuses one of them because of the limit. */
async function fill(trial: Trial, place: Place, parts: readonly number[]): Promise<Filled | Verdict> {
  const { rule, input } = trial;
  let filled: Filled = { place, count: 0, instances: [], input };
  for (const part of parts) {
    try {
      filled = await fillOne(trial, filled, part);
    } catch (error) {
      if (!isSetupFailure(error)) throw error;
      const called = await callIn(trial, filled, part);
      // Another rule may refuse the first one, as there is none yet that could be too many.
      const isOfOther = filled.count === 0 && refusalCode(called) === undefined;
      if (!isRefusedWith(rule.refused, called) || isOfOther) throw error;
      return judgeTooFew(trial, called, { ...filled, part });
    }
  }
  return filled;
}

/** Makes one more, or calls once more. Throws a PreconditionError if the call is not accepted. */
async function fillOne(
  trial: Trial,
  { place, count, instances, input }: Filled,
  part: number,
): Promise<Filled> {
  const { engine, rule, amounts } = trial;
  if (rule.entity === undefined) {
    const called = await callIn(trial, { place, input }, part);
    if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
    return { place, count: count + part, instances, input: inSamePlace(trial, called.input) };
  }
  const shapes = count === 0 ? trial.shapes : undefined;
  const wanted = withoutTimesOf(shapes?.get(rule.entity), amounts.set(input, part) as JsonObject);
  const made = await engine.instances.make(rule.entity, { input: wanted, instances: place, shapes });
  return {
    place,
    count: count + part,
    instances: [...instances, made],
    input: inSamePlace(trial, made.input),
  };
}

function inSamePlace(trial: Trial, sent: Json): Json {
  return withWordsOf(sent, placeArguments(trial), trial.engine);
}

function placeArguments({ each, rule, input }: Trial): PlaceArguments {
  return { tool: each.tool, input, within: rule.within };
}

/** Fills in the arguments of a call with an amount of so many units. */
function fillIn(
  { each, engine, rule, amounts }: Trial,
  { place, input }: Pick<Filled, "place" | "input">,
  part: number,
): Promise<Json> {
  const within = rule.entity === undefined ? [] : [rule.entity];
  // Each accepted call about the same thing moves its revision.
  const isChanged = rule.entity === undefined;
  return engine.instances.fill(each.tool, amounts.set(input, part), { instances: place, within, isChanged });
}

async function callIn(trial: Trial, filled: Pick<Filled, "place" | "input">, part = 1): Promise<Called> {
  const { each, engine } = trial;
  return engine.calls.call({ tool: each.tool, input: await fillIn(trial, filled, part) });
}

/** A place that the run has not made may have some of another client. */
function judgeTooFew(
  trial: Trial,
  called: Called,
  { place, count, part }: Filled & { readonly part: number },
): Verdict {
  const { each, engine, rule, amounts } = trial;
  if (!isNew(place, placeArguments(trial), engine))
    return unverified("shared", "another client may have some there: the run did not make the place");
  const what = rule.sum === undefined ? `of ${rule.entity ?? "call"}` : `in all at ${rule.sum.argument}`;
  const expected = `${each.tool} accepts ${rule.max} ${what} in one place`;
  const more = rule.sum === undefined ? "one more" : amounts.show(part);
  return engine.verdicts.failed(expected, called, `it refused ${more} after ${amounts.show(count)}`);
}

/** Calls with a unit more than what is left, and then with what is left. */
async function tooLargeVerdict(trial: Trial, filled: Filled, left: number): Promise<Verdict> {
  const { each, rule } = trial;
  const refused = judgeRefused(await callIn(trial, filled, left + 1), rule.refused, each.must);
  return refused.status === "failed" ? refused : judgeAccepted(trial, await callIn(trial, filled, left));
}

function judgeAccepted({ each, engine, rule }: Trial, called: Called): Verdict {
  if (called.outcome.is === "success") return held;
  if (called.outcome.is !== "refusal" || called.outcome.code !== rule.refused)
    throw engine.verdicts.setupFailed(called);
  return engine.verdicts.failed(each.must, called);
}

async function elsewhereVerdict(
  trial: Trial,
  { argument, values }: Extract<PlacesCase, { readonly check: "elsewhere" }>,
  { place, input }: Filled,
): Promise<Verdict> {
  const { engine } = trial;
  const entity = findEntity(argument, placeArguments(trial), engine.rules);
  if (entity !== undefined) {
    const other = await makeOtherPlace(place, entity, engine);
    return judgeAccepted(trial, await callIn(trial, { place: other, input }));
  }
  const elsewhere = applyEdits(input, [nameOtherPlace(argument, values, input)]);
  return judgeAccepted(trial, await callIn(trial, { place, input: elsewhere }));
}

/** Calls after one of those in the place was led to a state, or was ended. */
async function laterVerdict(trial: Trial, filled: Filled): Promise<Verdict> {
  const { each, engine, rule } = trial;
  const [first] = filled.instances;
  const instance = requireDeclared(first, "the limit allows none");
  if (each.check === "in-state") {
    await engine.states.bring(instance, each.machine, each.state);
    const called = await callIn(trial, filled);
    return each.isCounted ? judgeRefused(called, rule.refused, each.must) : judgeAccepted(trial, called);
  }
  const ended = await engine.instances.end(instance);
  if (ended.outcome.is !== "success") throw engine.verdicts.setupFailed(ended);
  return judgeAccepted(trial, await callIn(trial, filled));
}

/** Leads one to where it does not count, makes another one in its place, and tries to lead the first one back. */
async function backVerdict(
  trial: Trial,
  { machine, state, transition }: Extract<PlacesCase, { readonly check: "back" }>,
  filled: Filled,
): Promise<Verdict> {
  const { states, verdicts } = trial.engine;
  const [first] = filled.instances;
  const instance = requireDeclared(first, "the limit allows none");
  await states.bring(instance, machine, state);
  const other = await callIn(trial, filled);
  if (other.outcome.is !== "success") throw verdicts.setupFailed(other);
  const called = await states.attempt(instance, machine, transition);
  return judgeRefused(called, trial.rule.refused, trial.each.must);
}

/** Sends two calls for the last one at once. */
async function atOnceVerdict(trial: Trial, { place, input }: Filled): Promise<Verdict> {
  const { each, engine, rule } = trial;
  const inputs: Json[] = [];
  while (inputs.length < atOnce) {
    const [first] = inputs;
    const same = first === undefined ? input : inSamePlace(trial, first);
    inputs.push(await fillIn(trial, { place, input: same }, 1));
  }
  const calls = await callAtOnce(engine, atOnce, () =>
    engine.calls.call({ tool: each.tool, input: inputs.shift()! }),
  );
  // With a revision, the other call is refused since it names the earlier one.
  const stale = engine.rules.revisions[each.tool]?.refused;
  const isStale = calls.some(({ outcome }) => outcome.is === "refusal" && outcome.code === stale);
  if (stale !== undefined && isStale && calls.some(({ outcome }) => outcome.is === "success")) return held;
  const other = calls.find(
    (called) => called.outcome.is === "refusal" && !isRefusedWith(rule.refused, called),
  );
  if (other !== undefined || calls.every(({ outcome }) => outcome.is === "refusal"))
    throw engine.verdicts.setupFailed(other ?? calls[0]!);
  const { called, problem } = findSingleSuccess(calls, rule.refused, engine);
  if (problem === undefined) return held;
  return engine.verdicts.failed(each.must, called, problem);
}
