/** Judges whether what a result says of an entity is what the tools about that entity show afterwards. */
import { withArticle } from "@toolwright/runtime/problems";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { compareObservations, type Observation, showPlace } from "../../behaviour/observe/observation.ts";
import { isPosition } from "../../behaviour/observe/positions.ts";
import { isTransient } from "../../behaviour/rules/transitions.ts";
import { findMachine } from "../../behaviour/states/in-state.ts";
import { prepareAboutNew } from "../../behaviour/states/subjects.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { areEqual } from "../shown-values.ts";

type NamesCase = Extract<ResultCase, { readonly check: "names" }>;
type Pair = NamesCase["pairs"][number];

/** A difference counts if it lasts: lists may be updated later. */
const mostLooks = 4;

/** A call, and the entity that its result names. */
interface Naming {
  readonly called: Called;
  readonly instance: EntityInstance;
  /** The entity before the call; undefined if the call made it. */
  readonly before: Observation | undefined;
}

export async function namesVerdict(each: NamesCase, engine: Engine): Promise<Verdict> {
  let compared = 0;
  let last: Called | undefined;
  for (const base of engine.isBrief ? each.bases.slice(0, 1) : each.bases) {
    const made = await makeCall(each, base, engine);
    last = made.called;
    if (made.naming === undefined) continue;
    const { different, count } = await compare(each, made.naming, engine);
    compared += count;
    if (different === undefined) continue;
    const { pair, values } = different;
    const [said, shown] = values.map((value) => JSON.stringify(value));
    const got = `the result has ${said} at ${pair.place}, and ${pair.tool} shows ${shown} at ${pair.shown}`;
    return engine.verdicts.failed(each.must, made.called, got);
  }
  if (compared > 0) return held;
  if (last !== undefined && last.outcome.is !== "success") throw engine.verdicts.setupFailed(last);
  return inapplicable(
    `no tool shows a value that a result of ${each.tool} has after it changed ${withArticle(each.entity)}`,
  );
}

async function makeCall(
  { tool, entity, idAt }: NamesCase,
  base: string,
  engine: Engine,
): Promise<{ readonly called: Called; readonly naming?: Naming }> {
  const { rules, calls, observer } = engine;
  const { input, named } = await prepareAboutNew(tool, base, engine);
  const taken = named[entity];
  const before = taken && (await observer.observeBriefly(taken));
  const called = await calls.call({ tool, input });
  const id = valueAt(readStructured(called), idAt);
  if (engine.isBrief && called.outcome.is === "success") engine.context.succeeded.add(base);
  if (called.outcome.is !== "success" || id === undefined || id === null) return { called };
  if (taken?.id === id) return { called, naming: { called, instance: taken, before } };
  const isMade = rules.entities[entity]?.madeBy?.tool === tool || rules.copies[tool]?.copy === idAt;
  if (!isMade) return { called };
  const instance = makeNamedInstance({ entity, id }, called, named);
  return { called, naming: { called, instance, before: undefined } };
}

interface Different {
  readonly pair: Pair;
  readonly values: readonly [Json, Json];
}

/** Compares until nothing differs. Nothing is compared after a call that changed nothing, such as a trial, or while the server works. */
async function compare(
  each: NamesCase,
  { called, instance, before }: Naming,
  { observer, rules }: Engine,
): Promise<{ readonly different?: Different; readonly count: number }> {
  const [, machine] = findMachine(each.entity, rules) ?? [];
  const result = readStructured(called);
  const said = each.pairs.map(({ place }) => valueAt(result, place));
  if (machine && said.some((value) => typeof value === "string" && isTransient(machine, value)))
    return { count: 0 };
  let observation = await observer.observeBriefly(instance);
  if (observer.isAtWork(observation)) return { count: 0 };
  if (before !== undefined && compareObservations(before, observation).length === 0) return { count: 0 };
  const count = each.pairs.filter((pair) => readPair(pair, result, observation) !== undefined).length;
  /** Places that the server still changes say nothing about the result. */
  const moving = new Set<string>();
  const isStable = ({ tool, shown }: Pair) =>
    !observer.isVolatile(tool, shown) && !moving.has(showPlace({ tool, at: shown }));
  let different = findDifferent(each.pairs.filter(isStable), result, observation);
  for (let looks = 1; different !== undefined && looks < mostLooks; looks++) {
    await observer.waitForClockTick();
    const earlier = observation;
    observation = await observer.observeBriefly(instance);
    for (const place of compareObservations(earlier, observation)) moving.add(showPlace(place));
    different = findDifferent(each.pairs.filter(isStable), result, observation);
  }
  return { count, ...(different && { different }) };
}

/** Finds a place where the result and the tool differ. The place of an entry in its list changes when another one leaves. */
export function findDifferent(
  pairs: readonly Pair[],
  result: Json,
  observation: Observation,
): Different | undefined {
  for (const pair of pairs) {
    const values = readPair(pair, result, observation);
    // The result may have the time of the call, and the entity that of its change.
    if (values === undefined || areEqual(...values) || values.every(isTime)) continue;
    const { called } = observation.find(({ tool }) => tool === pair.tool)!;
    if (isPosition({ at: pair.shown, after: values[1], called })) continue;
    return { pair, values };
  }
  return undefined;
}

/** Returns the value in the result, and the one that a tool shows; undefined if one of them is missing. */
function readPair(
  { place, tool, shown }: Pair,
  result: Json,
  observation: Observation,
): readonly [Json, Json] | undefined {
  const snapshot = observation.find((one) => one.tool === tool);
  const [a, b] = [valueAt(result, place), snapshot?.value && valueAt(snapshot.value, shown)];
  return a === undefined || b === undefined || a === null || b === null ? undefined : [a, b];
}
