/** Judges the cases of kind effects: a writing tool does not change entities that it does not name. */
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { isDeclaredChange } from "../behaviour/observe/declared-changes.ts";
import { describeChange } from "../behaviour/observe/observation.ts";
import { listIdArguments } from "../behaviour/rules/rule-calls.ts";
import { findRoute, isTransient, sumSeconds } from "../behaviour/rules/transitions.ts";
import { listLastingStates, makeInState } from "../behaviour/states/in-state.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import { applyEdits } from "../cases/edits.ts";
import { valuesAt } from "../cases/places.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import { changesVerdict } from "./changed-places.ts";
import { copiesVerdict } from "./entities/copies.ts";
import { takenIdVerdict } from "./entities/taken-ids.ts";
import { chargedVerdict } from "./finished-work.ts";
import { keptRestVerdict } from "./kept-rest.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

type StateStays = Extract<EffectCase, { readonly check: "state-stays" }>;

export const effects: KindOfBehaviour<EffectCase> = {
  // Every example is a call between two observations of other instances, or in each state.
  cost: ({ bases, check }) => (check === "charged" ? 60 : 12 + 15 * bases.length),
  when: ({ check }) => (check === "charged" ? "quiet" : undefined),
  seconds(each, { states }) {
    if (each.check !== "state-stays") return 0;
    const machine = requireDeclared(states[each.machine]);
    const ways = each.states.map((state) => findRoute(machine, machine.initial, state) ?? []);
    return Math.max(0, ...ways.map((way) => sumSeconds(machine, way)));
  },
  verdict(each, engine) {
    if (each.check === "charged") return chargedVerdict(each, engine);
    if (each.check === "changes") return changesVerdict(each, engine);
    if (each.check === "copies") return copiesVerdict(each, engine);
    if (each.check === "id-taken") return takenIdVerdict(each, engine);
    if (each.check === "keeps-rest") return keptRestVerdict(each, engine);
    return each.check === "others-stay" ? othersStay(each, engine) : stateStays(each, engine);
  },
};

/**
 * Checks that calls do not change other instances. Each call names an instance that was created between two others, in different
 * states; the last call has an unknown id. A server that changes too many would change a neighbour, the first or the last instance,
 * or all instances in a state.
 */
async function othersStay(each: EffectCase, engine: Engine): Promise<Verdict> {
  const { endedBy, madeBy } = requireDeclared(engine.rules.entities[each.entity]);
  const bases = [...each.bases, ...(endedBy?.tool === each.tool ? [undefined] : [])];
  const oldest = await engine.observer.referenceInstance(each.entity);
  const states = listLastingStates(each.entity, engine.rules);
  const attempts: Called[] = [];
  let neighbour = await makeInState(each.entity, states[0], engine);
  const calls = madeBy?.tool === each.tool ? bases : [...bases, bases.at(-1)];
  for (const [index, base] of calls.entries()) {
    const isThere = index < bases.length;
    // The call with an unknown id has the parents of a new instance: other cases observe the oldest one, too.
    const named = await engine.instances.make(each.entity);
    const after = await makeInState(each.entity, states[(index + 1) % states.length], engine);
    const others = [oldest, neighbour, after];
    const observe = async () => (await Promise.all(others.map((one) => engine.observer.observe(one)))).flat();
    // Filling in arguments makes other entities, maybe within the observed ones: so it comes before the first look.
    const call = await (isThere ? prepareCall : prepareUnknown)(each, base, named, engine);
    const seen = await observe();
    const called = await call();
    if (isThere) attempts.push(called);
    const changes = await engine.observer.findChanges(observe, seen, await observe());
    const change = changes.find((each) => !isDeclaredChange(engine.rules, called, each));
    if (change !== undefined)
      return engine.verdicts.failed(
        `a ${each.entity} that the call does not name does not change`,
        called,
        describeChange(change),
      );
    neighbour = after;
  }
  return requireOneSuccess(attempts, engine);
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
  const { pointer } = requireDeclared(place, `no example of ${tool} names a ${entity}`);
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
    const instance = await engine.states.makeIn(each.machine, state);
    for (const base of each.bases) {
      const call = await prepareCall(each, base, instance, engine);
      const called = await call();
      attempts.push(called);
      const { state: now } = await engine.states.readState(instance, each.machine);
      if (now !== state)
        return engine.verdicts.failed(
          `a ${each.entity} in state ${state} stays in it: this call is not a transition`,
          called,
          `it is ${JSON.stringify(now)}`,
        );
    }
  }
  return requireOneSuccess(attempts, engine);
}

/** Prepares a call about an instance. @param base the arguments; if absent, the call that ends the entity */
async function prepareCall(
  { tool, entity, check }: EffectCase,
  base: string | undefined,
  instance: EntityInstance,
  engine: Engine,
): Promise<() => Promise<Called>> {
  if (base === undefined) return () => engine.instances.end(instance);
  const example = baseArguments(engine.context.cases, base);
  const leave = check === "state-stays" ? { leave: entity } : {};
  const input = await engine.instances.fill(tool, example, { instances: { [entity]: instance }, ...leave });
  await engine.states.bringToState(tool, input);
  return async () => {
    const called = await engine.calls.call({ tool, input });
    if (called.outcome.is === "success") await waitForWork(instance, engine);
    return called;
  };
}

/** Holds if at least one call succeeded: refused calls alone prove nothing. */
function requireOneSuccess(attempts: readonly Called[], engine: Engine): Verdict {
  const last = attempts.at(-1);
  if (last === undefined || attempts.some(({ outcome }) => outcome.is === "success")) return held;
  throw engine.verdicts.setupFailed(last);
}
