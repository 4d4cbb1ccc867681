/** Judges the cases of kind modes: what the annotations of a tool say of its effects. */
import { type Called, readStructured } from "../behaviour/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/entity-instance.ts";
import { differInTime, findLosses } from "../behaviour/lost.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  findSnapshot,
  type Observation,
  showPlace,
} from "../behaviour/observation.ts";
import { oncePerRun } from "../behaviour/once-per-run.ts";
import { hasArgumentsOf, listIdArguments, namedEntities } from "../behaviour/rule-calls.ts";
import { leave } from "../behaviour/spare-instances.ts";
import { exampleArguments } from "../calls/arguments.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { ModeCase } from "../cases/behaviour-cases.ts";
import type { Json } from "../cases/edits.ts";
import { listLeaves, valuesAt } from "../cases/places.ts";
import { ifPossible, PreconditionError } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { grewByMore, type RepeatedReads, readRepeatedly } from "./repeated-reads.ts";

export const modes: KindOfBehaviour<ModeCase> = {
  // Most reading tools are called between looks that they share. Those that look, and others, make, see and end something.
  cost: ({ check, tool }, { entities }) =>
    check === "read-only" && !listObservers(entities).includes(tool) ? 4 : 9,
  writes: (each, { behaviour }) =>
    each.check !== "read-only" || Object.values(behaviour?.entities ?? {}).some(({ madeBy }) => madeBy),
  // What other cases do at the same time would look like an effect of the tool.
  when: () => "alone",
  verdict: (each, engine) => verdicts[each.check](each, engine),
};

const verdicts = {
  "read-only": readOnlyVerdict,
  idempotent: idempotentVerdict,
  "not-destructive": notDestructiveVerdict,
};

interface ObservedOptions {
  /** Tools that do not look. */
  readonly without?: readonly string[];
  /** Whether instances that no case touches are looked at, too. */
  readonly withReferences?: boolean;
}

/** The arguments of a call, and a function that observes its effects. */
interface ModeTrial {
  readonly input: Json;
  /** Empty where the account as a whole is observed. */
  readonly observed: readonly EntityInstance[];
  observe(): Promise<Observation>;
}

async function readOnlyVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const reads = await (
    await readsTogether(engine, each.check, () => ifPossible(callTogether(each, engine, readInTurn)))
  )?.get(each.id);
  if (reads === undefined) return readOnlyAlone(each, engine);
  return reads.change === undefined ? held : changedByReading(each, engine, reads.last, reads.change);
}

const readsTogether = oncePerRun<Promise<CallsTogether<RepeatedReads>>>();
const readInTurn: Together<RepeatedReads> = {
  call: ({ tool }, input, engine) =>
    readRepeatedly(tool, engine, () => engine.calls.succeeding({ tool, input })),
  isKept: (before, after) => compareObservations(before, after).length === 0,
};

function changedByReading({ tool }: ModeCase, engine: Engine, last: Called, change: Change): Verdict {
  return engine.verdicts.failed(`${tool} changes nothing`, last, describeChange(change));
}

/** Where something changed, it is tried again after a look that shows what the others change when they first read. */
async function readOnlyAlone(each: ModeCase, engine: Engine, again = false): Promise<Verdict> {
  const trial = await prepareTrial(each, engine, { without: [each.tool] });
  const earlier = again ? await trial.observe() : [];
  const before = await trial.observe();
  const { last, change: own } = await readRepeatedly(each.tool, engine, () =>
    engine.calls.succeeding({ tool: each.tool, input: trial.input }),
  );
  const wrong = (change: Change) => changedByReading(each, engine, last, change);
  if (own !== undefined) return wrong(own);
  const after = await trial.observe();
  const changes = compareObservations(before, after);
  if (changes.length === 0) {
    leaveAll(engine, trial.observed);
    return held;
  }
  if (!again) return readOnlyAlone(each, engine, true);
  await engine.observer.waitForClockTick();
  // The other reading tools may break the same promise, which is the finding of their own cases.
  const byOthers = [
    ...compareObservations(earlier, before),
    ...compareObservations(after, await trial.observe()),
  ];
  const volatile = new Set(byOthers.map(showPlace));
  const change = changes.find((each) => !volatile.has(showPlace(each)) || grewByMore(each, byOthers));
  return change === undefined ? held : wrong(change);
}

/** What looks like an effect of the second call may be what the first one started, so then another try waits for its end. */
async function idempotentVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const waitUntilStable = ({ observe }: ModeTrial) => engine.observer.waitUntilStable(observe);
  const verdict = await secondCallVerdict(each, engine, async (trial) => {
    const seen = await trial.observe();
    return engine.observer.isAtWork(seen) ? waitUntilStable(trial) : seen;
  });
  return verdict === held ? held : secondCallVerdict(each, engine, waitUntilStable);
}

async function secondCallVerdict(
  each: ModeCase,
  engine: Engine,
  observeAfterFirst: (trial: ModeTrial) => Promise<Observation>,
): Promise<Verdict> {
  const trial = await prepareTrial(each, engine);
  const first = await engine.calls.succeeding({ tool: each.tool, input: trial.input });
  const once = await observeAfterFirst(trial);
  const second = await engine.calls.call({ tool: each.tool, input: trial.input });
  if (second.outcome.is !== "success" && second.outcome.is !== "refusal")
    return engine.verdicts.failed("a second call with the same arguments is answered", second);
  const changes = await engine.observer.findChanges(trial.observe, once, await trial.observe());
  const change = changes.find((each) => !differInTime(each));
  const got = change === undefined ? otherIds(each, engine, first, second) : describeChange(change);
  return got === undefined ? held : engine.verdicts.failed("a second call changes nothing more", second, got);
}

const writesTogether = oncePerRun<Promise<CallsTogether<Called>>>();
const callOnce: Together<Called> = {
  withReferences: true,
  call: ({ tool }, input, engine) => engine.calls.succeeding({ tool, input }),
  isKept: (before, after) => lossesBetween(before, after, () => false).length === 0,
};

async function notDestructiveVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const calls = await writesTogether(engine, each.check, () =>
    ifPossible(callTogether(each, engine, callOnce)),
  );
  if ((await calls?.get(each.id)) !== undefined) return held;
  const trial = await prepareTrial(each, engine, { withReferences: true });
  const before = await trial.observe();
  const called = await engine.calls.succeeding({ tool: each.tool, input: trial.input });
  const after = await trial.observe();
  const wanted = valuesWanted(each, engine, trial.input);
  const changed = (await engine.observer.findChanges(trial.observe, before, after)).map(showPlace);
  const lost = lossesBetween(before, after, wanted).find((loss) =>
    changed.some((place) => `${place}/`.startsWith(`${showPlace(loss)}/`)),
  );
  return lost === undefined
    ? held
    : engine.verdicts.failed(
        `what was there before ${each.tool} is there afterwards`,
        called,
        describeChange(lost),
      );
}

/** The tools that show entities. */
function listObservers(entities: Behaviour["entities"]): string[] {
  return Object.values(entities).flatMap(({ observedBy }) => observedBy.map(({ tool }) => tool));
}

/** Calls of several tools between two looks. */
interface Together<Result> extends ObservedOptions {
  call(each: ModeCase, input: Json, engine: Engine): Promise<Result>;
  /** Whether two observations show that every call has kept the promise. */
  isKept(before: Observation, after: Observation): boolean;
}

/** Case id -> its call; `undefined` where the looks differ: then each is called alone, to find the one that did it. */
type CallsTogether<Result> = ReadonlyMap<string, Promise<Result>> | undefined;

async function callTogether<Result>(
  { check }: ModeCase,
  engine: Engine,
  together: Together<Result>,
): Promise<CallsTogether<Result>> {
  // The first look would hide what an observer changes when it first reads: it is called alone, between looks of others.
  const observers = listObservers(engine.rules.entities);
  const cases = engine.planned.filter(
    (each): each is ModeCase =>
      each.kind === "modes" && "check" in each && each.check === check && !observers.includes(each.tool),
  );
  const shown = entitiesShown(engine, {});
  if (cases.length < 2 || shown.length === 0) return undefined;
  // One with what belongs to another may refuse to have more, so none belongs to another of them.
  const make = (entities: readonly string[]) =>
    Promise.all(entities.map((entity) => engine.instances.make(entity)));
  const { observe, observed, instances } = await makeObserved(shown, cases, engine, together, make);
  const before = await observe();
  const calls = new Map<string, Promise<Result>>();
  for (const each of cases) {
    const call = engine.instances
      .fill(each.tool, exampleArguments(engine.context.cases, each), { instances })
      .then((input) => together.call(each, input, engine));
    calls.set(each.id, call);
    await call.catch(() => undefined);
  }
  const after = await observe();
  if (!together.isKept(before, after)) return undefined;
  if (!together.withReferences) leaveAll(engine, observed, after);
  return calls;
}

/** The entities that can be made, and that others than these tools show. */
function entitiesShown({ rules }: Engine, { without = [] }: ObservedOptions): string[] {
  return Object.entries(rules.entities)
    .filter(([, { madeBy, observedBy }]) => madeBy && observedBy.some(({ tool }) => !without.includes(tool)))
    .map(([name]) => name);
}

/** A new instance of each entity, and how to observe those that last. */
async function makeObserved(
  entities: readonly string[],
  cases: readonly ModeCase[],
  engine: Engine,
  { without = [], withReferences = false }: ObservedOptions,
  make: (entities: readonly string[]) => Promise<EntityInstance[]>,
) {
  const references: EntityInstance[] = [];
  // First, since they are made and read before anything else: reading them must not touch what is made for this case.
  for (const entity of entities) references.push(await engine.observer.referenceInstance(entity));
  const instances = await make(entities);
  // What a call uses up, as an order uses up its quote, moves on with what the call started.
  const usedUp = new Set(cases.map(({ tool }) => usedUpBy(tool, engine)));
  const lasting = instances.filter(({ entity }) => !usedUp.has(entity));
  const observed = withReferences ? [...lasting, ...references] : instances;
  return {
    instances: Object.fromEntries(instances.map((instance) => [instance.entity, instance])),
    observed,
    observe: async () => {
      const observations: Observation[] = [];
      for (const instance of observed)
        observations.push(await engine.observer.observe(instance, { without }));
      return observations.flat();
    },
  };
}

/**
 * A new instance of each entity that the tool takes; for a tool that takes none, one of each entity. Where the spec
 * declares no entity that others show, the account as a whole is observed.
 */
async function prepareTrial(
  each: ModeCase,
  engine: Engine,
  options: ObservedOptions = {},
): Promise<ModeTrial> {
  const example = exampleArguments(engine.context.cases, each);
  const visible = entitiesShown(engine, options);
  const named = namedEntities(engine.rules, each.tool, example);
  const taken = visible.filter((entity) => named.has(entity));
  const entities = taken.length > 0 ? taken : visible;
  const { instances, observed, observe } = await makeObserved(entities, [each], engine, options, (entities) =>
    engine.instances.makeAll(entities),
  );
  const input = await engine.instances.fill(each.tool, example, { instances });
  return observed.length === 0
    ? prepareAccountTrial(each, engine, input, options)
    : { input, observed, observe };
}

/** What reading tools alone were called with is as it was made. */
function leaveAll(engine: Engine, instances: readonly EntityInstance[], seen?: Observation): void {
  for (const instance of instances)
    leave(engine, { instance, look: seen?.filter(({ of }) => of === instance) });
}

/** The entity whose id is the idempotency key of a tool. */
function usedUpBy(tool: string, { rules }: Engine): string | undefined {
  const key = rules.idempotency[tool]?.key;
  return listIdArguments(rules, tool).find(({ path }) => path === key)?.entity;
}

async function prepareAccountTrial(
  { tool }: ModeCase,
  engine: Engine,
  input: Json,
  { without = [] }: ObservedOptions,
): Promise<ModeTrial> {
  const observe = () => engine.accounts.observe({ without });
  if ((await observe()).every(({ value }) => value === undefined))
    throw new PreconditionError("unobserved", `no other tool shows what ${tool} changes`);
  return { input, observed: [], observe };
}

/** A tool that makes an entity each time it is called returns another id each time. */
function otherIds({ tool }: ModeCase, { rules }: Engine, first: Called, second: Called): string | undefined {
  if (second.outcome.is !== "success") return undefined;
  const places = Object.values(rules.entities).flatMap(({ results }) =>
    results.filter((place) => place.tool === tool && !place.path.includes("*")),
  );
  for (const { path } of places) {
    const [was, is] = [first, second].map((called) => valuesAt(readStructured(called), path)[0]?.value);
    if (was !== is) return `${tool} returned ${JSON.stringify(is)} after ${JSON.stringify(was)}`;
  }
  return undefined;
}

/** Values that the caller asked for: an argument, or the state that the call leads to. */
function valuesWanted({ tool }: ModeCase, { rules }: Engine, input: Json): (value: Json) => boolean {
  const states = Object.values(rules.states).flatMap(({ transitions }) =>
    Object.values(transitions)
      .filter(({ by }) => hasArgumentsOf(rules, by, { tool, input }))
      .map(({ to }) => to),
  );
  const wanted = new Set<Json>([...listLeaves(input).map(({ value }) => value), ...states]);
  return (value) => wanted.has(value);
}

function lossesBetween(
  before: Observation,
  after: Observation,
  isWanted: (value: Json) => boolean,
): Change[] {
  return before.flatMap((was) => {
    const is = findSnapshot(was, after);
    if (is === undefined) return [];
    const { tool, called } = is;
    if (was.value === undefined || was.unknown || is.unknown) return [];
    if (is.value === undefined) return [{ tool, at: "", before: was.value, after: is.absent, called }];
    return findLosses(was.value, is.value, isWanted).map((loss) => ({ tool, called, ...loss }));
  });
}
