/** Judges limits that count what there is in one place: there can be as many as the limit allows, and one more is refused. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith, refusalCode } from "../../behaviour/calls/called.ts";
import { judgeRefused } from "../../behaviour/calls/verdicts.ts";
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
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import type { PlacesCase, PlacesRule } from "../../cases/limits.ts";
import { isSetupFailure, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { fewPlaces, makeLimitedPlace, mostMade } from "./limited-place.ts";

/** The calls for the last one that are sent at once. */
const atOnce = 2;

interface Trial {
  readonly each: PlacesCase;
  readonly engine: Engine;
  /** The limit, with the number that the place has for itself. */
  readonly rule: PlacesRule & { readonly max: number };
  readonly input: Json;
}

/** The things that were made, or the calls that were accepted, in one place. */
interface Filled {
  readonly place: Place;
  readonly count: number;
  /** Empty where calls are counted. */
  readonly instances: readonly EntityInstance[];
  /** The arguments of the next call in the same place. */
  readonly input: Json;
}

export function placesCost({ check }: PlacesCase, { max }: PlacesRule): number {
  const made = typeof max === "number" ? Math.min(max, mostMade) : fewPlaces;
  return 3 * made + (check === "last-at-once" ? 6 : 8);
}

export async function placesVerdict(each: PlacesCase, rule: PlacesRule, engine: Engine): Promise<Verdict> {
  const input = exampleArguments(engine.context.cases, each);
  const { place, max } = await makeLimitedPlace(
    rule.max,
    { tool: each.tool, input, within: rule.within },
    engine,
  );
  const trial = { each, engine, rule: { ...rule, max }, input };
  const filled = await fill(trial, place, each.check === "last-at-once" ? max - 1 : max);
  if ("status" in filled) return filled;
  switch (each.check) {
    case "one-more":
      return judgeRefused(await callIn(trial, filled), rule.refused, each.must);
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

/** Makes as many as are wanted in a new place. Returns a failure if the server refuses one of them because of the limit. */
async function fill(trial: Trial, place: Place, wanted: number): Promise<Filled | Verdict> {
  const { rule, input } = trial;
  let filled: Filled = { place, count: 0, instances: [], input };
  while (filled.count < wanted) {
    try {
      filled = await fillOne(trial, filled);
    } catch (error) {
      if (!isSetupFailure(error)) throw error;
      const called = await callIn(trial, filled);
      // Another rule may refuse the first one, as there is none yet that could be too many.
      const isOfOther = filled.count === 0 && refusalCode(called) === undefined;
      if (!isRefusedWith(rule.refused, called) || isOfOther) throw error;
      return judgeTooFew(trial, called, filled);
    }
  }
  return filled;
}

/** Makes one more, or calls once more. Throws a PreconditionError if the call is not accepted. */
async function fillOne(trial: Trial, { place, count, instances, input }: Filled): Promise<Filled> {
  const { engine, rule } = trial;
  if (rule.entity === undefined) {
    const called = await callIn(trial, { place, input });
    if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
    return { place, count: count + 1, instances, input: inSamePlace(trial, called.input) };
  }
  const made = await engine.instances.make(rule.entity, { input: input as JsonObject, instances: place });
  return {
    place,
    count: count + 1,
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

function fillIn(
  { each, engine, rule }: Pick<Trial, "each" | "engine" | "rule">,
  { place, input }: Pick<Filled, "place" | "input">,
): Promise<Json> {
  const within = rule.entity === undefined ? [] : [rule.entity];
  // Each accepted call about the same thing moves its revision.
  const isChanged = rule.entity === undefined;
  return engine.instances.fill(each.tool, input, { instances: place, within, isChanged });
}

async function callIn(
  { each, engine, rule }: Trial,
  { place, input }: Pick<Filled, "place" | "input">,
): Promise<Called> {
  return engine.calls.call({
    tool: each.tool,
    input: await fillIn({ each, engine, rule }, { place, input }),
  });
}

/** A place that the run has not made may have some of another client. */
function judgeTooFew(trial: Trial, called: Called, { place, count }: Filled): Verdict {
  const { each, engine, rule } = trial;
  if (!isNew(place, placeArguments(trial), engine))
    return unverified("shared", "another client may have some there: the run did not make the place");
  const expected = `${each.tool} accepts ${rule.max} of ${rule.entity ?? "call"} in one place`;
  return engine.verdicts.failed(expected, called, `it refused one more after ${count}`);
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
    inputs.push(await fillIn(trial, { place, input: same }));
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
