/** Judges whether two tools, or a tool and a resource, show the same values of one thing. */
import type { Engine } from "../behaviour/engine.ts";
import { makeChanged } from "../behaviour/instances/changed-instances.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { fillList, secondsToFill } from "../behaviour/lists/filled-list.ts";
import { findOwnList } from "../behaviour/lists/list-rule.ts";
import type { Observation, Snapshot } from "../behaviour/observe/observation.ts";
import { readResources } from "../behaviour/observe/resource-views.ts";
import { whileInstancesLast } from "../behaviour/once-per-run.ts";
import { findCallPath, findRoute, isTransient } from "../behaviour/rules/transitions.ts";
import { findMachine, listLastingStates } from "../behaviour/states/in-state.ts";
import { keepSpare, takeInstanceInState } from "../behaviour/states/spare-instances.ts";
import { BudgetExhausted } from "../calls/spending.ts";
import type { Behaviour, StateRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { ifPossible } from "../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { areEqual } from "./shown-values.ts";

type AgreeCase = Extract<ResultCase, { readonly check: "agree" }>;

/** A difference counts if it lasts: lists may be updated later. */
const mostLooks = 4;

interface Looks {
  /** Observations of one instance in each state, repeated while two tools differ. */
  readonly ofInstances: readonly (readonly Observation[])[];
  /** Set if the run may not spend what a state needs. */
  readonly spent?: BudgetExhausted | undefined;
}

const looksOf = whileInstancesLast<Promise<Looks>>();

export async function agreeVerdict(each: AgreeCase, engine: Engine): Promise<Verdict> {
  const [, machine] = findMachine(each.entity, engine.rules) ?? [];
  const looks = await looksOf(engine, each.entity, () => lookInStates(each.entity, engine));
  let compared = 0;
  for (const observations of looks.ofInstances) {
    const last = observations.at(-1)!;
    if (engine.observer.isAtWork(last)) continue;
    const values = readPair(each, last);
    if (values === undefined) continue;
    compared += 1;
    if (areEqual(...values)) continue;
    if (changesByItself(each, observations, engine))
      return inapplicable(`${each.places[0]} changes by itself`);
    const [shown, other] = values.map((value) => JSON.stringify(value));
    const got = `${each.tools[0]} shows ${each.places[0]} ${shown}, and ${each.tools[1]} shows ${each.places[1]} ${other}`;
    return engine.verdicts.failed(each.must, findSnapshot(last, each.tools[1])!.called, got);
  }
  if (compared > 0) return held;
  if (looks.spent !== undefined) throw looks.spent;
  const where = machine === undefined ? "" : " in any state";
  return unverified("unobserved", `the two tools show no value at ${each.places.join(" and ")}${where}`);
}

/** Observes an instance in each lasting state, and one to which the items of a list belong. If requests are limited, only one. */
function lookInStates(entity: string, engine: Engine): Promise<Looks> {
  const agreements = engine.context.cases.cases.filter(
    (other): other is AgreeCase => "check" in other && other.check === "agree" && other.entity === entity,
  );
  return engine.isBrief
    ? lookAtOne({ entity, agreements, engine })
    : lookAtAll({ entity, agreements, engine });
}

/** An entity, and the cases that ask whether tools agree about it. */
interface Subject {
  readonly entity: string;
  readonly agreements: readonly AgreeCase[];
  readonly engine: Engine;
}

/** Observes an instance that has left its first state, if it can. */
async function lookAtOne(subject: Subject): Promise<Looks> {
  const state = listLastingStates(subject.entity, subject.engine.rules).slice(0, 2).at(-1);
  return { ofInstances: [await lookInState(state, subject)] };
}

async function lookInState(
  state: string | undefined,
  { entity, agreements, engine }: Subject,
): Promise<Observation[]> {
  const [name] = findMachine(entity, engine.rules) ?? [];
  const isBrought = name !== undefined && state !== undefined;
  const { instance } = isBrought
    ? await takeInstanceInState(engine, name, state)
    : { instance: await engine.instances.make(entity) };
  const observations = await lookUntilEqual(instance, agreements, engine);
  if (isBrought) keepSpare(engine, { instance });
  return observations;
}

async function lookAtAll({ entity, agreements, engine }: Subject): Promise<Looks> {
  const { rules } = engine;
  const [name, machine] = findMachine(entity, rules) ?? [];
  const look = (instance: EntityInstance) => lookUntilEqual(instance, agreements, engine);
  const inStates = listLastingStates(entity, rules).map((state) =>
    lookInState(state, { entity, agreements, engine }),
  );
  const list = findOwnList(entity, rules);
  // Both are awaited from the beginning: a server that makes no instance ends these cases, and not the run.
  const [observed, filled] = await Promise.all([
    Promise.all(inStates),
    list === undefined ? undefined : ifPossible(fillList(engine, list)),
  ]);
  const owners = (filled?.parents ?? []).filter((parent) => parent.entity === entity);
  const others = [
    makeChanged(entity, engine),
    ...(machine && name ? listLedStates(machine) : []).map((state) =>
      makeFinished(entity, { machine: name!, state }, engine),
    ),
  ];
  let spent: BudgetExhausted | undefined;
  const noteSpent = (error: unknown) => {
    if (!(error instanceof BudgetExhausted) || error.why !== "spent") throw error;
    spent = error;
    return undefined;
  };
  const more = await Promise.all([
    ...owners.map(look),
    ...others.map((made) => ifPossible(made.then(look)).catch(noteSpent)),
  ]);
  return { ofInstances: [...observed, ...more.filter((each) => each !== undefined)], spent };
}

/** Returns the seconds that pass until the list that belongs to an entity has items in each state. */
export function secondsToAgree({ entity }: AgreeCase, rules: Behaviour): number {
  const list = findOwnList(entity, rules);
  return list === undefined ? 0 : secondsToFill(list, rules);
}

/** Lists lasting states to which the server leads as soon as its work is done: one for each sequence of calls that starts the work. */
function listLedStates(machine: StateRule): string[] {
  const byCalls = new Map<string, string>();
  for (const state of machine.states) {
    if (isTransient(machine, state) || findCallPath(machine, machine.initial, state)) continue;
    const route = findRoute(machine, machine.initial, state) ?? [];
    const waits = route.some(
      ({ name, by }) => by === "server" && machine.serverTransitions[name]?.after !== undefined,
    );
    const calls = route.filter(({ by }) => by === "call").map(({ name }) => name);
    if (route.length > 0 && !waits && !byCalls.has(calls.join())) byCalls.set(calls.join(), state);
  }
  return [...byCalls.values()];
}

/** Makes an instance with which the server has done its work, whatever state that led to. */
async function makeFinished(
  entity: string,
  { machine, state }: { readonly machine: string; readonly state: string },
  engine: Engine,
): Promise<EntityInstance> {
  const instance = await engine.instances.make(entity);
  await ifPossible(engine.states.bring(instance, machine, state));
  await engine.observer.observeFinished(() => engine.observer.observe(instance));
  return instance;
}

async function lookUntilEqual(
  instance: EntityInstance,
  agreements: readonly AgreeCase[],
  engine: Engine,
): Promise<Observation[]> {
  const look = async () => [
    ...(await engine.observer.observe(instance)),
    ...(await readResources(instance, engine)),
  ];
  const observations = [await look()];
  while (observations.length < mostLooks && differ(observations.at(-1)!, agreements)) {
    await engine.observer.waitForClockTick();
    observations.push(await look());
  }
  return observations;
}

/** Whether two tools show other values at places that must agree. */
function differ(observation: Observation, agreements: readonly AgreeCase[]): boolean {
  return agreements.some((each) => {
    const values = readPair(each, observation);
    return values !== undefined && !areEqual(...values);
  });
}

/** A place of another tool that shows the same as the one that a state is read at. */
export interface Twin {
  readonly tool: string;
  readonly place: string;
}

/** Lists the places at which other tools must show the state of an entity, too. */
export function listTwins(entity: string, field: StateRule["field"], { context }: Engine): Twin[] {
  return context.cases.cases.flatMap((each) => {
    if (!("check" in each) || each.check !== "agree" || each.entity !== entity) return [];
    const at = each.tools.findIndex(
      (tool, index) => tool === field.tool && each.places[index] === field.path,
    );
    const [tool, place] = [each.tools[1 - at], each.places[1 - at]];
    return at < 0 || tool === undefined || place === undefined ? [] : [{ tool, place }];
  });
}

/** Returns the values of both tools; undefined if one shows none. */
function readPair({ places, tools }: AgreeCase, observation: Observation): readonly [Json, Json] | undefined {
  const [first, second] = tools.map((tool) => findSnapshot(observation, tool));
  if (first?.value === undefined || second?.value === undefined) return undefined;
  const [a, b] = [valueAt(first.value, places[0]), valueAt(second.value, places[1])];
  return a === undefined || b === undefined || a === null || b === null ? undefined : [a, b];
}

function findSnapshot(observation: Observation, tool: string): Snapshot | undefined {
  return observation.find((snapshot) => snapshot.tool === tool);
}

/** Whether one of the places differs from look to look. */
function changesByItself(
  { tools, places }: AgreeCase,
  observations: readonly Observation[],
  { observer }: Engine,
) {
  return tools.some((tool, index) => {
    const at = places[index]!;
    const values = observations.map((all) => {
      const value = all.find((snapshot) => snapshot.tool === tool)?.value;
      return value === undefined ? undefined : JSON.stringify(valueAt(value, at) ?? null);
    });
    return observer.isVolatile(tool, at) || new Set(values).size > 1;
  });
}
