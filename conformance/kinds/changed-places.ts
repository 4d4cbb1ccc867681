/** Judges the key `changes`: of another entity, a call changes places that the spec names, and no others. */
import { isDeepStrictEqual } from "node:util";
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { isDeclaredChange, isWithin, listChangeablePlaces } from "../behaviour/observe/declared-changes.ts";
import { compareObservations, describeChange } from "../behaviour/observe/observation.ts";
import { isPosition } from "../behaviour/observe/positions.ts";
import { listAncestors } from "../behaviour/rules/address.ts";
import { listIdArguments, listMadeEntities, listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { isTransitionOf } from "../behaviour/states/earlier-calls.ts";
import { findMachine, listLastingStates, makeInState } from "../behaviour/states/in-state.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { EffectCase } from "../cases/behaviour-cases.ts";
import type { Json } from "../cases/edits.ts";
import { valuesAt } from "../cases/places.ts";
import { ifPossible } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";
import { gatheredVerdict } from "./entities/gathered.ts";

type ChangesCase = Extract<EffectCase, { readonly check: "changes" }>;

/** Makes each call about new instances, and compares two observations of those of the other entity. */
export async function changesVerdict(each: ChangesCase, engine: Engine): Promise<Verdict> {
  const attempts: Called[] = [];
  let isChanged = false;
  for (const base of each.bases) {
    const tried = await tryCall(each, base, engine);
    if (tried === undefined) return gatheredVerdict(each, engine);
    const { called, changed, problem } = tried;
    if (problem !== undefined) return problem;
    attempts.push(called);
    isChanged ||= changed;
  }
  if (isChanged) return held;
  if (attempts.some(({ outcome }) => outcome.is === "success")) {
    const verdict = await judgeEndings(each, engine);
    return verdict ?? unverified("unobserved", `no call of ${each.tool} changed a ${each.entity}`);
  }
  throw engine.verdicts.setupFailed(attempts.at(-1)!);
}

interface Tried {
  readonly called: Called;
  readonly changed: boolean;
  readonly problem?: Verdict;
}

/** Makes a call; undefined if neither its arguments nor what they name were made with the other entity. */
async function tryCall(
  { tool, entity }: ChangesCase,
  base: string,
  engine: Engine,
): Promise<Tried | undefined> {
  const { rules, instances, observer, calls, verdicts, context } = engine;
  const example = baseArguments(context.cases, base);
  const named = listMadeEntities(tool, example, rules);
  const made = await instances.makeAll(named, { tool });
  const seen = listInstances(made, entity);
  if (seen.length === 0) return undefined;
  const byEntity = Object.fromEntries(made.map((instance) => [instance.entity, instance]));
  const input = await instances.fill(tool, example, { instances: byEntity });
  await engine.states.bringToState(tool, input);
  const others = listOthers(tool, input, byEntity[entity], engine);
  seen.push(...others);
  const listers = listListers(entity, rules);
  const look = (instance: EntityInstance) =>
    observer.observe(instance, { without: others.includes(instance) ? listers : [] });
  const before = await Promise.all(seen.map(look));
  const called = await calls.call({ tool, input });
  let changed = false;
  for (const [index, instance] of seen.entries()) {
    const observe = () => look(instance);
    const changes = await observer.findChangesAndMoves(observe, before[index]!, await observe());
    const places = listChangeablePlaces(rules, called, instance);
    // An instance of the same entity that no rule names is the one that the call is about.
    if (places.length === 0 && named.includes(entity)) continue;
    const wrong = changes.find((change) => !isPosition(change) && !isDeclaredChange(rules, called, change));
    changed ||= changes.length > 0;
    const missed = called.outcome.is === "success" && (await findMissed(called, instance, engine));
    if (missed) return { called, changed, problem: verdicts.failed(missed.expected, called, missed.got) };
    if (wrong === undefined) continue;
    const expected = `of a ${entity}, ${tool} changes ${places.join(", ") || "nothing"}, and all else stays as it was`;
    return { called, changed, problem: verdicts.failed(expected, called, describeChange(wrong)) };
  }
  return { called, changed };
}

/** Lists the other instances that the arguments name beside one of the same entity: the issue that blocks another one. */
function listOthers(
  tool: string,
  input: Json,
  one: EntityInstance | undefined,
  { rules }: Engine,
): EntityInstance[] {
  if (one === undefined) return [];
  const isShown = rules.entities[one.entity]!.observedBy.some(({ id }) => id !== undefined);
  const ids = listIdArguments(rules, tool)
    .filter((place) => isShown && place.entity === one.entity)
    .flatMap(({ path }) => valuesAt(input, path).map(({ value }) => value))
    .filter((id) => id !== one.id);
  return ids.map((id) => ({ ...one, id, input: {}, parents: {} }));
}

/** Lists the tools that show an entity in a list, which may be that of a parent. */
function listListers(entity: string, { entities }: Behaviour): string[] {
  return entities[entity]!.observedBy.filter(({ id }) => id === undefined).map(({ tool }) => tool);
}

interface Missed {
  readonly expected: string;
  readonly got: string;
}

/** Finds a place that a tool still shows with another value than the one that the call gives it. */
async function findMissed(
  called: Called,
  instance: EntityInstance,
  { rules, observer }: Engine,
): Promise<Missed | undefined> {
  const { tool } = called;
  const given = (rules.changes[tool] ?? []).filter(
    (rule) =>
      rule.to !== undefined &&
      listChangeablePlaces({ changes: { [tool]: [rule] } }, called, instance).length > 0,
  );
  let missed: Missed | undefined;
  for (let looks = 1; looks <= mostLooks; looks++) {
    if (given.length === 0) return undefined;
    const observation = await observer.observe(instance);
    const shown = given.flatMap(({ places, to }) =>
      places.flatMap((place) =>
        observation.flatMap((each) =>
          each.value === undefined
            ? []
            : valuesAt(each.value, place).map(({ pointer, value }) => ({
                by: each.tool,
                pointer,
                value,
                to,
              })),
        ),
      ),
    );
    const wrong = shown.find(({ value, to }) => !isDeepStrictEqual(value, to));
    if (wrong === undefined) return undefined;
    missed = {
      expected: `${tool} gives ${wrong.pointer} of the ${instance.entity} the value ${JSON.stringify(wrong.to)}`,
      got: `${tool} answered with success, and ${wrong.by} shows ${JSON.stringify(wrong.value)} there`,
    };
    await observer.waitForClockTick();
  }
  return missed;
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

/** The most looks at places that should have changed: lists may be updated later. */
const mostLooks = 4;

/**
 * Judges whether a call changes what it should. Where the making of the named entity, or its way to a state, has changed a place of the
 * other one, such as the goods that an order holds, a call about it that changes this place does so now: its release, or its end.
 * Returns `undefined` if nothing had changed.
 */
async function judgeEndings(each: ChangesCase, engine: Engine): Promise<Verdict | undefined> {
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
