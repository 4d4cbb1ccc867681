/** Judges the key `changes`: of another entity, a call changes places that the spec names, and no others. */
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { isDeclaredChange, listChangeablePlaces } from "../behaviour/observe/declared-changes.ts";
import { describeChange } from "../behaviour/observe/observation.ts";
import { listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";

type ChangesCase = Extract<EffectCase, { readonly check: "changes" }>;

/** Makes each call about new instances, and compares two observations of those of the other entity. */
export async function changesVerdict(each: ChangesCase, engine: Engine): Promise<Verdict> {
  const attempts: Called[] = [];
  let isChanged = false;
  for (const base of each.bases) {
    const { called, changed, problem } = await tryCall(each, base, engine);
    if (problem !== undefined) return problem;
    attempts.push(called);
    isChanged ||= changed;
  }
  if (isChanged) return held;
  if (attempts.some(({ outcome }) => outcome.is === "success"))
    return unverified("unobserved", `no call of ${each.tool} changed a ${each.entity}`);
  throw engine.verdicts.setupFailed(attempts.at(-1)!);
}

async function tryCall(
  { tool, entity }: ChangesCase,
  base: string,
  engine: Engine,
): Promise<{ readonly called: Called; readonly changed: boolean; readonly problem?: Verdict }> {
  const { rules, instances, observer, calls, verdicts, context } = engine;
  const example = baseArguments(context.cases, base);
  const named = [...listNamedEntities(rules, tool, example)].filter((name) => rules.entities[name]?.madeBy);
  const made = await instances.makeAll(named);
  const seen = listInstances(made, entity);
  if (seen.length === 0)
    throw new PreconditionError(
      "undeclared",
      `neither the arguments of ${tool} nor what they name were made with a ${entity} that can be observed before the call`,
    );
  const byEntity = Object.fromEntries(made.map((instance) => [instance.entity, instance]));
  const input = await instances.fill(tool, example, { instances: byEntity });
  await engine.states.bringToState(tool, input);
  const before = await Promise.all(seen.map((instance) => observer.observe(instance)));
  const called = await calls.call({ tool, input });
  let changed = false;
  for (const [index, instance] of seen.entries()) {
    const observe = () => observer.observe(instance);
    const changes = await observer.findChanges(observe, before[index]!, await observe());
    const wrong = changes.find((change) => !isDeclaredChange(rules, called, change));
    changed ||= changes.length > 0;
    if (wrong === undefined) continue;
    const places = listChangeablePlaces(rules, called, instance);
    const expected = `of a ${entity}, ${tool} changes ${places.join(", ") || "nothing"}, and all else stays as it was`;
    return { called, changed, problem: verdicts.failed(expected, called, describeChange(wrong)) };
  }
  return { called, changed };
}

/** Lists the instances of an entity that the arguments name, and those in which the named ones were made. */
function listInstances(made: readonly EntityInstance[], entity: string): EntityInstance[] {
  const own = made.filter((instance) => instance.entity === entity);
  const above = made.flatMap((instance) => {
    const parent = instance.parents[entity];
    return parent === undefined ? [] : [{ ...instance, ...parent, entity, parents: parent.parents ?? {} }];
  });
  return [...new Map([...own, ...above].map((instance) => [JSON.stringify(instance.id), instance])).values()];
}
