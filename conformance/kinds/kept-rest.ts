/** Judges that a change with values that an instance has already takes away nothing else. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { lastStep } from "../behaviour/lists/list-rule.ts";
import { isDeclaredChange } from "../behaviour/observe/declared-changes.ts";
import { type Change, describeChange } from "../behaviour/observe/observation.ts";
import { withoutIdsOf } from "../behaviour/rules/rule-calls.ts";
import { listExamples } from "../behaviour/states/earlier-calls.ts";
import { listLastingStates, makeInState } from "../behaviour/states/in-state.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import { applyEdits, type JsonObject } from "../cases/edits.ts";
import { listLeaves } from "../cases/places.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../results/verdict.ts";

/** The most examples that are tried where the values that an instance has are refused. */
const mostExamples = 3;

type KeepsRest = Extract<EffectCase, { readonly check: "keeps-rest" }>;

/** Tries the calls in the first lasting state of the entity in which one of them succeeds. */
export async function keptRestVerdict(each: KeepsRest, engine: Engine): Promise<Verdict> {
  let last: Called | undefined;
  let refusesSame = false;
  for (const state of listLastingStates(each.entity, engine.rules)) {
    let isAccepted = false;
    for (const names of each.sets) {
      const { called, problem, isRefused = false } = await setToSame(each, names, state, engine);
      if (problem !== undefined) return problem;
      isAccepted ||= called.outcome.is === "success";
      refusesSame ||= isRefused;
      last = called;
    }
    if (isAccepted) return held;
  }
  if (refusesSame) return inapplicable(`${each.tool} refuses what ${withArticle(each.entity)} has already`);
  throw engine.verdicts.setupFailed(requireDeclared(last));
}

interface SetToSame {
  readonly called: Called;
  readonly problem?: Verdict;
  /** Whether the values are refused where those of the example are not: a hire is extended to a later day than its last one. */
  readonly isRefused?: boolean;
}

/** Sets arguments of a new instance to the values that it was made with. */
async function setToSame(
  { tool, entity, bases, made, sets }: KeepsRest,
  names: readonly string[],
  state: string | undefined,
  engine: Engine,
): Promise<SetToSame> {
  const { calls, instances, observer, rules, verdicts, context } = engine;
  const instance = await makeInState(entity, state, engine, { input: makeArguments(made, entity, engine) });
  const set = names.flatMap((name) => {
    const to = instance.input[name];
    return to === undefined ? [] : [{ set: `/${name}`, to }];
  });
  const example = baseArguments(context.cases, requireDeclared(bases[0]));
  const input = await instances.fill(tool, applyEdits(example, set), {
    instances: { [entity]: instance },
    keep: set.map((edit) => edit.set),
  });
  const observe = () => observer.observe(instance);
  const before = await observe();
  const called = await calls.call({ tool, input });
  const changes = await observer.findChanges(observe, before, await observe());
  // A rule that the tool changes a place is about calls with the argument of that name.
  const leftOut = sets.flat().filter((name) => !names.includes(name));
  const mayChange = (change: Change) =>
    isDeclaredChange(rules, called, change) && !leftOut.includes(lastStep(change.at));
  const lost = changes.find((change) => !mayChange(change) && takesAway(change, instance));
  if (lost !== undefined) {
    const expected = `${withArticle(entity)} keeps what it was made with, where a call sets ${names.join(", ")} to what it has`;
    return { called, problem: verdicts.failed(expected, called, describeChange(lost)) };
  }
  if (called.outcome.is === "success") return { called };
  for (const values of [example, ...listExamples(tool, rules, context.cases)].slice(0, mostExamples)) {
    const filled = await instances.fill(tool, values, { instances: { [entity]: instance } });
    if ((await calls.call({ tool, input: filled })).outcome.is === "success")
      return { called, isRefused: true };
  }
  return { called };
}

/** Returns the arguments of the making call. An id that the caller chooses is left to the rule of the entity. */
function makeArguments(made: string, entity: string, { rules, context }: Engine): JsonObject {
  const { tool } = requireDeclared(rules.entities[entity]?.madeBy);
  return withoutIdsOf(rules, entity, { tool, input: baseArguments(context.cases, made) });
}

/** Whether a change has removed a value of an argument of the making call, which the instance showed under the same name. */
function takesAway({ at, before, after }: Change, { input }: EntityInstance): boolean {
  // Without any value the instance is gone from there, which other cases judge.
  if (at === "" || before === undefined || !(after === undefined || after === null || after === ""))
    return false;
  return listLeaves(before).some(({ pointer, value }) => {
    const name = lastStep(at + pointer);
    return value !== null && value !== "" && Object.hasOwn(input, name) && input[name] === value;
  });
}
