/** Judges calls about several entities: if one of them is refused, nothing of the others is changed. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";
import { isTransitionOf } from "../../behaviour/states/earlier-calls.ts";
import { findMachine, listLastingStates } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";

type AllOrNoneCase = Extract<EffectCase, { readonly check: "all-or-none" }>;

/** Sends one that is there, and behind it one that is unknown, or in a state in which the call is refused. */
export async function allOrNoneVerdict(each: AllOrNoneCase, engine: Engine): Promise<Verdict> {
  const { instances, observer, calls, verdicts } = engine;
  const { tool, entity, list, idAt: id } = each;
  const instance = await instances.make(entity);
  const first = `${list}/0${id}`;
  const fill = async () => {
    const example = baseArguments(engine.context.cases, each.bases[0]!);
    const [item = null] = valueAt(example, list) as readonly Json[];
    const one = applyEdits(example, [{ set: list, to: [item] }]);
    const input = await instances.fill(tool, one, { instances: { [entity]: instance } });
    await engine.states.bringToState(tool, input);
    return input;
  };
  const input = await fill();
  const wrong = [instances.unknownId(tool, first, input, instance.id)];
  const other = await ifPossible(makeForbidden(each, instance, engine));
  if (other !== undefined) wrong.push(other.id);
  const observe = () => observer.observe(instance);
  let isRefused = false;
  for (const to of wrong) {
    const arguments_ = await fill();
    const item = valueAt(arguments_, `${list}/0`)!;
    const second = id === "" ? to : applyEdits(item, [{ set: id, to }]);
    const before = await observe();
    const called = await calls.call({
      tool,
      input: applyEdits(arguments_, [{ set: list, to: [item, second] }]),
    });
    // A tool may do what it can, and say in its result what became of each.
    if (called.outcome.is === "success") continue;
    isRefused = true;
    const [change] = await observer.findChanges(observe, before, await observe());
    if (change !== undefined)
      return verdicts.failed(each.must, called, `the call was refused, but then ${describeChange(change)}`);
  }
  if (!isRefused) return inapplicable(`${tool} does not refuse a call of which one ${entity} is unknown`);
  await calls.requireSuccess({ tool, input: await fill() });
  return held;
}

/** Makes one in a state in which the tool is refused; undefined if the tool makes no transition of the entity. */
async function makeForbidden(
  { tool, entity }: AllOrNoneCase,
  { parents }: EntityInstance,
  { rules, states }: Engine,
): Promise<EntityInstance | undefined> {
  const [name, machine] = findMachine(entity, rules) ?? [];
  if (name === undefined || machine === undefined || !isTransitionOf(machine, tool)) return undefined;
  const allowed = Object.values(machine.transitions).flatMap(({ by, from }) =>
    by.tool === tool ? from : [],
  );
  const forbidden = listLastingStates(entity, rules).find(
    (state) => state !== undefined && !allowed.includes(state),
  );
  return forbidden === undefined ? undefined : states.makeIn(name, forbidden, { instances: parents });
}
