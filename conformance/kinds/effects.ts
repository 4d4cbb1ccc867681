/** Judges the cases of kind effects: a writing tool does not change entities that it does not name. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { isDeclaredChange } from "../behaviour/observe/declared-changes.ts";
import { type Change, describeChange } from "../behaviour/observe/observation.ts";
import { listIdArguments, listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { findRoute, isTransient, startsWork } from "../behaviour/rules/transitions.ts";
import { listLastingStates, makeInState } from "../behaviour/states/in-state.ts";
import { secondsOfWay } from "../behaviour/states/other-states.ts";
import { keepSpare, takeAny, takeInstanceInState } from "../behaviour/states/spare-instances.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import type { ListCase, RoundTripCase, TreeCase } from "../cases/change-rules.ts";
import { applyEdits } from "../cases/edits.ts";
import { valuesAt } from "../cases/places.ts";
import type { TakeCase } from "../cases/takes.ts";
import { ifPossible, requireDeclared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import { changesVerdict } from "./changes/changed-places.ts";
import { clearsVerdict } from "./changes/cleared-places.ts";
import { allOrNoneVerdict } from "./entities/all-or-none.ts";
import { listVerdict } from "./entities/lists.ts";
import { roundTripVerdict } from "./entities/round-trips.ts";
import { takeVerdict } from "./entities/takes.ts";
import { treeVerdict } from "./entities/trees.ts";
import { chargedVerdict } from "./finished-work.ts";
import { keptRestVerdict } from "./kept-rest.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

type StateStays = Extract<EffectCase, { readonly check: "state-stays" }>;

/** The costs if requests are limited. */
const briefCosts = {
  "round-trip": 5,
  tree: 9,
  "others-stay": 9,
  "state-stays": 12,
};

/** The cases that laws do not decide yet. */
type AnyCase =
  | Exclude<EffectCase, { readonly check: "copies" | "copy-apart" | "id-taken" }>
  | TakeCase
  | ListCase
  | RoundTripCase
  | TreeCase;

export const effects: KindOfBehaviour<AnyCase> = {
  needsSuccess: true,
  // Two observations of other instances, with all examples between them; or each example in each state.
  cost(each) {
    if (isTake(each)) return 12;
    if (isOfList(each)) return 16;
    if (each.check === "round-trip") return 8 * (1 + each.others.length);
    if (each.check === "tree") return 12;
    if (each.check === "clears") return 12;
    return each.check === "charged" ? 60 : 20 + 6 * each.bases.length;
  },
  briefCost: (each, rules, cases) =>
    each.check in briefCosts
      ? briefCosts[each.check as keyof typeof briefCosts]
      : effects.cost(each, rules, cases),
  when: ({ check }) => (check === "charged" ? "quiet" : undefined),
  // The call gives access to another account.
  names({ tool }, { entities }) {
    const shared = Object.values(entities).find(({ sharedBy }) => sharedBy?.tool === tool)?.sharedBy;
    return shared?.account.slice(1);
  },
  seconds(each, rules) {
    if (each.check !== "state-stays") return 0;
    const machine = requireDeclared(rules.states[each.machine]);
    const ways = each.states.map((state) => findRoute(machine, machine.initial, state) ?? []);
    return Math.max(0, ...ways.map((way) => secondsOfWay(rules, each.machine, way)));
  },
  verdict(each, engine) {
    if (isTake(each)) return takeVerdict(each, engine);
    if (isOfList(each)) return listVerdict(each, engine);
    if (each.check === "charged") return chargedVerdict(each, engine);
    if (each.check === "changes") return changesVerdict(each, engine);
    if (each.check === "round-trip") return roundTripVerdict(each, engine);
    if (each.check === "tree") return treeVerdict(each, engine);
    if (each.check === "all-or-none") return allOrNoneVerdict(each, engine);
    if (each.check === "clears") return clearsVerdict(each, engine);
    if (each.check === "keeps-rest") return keptRestVerdict(each, engine);
    return each.check === "others-stay" ? othersStay(each, engine) : stateStays(each, engine);
  },
};

function isTake(each: AnyCase): each is TakeCase {
  return each.check.startsWith("take-");
}

function isOfList(each: Exclude<AnyCase, TakeCase>): each is ListCase {
  return each.check.startsWith("list-");
}

/**
 * Checks that calls do not change other instances. Each call names an instance that was created between two others, in different
 * states; the last call has an unknown id. A server that changes too many would change a neighbour, the first or the last instance,
 * or all instances in a state.
 */
async function othersStay(each: EffectCase, engine: Engine): Promise<Verdict> {
  const { endedBy, madeBy } = requireDeclared(engine.rules.entities[each.entity]);
  // If requests are limited, one call and one with an unknown id are enough.
  const bases = [...selectBases(each, engine), ...(endedBy?.tool === each.tool ? [undefined] : [])];
  const isMaker = madeBy?.tool === each.tool;
  const calls = bases.map((base): TriedCall => ({ base, isThere: true }));
  if (!isMaker) calls.push({ base: bases.at(-1), isThere: false });
  const together = await callBetweenLooks(each, calls, engine);
  if (together.change === undefined)
    return requireOneSuccess(
      together.attempts.filter((_, index) => calls[index]!.isThere),
      engine,
    );
  // Each call alone, to find the one that makes the change.
  for (const call of calls) {
    const { change, attempts } = await callBetweenLooks(each, [call], engine);
    if (change !== undefined) return othersChanged(each, attempts.at(-1)!, change, engine);
  }
  return othersChanged(each, together.attempts.at(-1)!, together.change, engine);
}

/** A call between two looks at other instances. */
interface TriedCall {
  /** Its arguments; if absent, the call that ends the entity. */
  readonly base: string | undefined;
  /** Whether it names an instance, or an id that there is not. */
  readonly isThere: boolean;
}

interface BetweenLooks {
  readonly attempts: readonly Called[];
  /** A change of another instance that the spec does not declare. */
  readonly change: Change | undefined;
}

async function callBetweenLooks(
  each: EffectCase,
  calls: readonly TriedCall[],
  engine: Engine,
): Promise<BetweenLooks> {
  const states = listLastingStates(each.entity, engine.rules);
  const oldest = await engine.observer.referenceInstance(each.entity);
  const neighbour = engine.isBrief
    ? await takeAny(engine, each.entity)
    : await makeInState(each.entity, states[0], engine);
  const others = [oldest, neighbour];
  // If requests are limited, one instance is for all calls, and has these two neighbours.
  const shared = engine.isBrief ? await engine.instances.make(each.entity) : undefined;
  // Filling in arguments makes other entities, maybe within the observed ones: so it comes before the first look.
  const prepared: (() => Promise<Called>)[] = [];
  for (const [index, { base, isThere }] of calls.entries()) {
    // A call with an unknown id has the parents of a new instance: other cases observe the oldest one, too.
    const isNamed = !isThere || namesEntity(each, base, engine);
    const makeOwn = async () => (await engine.instances.makeAll([each.entity], { tool: each.tool }))[0]!;
    const named = isNamed ? (shared ?? (await makeOwn())) : oldest;
    if (shared === undefined && (isNamed || index + 1 < states.length))
      others.push(await makeInState(each.entity, states[(index + 1) % states.length], engine));
    prepared.push(await (isThere ? prepareCall : prepareUnknown)(each, base, named, engine));
  }
  const observe = async () =>
    (await Promise.all(others.map((one) => engine.observer.observeBriefly(one)))).flat();
  // A thing that the server still works on changes by itself.
  const before = await engine.observer.observeSettled(observe);
  const attempts: Called[] = [];
  for (const call of prepared) attempts.push(await call());
  const changes = await engine.observer.findChanges(observe, before, await observe());
  if (changes.length === 0) keepIfFew(neighbour, engine);
  const isDeclared = (change: Change) =>
    attempts.some((called) => isDeclaredChange(engine.rules, called, change));
  return { attempts, change: changes.find((change) => !isDeclared(change)) };
}

/** Whether the arguments name the entity, or the call ends it. */
function namesEntity({ tool, entity }: EffectCase, base: string | undefined, engine: Engine): boolean {
  if (base === undefined) return true;
  return listNamedEntities(engine.rules, tool, baseArguments(engine.context.cases, base)).has(entity);
}

function othersChanged(
  { entity }: EffectCase,
  called: Called,
  change: Change,
  { verdicts }: Engine,
): Verdict {
  const expected = `${withArticle(entity)} that the call does not name does not change`;
  return verdicts.failed(expected, called, describeChange(change));
}

/** Prepares a call with an unknown id, with the parents of an instance. */
async function prepareUnknown(
  { tool, entity }: EffectCase,
  base: string | undefined,
  instance: EntityInstance,
  engine: Engine,
): Promise<() => Promise<Called>> {
  const { endedBy } = requireDeclared(engine.rules.entities[entity]);
  if (base === undefined) {
    const id = engine.instances.unknownId(tool, endedBy!.id, endedBy!.input, instance.id);
    return () => engine.instances.end({ ...instance, id });
  }
  const example = baseArguments(engine.context.cases, base);
  const places = listIdArguments(engine.rules, tool).filter((place) => place.entity === entity);
  const [place] = places.flatMap(({ path }) => valuesAt(example, path));
  const { pointer } = requireDeclared(place, `no example of ${tool} names ${withArticle(entity)}`);
  const input = await engine.instances.fill(tool, example, { keep: [pointer], about: instance });
  const id = engine.instances.unknownId(tool, pointer, input, instance.id);
  return () => engine.calls.call({ tool, input: applyEdits(input, [{ set: pointer, to: id }]) });
}

/** Waits for work that continues after a call, since its changes are also effects of the call. */
async function waitForWork(instance: EntityInstance, { observer }: Engine): Promise<void> {
  await observer.observeFinished(() => observer.observe(instance));
}

/** Checks that calls without a transition do not change the state. One instance in each state is enough. */
async function stateStays(each: StateStays, engine: Engine): Promise<Verdict> {
  const machine = requireDeclared(engine.rules.states[each.machine]);
  const attempts: Called[] = [];
  for (const state of each.states) {
    if (isTransient(machine, state) || findRoute(machine, machine.initial, state) === undefined) continue;
    const instance = await makeForCalls(each.machine, state, engine);
    for (const base of selectBases(each, engine)) {
      // Nothing may be made in it in this state: no file comes into a folder that is in the bin.
      const call = await ifPossible(prepareCall(each, base, instance, engine));
      if (call === undefined) continue;
      const called = await call();
      attempts.push(called);
      const { state: now } = await engine.states.readState(instance, each.machine);
      if (now !== state)
        return engine.verdicts.failed(
          `${withArticle(each.entity)} in state ${state} stays in it: this call is not a transition`,
          called,
          `it is ${JSON.stringify(now)}`,
        );
    }
    keepIfFew(instance, engine);
  }
  return requireOneSuccess(attempts, engine);
}

/** Selects the examples that are tried: if requests are limited, one. */
function selectBases({ bases }: Pick<EffectCase, "bases">, { isBrief }: Engine): readonly string[] {
  return isBrief ? bases.slice(0, 1) : bases;
}

/** Makes an instance in a state; if requests are limited, it may be one that other cases no longer need. */
async function makeForCalls(machine: string, state: string, engine: Engine): Promise<EntityInstance> {
  if (!engine.isBrief) return engine.states.makeIn(machine, state);
  const { instance } = await takeInstanceInState(engine, machine, state);
  return instance;
}

/** Keeps an instance for other cases if requests are limited. */
function keepIfFew(instance: EntityInstance, engine: Engine): void {
  if (engine.isBrief) keepSpare(engine, { instance, isUsed: true });
}

/** Prepares a call about an instance. @param base the arguments; if absent, the call that ends the entity */
async function prepareCall(
  each: EffectCase,
  base: string | undefined,
  instance: EntityInstance,
  engine: Engine,
): Promise<() => Promise<Called>> {
  const { tool, entity } = each;
  if (base === undefined) return () => engine.instances.end(instance);
  const example = baseArguments(engine.context.cases, base);
  const leave = each.check === "state-stays" ? { instance, machine: each.machine } : undefined;
  const instances = { [entity]: instance };
  const input = await engine.instances.fill(tool, example, { instances, leave: leave?.instance });
  await engine.states.bringToState(tool, input, { ...(leave && { leave }) });
  return async () => {
    const called = await engine.calls.call({ tool, input });
    const isAtWork = called.outcome.is === "success" && startsWork(engine.rules, tool);
    if (isAtWork) await waitForWork(instance, engine);
    return called;
  };
}

/** Holds if at least one call succeeded: refused calls alone prove nothing. */
function requireOneSuccess(attempts: readonly Called[], engine: Engine): Verdict {
  const last = attempts.at(-1);
  if (last === undefined || attempts.some(({ outcome }) => outcome.is === "success")) return held;
  throw engine.verdicts.setupFailed(last);
}
