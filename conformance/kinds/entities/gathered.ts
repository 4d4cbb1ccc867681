/**
 * Judges the key `changes` of calls that gather what they change, such as an invoice of all approved hours of a project: the result names
 * what the arguments do not.
 */
import { withArticle } from "@toolwright/runtime/problems";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  isDeclaredChange,
  isWithin,
  listChangeablePlaces,
} from "../../behaviour/observe/declared-changes.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  type Observation,
} from "../../behaviour/observe/observation.ts";
import { isPosition } from "../../behaviour/observe/positions.ts";
import { listAncestors } from "../../behaviour/rules/address.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { listLastingStates, makeInState } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

type ChangesCase = Extract<EffectCase, { readonly check: "changes" }>;

/** The most states in which instances wait for the call. */
const mostStates = 4;

/** An instance that the call may gather, and how it was before anything was made that gathers it. */
interface Candidate {
  readonly instance: EntityInstance;
  readonly first: Observation;
}

/** Makes instances within the same whole as what the arguments name, and looks which of them the result names. */
export async function gatheredVerdict(each: ChangesCase, engine: Engine): Promise<Verdict> {
  const { tool, entity } = each;
  const { rules, instances, observer, calls, context, verdicts } = engine;
  const example = baseArguments(context.cases, each.bases[0]!);
  const named = [...listNamedEntities(rules, tool, example)];
  const whole = findWholeOf(entity, named, rules);
  if (whole === undefined)
    throw new PreconditionError(
      "undeclared",
      `neither the arguments of ${tool} nor what they name were made with ${withArticle(entity)} that can be observed before the call`,
    );
  const within = { [whole]: await instances.make(whole) };
  // A part of the named one may move together with it.
  const isPart = named.includes(whole);
  const candidates = await makeCandidates(entity, within, engine, isPart ? 1 : mostStates);
  const parts: Record<string, EntityInstance> = { ...within };
  for (const other of named.filter((name) => name !== whole))
    parts[other] = await instances.make(other, { instances: within });
  const input = await instances.fill(tool, example, { instances: parts });
  await engine.states.bringToState(tool, input);
  const between = await Promise.all(candidates.map(({ instance }) => observer.observe(instance)));
  const called = await calls.requireSuccess({ tool, input });
  let isGathered = false;
  for (const [index, candidate] of candidates.entries()) {
    const observe = () => observer.observe(candidate.instance);
    const changes = await observer.findChangesAndMoves(observe, between[index]!, await observe());
    const wrong = changes.find((change) => !isPosition(change) && !isDeclaredChange(rules, called, change));
    const places = listChangeablePlaces(rules, called, candidate.instance);
    const expected = `of ${withArticle(entity)}, ${tool} changes ${places.join(", ") || "nothing"}, and all else stays as it was`;
    if (wrong !== undefined) return verdicts.failed(expected, called, describeChange(wrong));
    const kept = findKept(candidate, between[index]!, changes, { called, places, named }, rules);
    if (kept !== undefined)
      return verdicts.failed(
        `${tool} changes ${places.join(", ")} of the ${entity}, since what it ends has changed it (${describeChange(kept)})`,
        called,
        `${tool} answered with success, and nothing there changed`,
      );
    isGathered ||= places.length > 0 && changes.length > 0;
  }
  return isGathered ? held : unverified("unobserved", `no call of ${tool} changed ${withArticle(entity)}`);
}

/** Finds the entity in which both are made: one that the arguments name, else the nearest in which the changed one and a named one are. */
function findWholeOf(entity: string, named: readonly string[], rules: Behaviour): string | undefined {
  const isShared = (ancestor: string) =>
    named.some((name) => name === ancestor || listAncestors(rules, name).has(ancestor));
  const shared = [...listAncestors(rules, entity)].filter(
    (ancestor) => isShared(ancestor) && rules.entities[ancestor]?.madeBy,
  );
  return shared.find((ancestor) => named.includes(ancestor)) ?? shared[0];
}

async function makeCandidates(
  entity: string,
  within: Readonly<Record<string, EntityInstance>>,
  engine: Engine,
  most: number,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const state of listLastingStates(entity, engine.rules).slice(0, most)) {
    const instance = await ifPossible(makeInState(entity, state, engine, { instances: within }));
    if (instance !== undefined) candidates.push({ instance, first: await engine.observer.observe(instance) });
  }
  return candidates;
}

interface Gathering {
  readonly called: Called;
  /** The places that the call may change. */
  readonly places: readonly string[];
  readonly named: readonly string[];
}

/** Finds a place that the making of what the call ends has changed, and that the call leaves so: hours of an invoice that is void. */
function findKept(
  { first }: Candidate,
  between: Observation,
  changes: readonly Change[],
  { called, places, named }: Gathering,
  rules: Behaviour,
): Change | undefined {
  const isEnding = named.some((name) => rules.entities[name]?.endedBy?.tool === called.tool);
  if (!isEnding) return undefined;
  const moved = compareObservations(first, between).filter(({ at }) => isWithin(at, places));
  return moved.find(({ at }) => !changes.some((change) => change.at === at));
}
