/** Judges the cases of kind arguments: an optional argument has an effect. */
import { isDeepStrictEqual } from "node:util";
import { differences } from "@toolwright/runtime/json";
import { type Called, readStructured, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { fillList } from "../../behaviour/lists/filled-list.ts";
import { listOwners } from "../../behaviour/lists/supply.ts";
import { type Observation, type Snapshot, showPlace } from "../../behaviour/observe/observation.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { readNamedEntities } from "../../behaviour/rules/address.ts";
import { listIdArguments, listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ArgumentCase } from "../../cases/behaviour-cases.ts";
import type { Edit, Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { showsSentValue } from "./sent-value.ts";

/** The most pairs of calls for one argument, and for one of a tool whose calls draw from a quota. */
const mostPairs = 10;
const mostDrawingPairs = 3;

/** The most entities of one result that are observed. */
const mostObserved = 3;

export const argumentEffects: KindOfBehaviour<ArgumentCase> = {
  // Mostly one call, with the entities that it needs and a look afterwards: the other call of the pair is shared.
  cost: () => 5,
  writes: ({ tool }, { tools }) => tools[tool]?.readOnly !== true,
  // After the others: lists have items then, and no other case changes what the calls show.
  when: () => "quiet",
  verdict: effectVerdict,
};

/** Everything that a call showed: its answer, and observations of the entities that its arguments and its result name. */
interface Consequences {
  readonly called: Called;
  /** The kind of answer: success, or the code of a refusal. */
  readonly answer: string;
  readonly shown: readonly View[];
}

/** The values that the tool itself or an observer showed. */
interface View {
  readonly by: string;
  readonly value: Json;
}

/** Arguments of calls -> what these showed, which the cases of several arguments share. */
const sharedCalls = oncePerRun<Promise<Consequences>>();

/** Arguments of calls -> the places that differ between two equal calls, too, such as ids, times and counters. */
const ordinaryPlaces = oncePerRun<Promise<readonly string[]>>();

async function effectVerdict(each: ArgumentCase, engine: Engine): Promise<Verdict> {
  const most = engine.rules.draws[each.tool] === undefined ? mostPairs : mostDrawingPairs;
  let last: Called | undefined;
  for (const pair of listPairs(each).slice(0, most)) {
    const called = await findEffect(each, pair, engine);
    if (called === "seen") return held;
    last = called ?? last;
  }
  if (last === undefined)
    throw new PreconditionError("setup", `each pair of calls of ${each.tool} was refused`);
  const why = `no effect of ${each.argument} was seen: calls of ${each.tool} with and without it show the same`;
  return unverified("no-effect", why, last.exchange);
}

/** Two calls: the arguments of the base with these edits. */
interface Pair extends Readonly<Record<Which, readonly Edit[]>> {
  readonly base: string;
}

/** The call with the argument, or the one without it. */
type Which = "with" | "without";

/** Lists the pairs: the first value of each base comes before the second of any, since other arguments of a base may hide the effect. */
function listPairs({ argument, trials }: ArgumentCase): Pair[] {
  const rounds = Math.max(...trials.map(({ values }) => values.length));
  return Array.from({ length: rounds }, (_, round) =>
    trials.flatMap(({ base, values, against }): Pair[] => {
      const without: Edit[] = [against === undefined ? { remove: argument } : { set: argument, to: against }];
      return values.slice(round, round + 1).map((to) => ({ base, with: [{ set: argument, to }], without }));
    }),
  ).flat();
}

/**
 * Makes a pair of calls. Returns the last call if they show the same, and nothing if both are refused for the same reason. In most
 * pairs one call has the arguments of the base, which several arguments share. A place that shows what was sent in one answer and not
 * in the other is enough; then the rest is not observed.
 */
async function findEffect(
  each: ArgumentCase,
  { base, ...edits }: Pair,
  engine: Engine,
): Promise<Called | "seen" | undefined> {
  const call = (which: Which, isEnough?: (view: View) => boolean) =>
    callAndObserve(each.tool, base, edits[which], engine, isEnough);
  const toInput = (which: Which) => exampleArguments(engine.context.cases, { base, edits: edits[which] });
  const isBase = isDeepStrictEqual(toInput("with"), exampleArguments(engine.context.cases, { base }));
  const [shared, own]: readonly [Which, Which] = isBase ? ["with", "without"] : ["without", "with"];
  const key = `${each.tool} ${JSON.stringify(toInput(shared))}`;
  const first = await sharedCalls(engine, key, () => call(shared));
  let isSeen = false;
  const second = await call(own, (view) => {
    const others = first.answer === "success" ? first.shown.filter(({ by }) => by === view.by) : [];
    isSeen ||=
      others.length > 0 &&
      others.every((other) => showsSent(edits.with, isBase ? [view, other] : [other, view]));
    return isSeen;
  });
  if (isSeen) return "seen";
  const [without, withIt] = isBase ? [second, first] : [first, second];
  if (withIt.called.usedUp !== undefined) throw engine.verdicts.setupFailed(withIt.called);
  const places = listDifferences(without, withIt, engine);
  if (places.length > 0) {
    const ordinary = await ordinaryPlaces(engine, key, async () =>
      listDifferences(first, await call(shared), engine),
    );
    const others = places.filter((place) => !ordinary.includes(place));
    if (others.length > 0 && engine.isBrief) return "seen";
    // The call without it may differ from an equal one where the call of the base does not.
    const again = others.length > 0 ? listDifferences(without, await call("without"), engine) : [];
    if (others.some((place) => !again.includes(place))) return "seen";
  }
  return withIt.called.outcome.is === "success" ? withIt.called : undefined;
}

/** Whether the second view shows a value that was sent, and the first does not. */
function showsSent(edits: readonly Edit[], [without, withIt]: readonly [View, View]): boolean {
  return edits.some((edit) => {
    if (!("to" in edit)) return false;
    return showsSentValue({ argument: edit.set, value: edit.to }, without.value, withIt.value);
  });
}

/**
 * Calls the tool, and observes the entities that the call and its result name.
 * @param isEnough called with each view; the others are not read if it returns true
 */
async function callAndObserve(
  tool: string,
  base: string,
  edits: readonly Edit[],
  engine: Engine,
  isEnough: (view: View) => boolean = () => false,
): Promise<Consequences> {
  const { rules, calls, observer } = engine;
  const { input, instances } = await prepareCall(tool, base, edits, engine);
  const called = await calls.call({ tool, input });
  const own = { by: tool, value: readStructured(called) };
  const isOver = isReader(tool, engine) || (called.outcome.is === "success" && isEnough(own));
  const named = isOver ? [] : [...instances, ...listResultEntities(called, instances, engine)];
  const visible = named.filter(({ entity }) => (rules.entities[entity]?.observedBy.length ?? 0) > 0);
  const observe = async (): Promise<Observation> =>
    (
      await Promise.all(
        visible.map((instance) =>
          observer.observe(instance, { isEnough: (snapshot) => isEnough(toView(snapshot)) }),
        ),
      )
    ).flat();
  const observation = await observer.observeFinished(observe);
  return { called, answer: showAnswer(called), shown: [own, ...observation.map(toView)] };
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
  const instances = isShared ? [await takeShared(only, engine)] : await engine.instances.makeAll(wanted);
  if (isReader(tool, engine)) await makeListed(tool, engine);
  // The values of edits are sent as they are, apart from ids: bindings of the target replace those of examples.
  const ids = listIdArguments(rules, tool).flatMap(({ path }) => valuesAt(example, path));
  const keep = edits
    .flatMap((edit) => ("set" in edit ? [edit.set] : []))
    .filter((pointer) => !ids.some((id) => id.pointer === pointer));
  const named = Object.fromEntries(instances.map((instance) => [instance.entity, instance]));
  return { input: await engine.instances.fill(tool, example, { instances: named, keep }), instances };
}

/** Entity -> its instance for calls that change nothing. */
const sharedInstances = oncePerRun<Promise<EntityInstance>>();

/** Returns the instance for tools that change nothing, one for the whole run. If a tool lists what belongs to it, its list has items. */
function takeShared(entity: string, engine: Engine): Promise<EntityInstance> {
  return sharedInstances(engine, entity, async () => {
    const [list] =
      Object.entries(engine.rules.pages).find(([tool, { first }]) =>
        listOwners(engine.rules, { tool, input: first.input }).includes(entity),
      ) ?? [];
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

/** Lists the places that differ after two calls, apart from places that change by themselves. */
function listDifferences(left: Consequences, right: Consequences, { observer }: Engine): string[] {
  if (left.answer !== right.answer) return [`the answer: ${right.answer}`];
  const ofShown = left.shown.flatMap(({ by, value }, index) =>
    differences(value, right.shown[index]?.value, Number.POSITIVE_INFINITY)
      .filter(({ at }) => !observer.isVolatile(by, at))
      .map(({ at }) => `${index} ${showPlace({ tool: by, at })}`),
  );
  return left.shown.length === right.shown.length ? ofShown : [...ofShown, "the number of observations"];
}
