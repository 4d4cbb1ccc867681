/** Makes the call of a case about an argument, and observes what the call and its result name. */

import { differences } from "@toolwright/runtime/json";
import { type Called, readShown, readStructured, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { fillList } from "../../behaviour/lists/filled-list.ts";
import { findOwnList } from "../../behaviour/lists/list-rule.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { type Snapshot, showPlace } from "../../behaviour/observe/observation.ts";
import type { Observer } from "../../behaviour/observe/observer.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { readNamedEntities } from "../../behaviour/rules/address.ts";
import { listIdArguments, listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Edit, Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { parseTime } from "../../cases/times.ts";
import { ifPossible } from "../../results/precondition-error.ts";

/** The consequences of a call: its answer, and observations of the entities that its arguments and its result name. */
export interface Consequences {
  readonly called: Called;
  /** When the call was made, in milliseconds since 1970. */
  readonly calledAt: number;
  /** The kind of answer: success, or the code of a refusal. */
  readonly answer: string;
  readonly shown: readonly View[];
}

/** If requests are limited, each entity was observed by the one tool that shows most of it. */
export interface BriefConsequences extends Consequences {
  /** Observes the entities by every tool that shows them. */
  observeWhole(): Promise<Consequences>;
}

/** The values that the tool itself or an observer showed. */
export interface View {
  readonly by: string;
  readonly value: Json;
}

/** The most entities of one result that are observed. */
const mostObserved = 3;

/**
 * Calls the tool, and observes the entities that the call and its result name.
 * @param isEnough called with each view; the others are not read if it returns true
 */
export async function callAndObserve(
  tool: string,
  base: string,
  edits: readonly Edit[],
  engine: Engine,
  isEnough: (view: View) => boolean = () => false,
): Promise<BriefConsequences> {
  const { rules, calls, observer } = engine;
  const { input, instances } = await prepareCall(tool, base, edits, engine);
  const calledAt = Date.now();
  const called = await calls.call({ tool, input });
  if (engine.isBrief && called.outcome.is === "refusal") keepUnchanged(engine, instances);
  const own = { by: tool, value: readShown(called) };
  const isSuccess = called.outcome.is === "success";
  // If requests are limited, that a refused call changes nothing is left to other cases.
  const isOver = isReader(tool, engine) || (isSuccess ? isEnough(own) : engine.isBrief);
  const named = isOver ? [] : [...instances, ...listResultEntities(called, instances, engine)];
  const visible = named.filter(({ entity }) => (rules.entities[entity]?.observedBy.length ?? 0) > 0);
  const answer = showAnswer(called);
  const observe = async (read: Observer["observe"]): Promise<Consequences> => {
    const readAll = async () => (await Promise.all(visible.map((instance) => read(instance)))).flat();
    const observation = await observer.observeFinished(readAll);
    return { called, calledAt, answer, shown: [own, ...observation.map(toView)] };
  };
  const options = { isEnough: (snapshot: Snapshot) => isEnough(toView(snapshot)) };
  const consequences = await observe((instance) => observer.observeBriefly(instance, options));
  return { ...consequences, observeWhole: () => observe((instance) => observer.observe(instance)) };
}

function toView({ tool, value, absent }: Snapshot): View {
  return { by: tool, value: value ?? absent ?? null };
}

/** Makes the entities that the arguments name, and fills in their ids. Calls that change nothing share entities. */
async function prepareCall(
  tool: string,
  base: string,
  edits: readonly Edit[],
  engine: Engine,
): Promise<{ readonly input: Json; readonly instances: readonly EntityInstance[] }> {
  const { rules } = engine;
  const example = exampleArguments(engine.context.cases, { base, edits });
  const wanted = [...listNamedEntities(rules, tool, example)].filter(
    (entity) => rules.entities[entity]?.madeBy,
  );
  const [only] = wanted;
  const isShared = isReader(tool, engine) && only !== undefined && wanted.length === 1;
  const instances = isShared ? [await takeShared(only, engine)] : await takeOrMakeAll(tool, wanted, engine);
  if (isReader(tool, engine)) await makeListed(tool, engine);
  // The values of edits are sent as they are, apart from ids: bindings of the target replace those of examples.
  const ids = listIdArguments(rules, tool).flatMap(({ path }) => valuesAt(example, path));
  const keep = edits
    .flatMap((edit) => ("set" in edit ? [edit.set] : []))
    .filter((pointer) => !ids.some((id) => id.pointer === pointer));
  const named = Object.fromEntries(instances.map((instance) => [instance.entity, instance]));
  const input = await engine.instances.fill(tool, example, { instances: named, keep });
  if (!engine.isBrief) await engine.states.bringToState(tool, input);
  return { input, instances };
}

/** Entities -> new instances that only refused calls have named, if requests are limited. */
const unchanged = whileInstancesLast<(readonly EntityInstance[])[]>();

function keepUnchanged(engine: Engine, instances: readonly EntityInstance[]): void {
  const entities = instances.map(({ entity }) => entity).join();
  unchanged(engine, entities, () => []).push(instances);
}

function takeOrMakeAll(
  tool: string,
  entities: readonly string[],
  engine: Engine,
): Promise<readonly EntityInstance[]> {
  const kept = unchanged(engine, entities.join(), () => []).pop();
  return kept === undefined ? engine.instances.makeAll(entities, { tool }) : Promise.resolve(kept);
}

/** Entity -> its instance for calls that change nothing. */
const sharedInstances = whileInstancesLast<Promise<EntityInstance>>();

/** Returns the instance for tools that change nothing, one for the whole run. If a tool lists what belongs to it, its list has items. */
function takeShared(entity: string, engine: Engine): Promise<EntityInstance> {
  return sharedInstances(engine, entity, async () => {
    const list = findOwnList(entity, engine.rules);
    const filled = list === undefined ? undefined : await ifPossible(fillList(engine, list));
    return filled?.parents.find((parent) => parent.entity === entity) ?? engine.instances.make(entity);
  });
}

/** Makes one of each entity that the tool lists: an empty list is the same with every argument. */
async function makeListed(tool: string, engine: Engine): Promise<void> {
  for (const [entity, { madeBy, results }] of Object.entries(engine.rules.entities)) {
    const isListed = madeBy !== undefined && results.some((place) => place.tool === tool);
    if (isListed) await ifPossible(takeShared(entity, engine));
  }
}

function isReader(tool: string, { context }: Engine): boolean {
  return context.cases.tools[tool]?.readOnly === true;
}

/** Lists the entities that a result names and that the call did not, such as the one that it made. */
function listResultEntities(
  called: Called,
  made: readonly EntityInstance[],
  { rules }: Engine,
): EntityInstance[] {
  const result = readStructured(called);
  const known = new Set(made.map(({ entity, id }) => JSON.stringify([entity, id])));
  const named = {
    ...readNamedEntities(rules, called.tool, called.input),
    ...Object.fromEntries(made.map((one) => [one.entity, one])),
  };
  const found = Object.entries(rules.entities).flatMap(([entity, { results }]) =>
    results
      .filter(({ tool }) => tool === called.tool)
      .flatMap(({ path }) => valuesAt(result, path))
      .filter(({ value: id }) => !known.has(JSON.stringify([entity, id])))
      .map(({ value: id }) => makeNamedInstance({ entity, id }, called, named)),
  );
  return found.slice(0, mostObserved);
}

/** A clock that shows seconds may be a second on. */
const clockStepMs = 1_000;

/** Whether two values are times as far apart as the calls that show them. */
function areTimesOfCalls(left: Json | undefined, right: Json | undefined, apartMs: number): boolean {
  if (!isTime(left) || !isTime(right)) return false;
  return Math.abs(parseTime(String(left)) - parseTime(String(right))) <= apartMs + clockStepMs;
}

/** Lists the places that differ after two calls, apart from places that change by themselves and times of the calls. */
export function listDifferences(left: Consequences, right: Consequences, { observer }: Engine): string[] {
  if (left.answer !== right.answer) return [`the answer: ${right.answer}`];
  const apartMs = Math.abs(right.calledAt - left.calledAt);
  const ofShown = left.shown.flatMap(({ by, value }, index) =>
    differences(value, right.shown[index]?.value, Number.POSITIVE_INFINITY)
      .filter(({ at }) => !observer.isVolatile(by, at))
      .filter(({ expected, actual }) => !areTimesOfCalls(expected as Json, actual as Json, apartMs))
      .map(({ at }) => `${index} ${showPlace({ tool: by, at })}`),
  );
  return left.shown.length === right.shown.length ? ofShown : [...ofShown, "the number of observations"];
}
