/** Judges the end of what has changed another entity: goods that an order holds are released with it. */
import type { Engine } from "../../behaviour/engine.ts";
import { isWithin } from "../../behaviour/observe/declared-changes.ts";
import { compareObservations, describeChange } from "../../behaviour/observe/observation.ts";
import { listAncestors } from "../../behaviour/rules/address.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { isTransitionOf } from "../../behaviour/states/earlier-calls.ts";
import { findMachine, listLastingStates, makeInState } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

type ChangesCase = Extract<EffectCase, { readonly check: "changes" }>;

/** The most looks at places that should have changed: lists may be updated later. */
const mostLooks = 4;

/**
 * Judges whether a call changes what it should. Where the making of the named entity, or its way to a state, has changed a place of the
 * other one, such as the goods that an order holds, a call about it that changes this place does so now: its release, or its end.
 * Returns `undefined` if nothing had changed.
 */
export async function endingsVerdict(each: ChangesCase, engine: Engine): Promise<Verdict | undefined> {
  const { tool, entity } = each;
  const { rules, context } = engine;
  const [base] = each.bases;
  const example = base === undefined ? {} : baseArguments(context.cases, base);
  const named = listNamedEntities(rules, tool, example);
  const child = [...named].find((name) => isMovedBy(name, tool, rules) && isMadeIn(name, entity, rules));
  if (child === undefined || named.has(entity) || !rules.entities[entity]?.madeBy) return undefined;
  const ending = findEnding(child, tool, example, rules);
  if (ending === undefined) return undefined;
  let judged: Verdict | undefined;
  for (const state of listStatesBefore(child, tool, rules)) {
    const verdict = await judgeEnding({ each, child, ending, state }, engine);
    if (verdict?.status === "failed") return verdict;
    judged ??= verdict;
  }
  return judged;
}

/** The end of an entity that is in a state, whose making or whose way there may have changed the other one. */
interface Ending {
  readonly each: ChangesCase;
  readonly child: string;
  readonly ending: Json;
  readonly state: string | undefined;
}

async function judgeEnding(
  { each: { tool, entity }, child, ending, state }: Ending,
  engine: Engine,
): Promise<Verdict | undefined> {
  const { rules, instances, observer, calls, verdicts } = engine;
  const instance = await instances.make(entity);
  const observe = () => observer.observe(instance);
  const before = await observe();
  const made = await ifPossible(makeInState(child, state, engine, { instances: { [entity]: instance } }));
  if (made === undefined) return undefined;
  const input = await instances.fill(tool, ending, { instances: { [child]: made }, tried: made });
  const between = await observe();
  const places = (rules.changes[tool] ?? [])
    .filter((rule) => rule.entity === entity)
    .flatMap((rule) => rule.places);
  const moved = (await observer.findChangesAndMoves(observe, before, between)).filter(({ at }) =>
    isWithin(at, places),
  );
  const called = await calls.call({ tool, input });
  if (called.outcome.is !== "success" || moved.length === 0) return undefined;
  for (let looks = 1; looks <= mostLooks; looks++) {
    const changes = compareObservations(between, await observe());
    if (changes.some(({ at }) => isWithin(at, places))) return held;
    await observer.waitForClockTick();
  }
  const shown = moved.map(describeChange).join("; ");
  const expected = `${tool} changes ${places.join(", ")} of the ${entity}, since the ${child} has changed it (${shown})`;
  return verdicts.failed(expected, called, `${tool} answered with success, and nothing there changed`);
}

/** Lists the states from which a call of the tool leads: goods are held by an order that is placed, not by a new one. */
function listStatesBefore(child: string, tool: string, rules: Behaviour): readonly (string | undefined)[] {
  const [, machine] = findMachine(child, rules) ?? [];
  const from = Object.values(machine?.transitions ?? {})
    .filter(({ by }) => by.tool === tool)
    .flatMap((transition) => transition.from);
  const lasting = listLastingStates(child, rules).filter(
    (state) => state !== undefined && from.includes(state),
  );
  return lasting.length === 0 ? [undefined] : lasting;
}

/** Finds the arguments that end an entity. Of several transitions of a tool, some may leave the place as it is. */
function findEnding(
  entity: string,
  tool: string,
  example: Json,
  { entities, states }: Behaviour,
): Json | undefined {
  const { endedBy } = entities[entity]!;
  if (endedBy?.tool === tool) return endedBy.input;
  const transitions = Object.values(states).flatMap((machine) => Object.values(machine.transitions));
  return transitions.filter(({ by }) => by.tool === tool).length > 1 ? undefined : example;
}

/** Whether a tool ends an entity, or changes its state. */
function isMovedBy(entity: string, tool: string, { entities, states }: Behaviour): boolean {
  const machines = Object.values(states).filter((machine) => machine.entity === entity);
  return (
    entities[entity]?.endedBy?.tool === tool || machines.some((machine) => isTransitionOf(machine, tool))
  );
}

/** Whether an entity is made with the id of another one, or in one that is: a key of a lease of a unit. */
function isMadeIn(entity: string, parent: string, rules: Behaviour): boolean {
  return listAncestors(rules, entity).has(parent);
}
