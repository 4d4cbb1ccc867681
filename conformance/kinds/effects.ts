/** Judges the cases of kind effects: what a writing tool does not name stays as it was. */
import { type Called, similarId } from "../behaviour/calls.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/entity-instance.ts";
import { describeChange } from "../behaviour/observation.ts";
import { isPassing, routeTo } from "../behaviour/transitions.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import { declared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

type StateStays = Extract<EffectCase, { readonly check: "state-stays" }>;

export const effects: KindOfBehaviour<EffectCase> = {
  // Every example is a call between two looks at its neighbours, or in each state.
  cost: ({ bases }) => 12 + 15 * bases.length,
  verdict: (each, engine) =>
    each.check === "others-stay" ? othersStay(each, engine) : stateStays(each, engine),
};

/**
 * Each call names one that was made between two others; the last one has an id that names nothing. A server that takes one too
 * many takes a neighbour, or the first or the last of all.
 */
async function othersStay(each: EffectCase, engine: Engine): Promise<Verdict> {
  const row: EntityInstance[] = [];
  const { endedBy, madeBy } = declared(engine.rules.entities[each.entity]);
  const bases = [...each.bases, ...(endedBy?.tool === each.tool ? [undefined] : [])];
  const oldest = await engine.observer.referenceInstance(each.entity);
  while (row.length <= 2 * bases.length) row.push(await engine.make(each.entity));
  const attempts: Called[] = [];
  const calls = madeBy?.tool === each.tool ? bases : [...bases, bases.at(-1)];
  for (const [index, base] of calls.entries()) {
    const around = row.slice(2 * index, 2 * index + 3);
    const named = around[1] ?? { ...oldest, id: similarId(oldest.id) };
    const others = [oldest, ...around.toSpliced(1, 1)];
    const observe = async () => (await Promise.all(others.map((one) => engine.observer.observe(one)))).flat();
    const before = await observe();
    const called = await (base === undefined ? engine.end(named) : callWith(each, base, named, engine));
    if (around.includes(named)) attempts.push(called);
    const [change] = await engine.observer.findChanges(observe, before, await observe());
    if (change !== undefined)
      return engine.failed(
        `a ${each.entity} that the call does not name stays as it was`,
        called,
        describeChange(change),
      );
  }
  return succeededOnce(attempts, engine);
}

/** One instance in each state is enough: it stays there, or there is a finding. */
async function stateStays(each: StateStays, engine: Engine): Promise<Verdict> {
  const machine = declared(engine.rules.states[each.machine]);
  const attempts: Called[] = [];
  for (const state of each.states) {
    if (isPassing(machine, state) || routeTo(machine, machine.initial, state) === undefined) continue;
    const instance = await engine.makeIn(each.machine, state);
    for (const base of each.bases) {
      const called = await callWith(each, base, instance, engine);
      attempts.push(called);
      const { state: now } = await engine.readState(instance, each.machine);
      if (now !== state)
        return engine.failed(
          `a ${each.entity} that is ${state} stays so: no transition is made by this call`,
          called,
          `it is ${JSON.stringify(now)}`,
        );
    }
  }
  return succeededOnce(attempts, engine);
}

async function callWith(
  { tool, entity }: EffectCase,
  base: string,
  instance: EntityInstance,
  engine: Engine,
): Promise<Called> {
  const example = baseArguments(engine.context.cases, base);
  const input = await engine.fill(tool, example, { instances: { [entity]: instance } });
  return engine.call({ tool, input });
}

/** Refused calls alone would prove nothing. */
function succeededOnce(attempts: readonly Called[], engine: Engine): Verdict {
  const last = attempts.at(-1);
  if (last === undefined || attempts.some(({ outcome }) => outcome.is === "success")) return held;
  throw engine.setupFailed(last);
}
