/** Prepares the call of a case about an annotation, and a way to observe its effects. */
import { isDeepStrictEqual } from "node:util";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { Change, Observation } from "../../behaviour/observe/observation.ts";
import { listIdArguments, listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { keepSpare, takeAny } from "../../behaviour/states/spare-instances.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { listAccountObservers, listEntityObservers, listTouchedEntities } from "./observers.ts";

export interface ObservedOptions {
  /** Tools that are not used as observers. */
  readonly without?: readonly string[];
  /** Whether instances that no case uses are observed, too. */
  readonly withReferences?: boolean;
  /** Whether instances may be ones that other cases no longer need. */
  readonly withSpares?: boolean;
}

/** The arguments of a call, and a function that observes its effects. */
export interface ModeTrial {
  readonly input: Json;
  /** Empty if the whole account is observed. */
  readonly observed: readonly EntityInstance[];
  observe(): Promise<Observation>;
}

/** New instances, and a function that observes the lasting ones. */
export interface ObservedInstances {
  /** Entity -> its new instance. */
  readonly instances: Readonly<Record<string, EntityInstance>>;
  /** The instances that `observe` reads. */
  readonly observed: readonly EntityInstance[];
  observe(): Promise<Observation>;
}

/** Engine -> the entities that calls of several cases together have changed: each of these cases looks at them. */
const changedTogether = new WeakMap<Engine, readonly string[]>();

/** Notes which entities changed between two shared looks. */
export function noteChanged(engine: Engine, changes: readonly Change[]): void {
  const entities = changes.flatMap(({ of }) => (of === undefined ? [] : [of.entity]));
  changedTogether.set(engine, [...new Set([...(changedTogether.get(engine) ?? []), ...entities])]);
}

/**
 * Creates an instance of each entity that the tool takes; for a tool that takes none, one of each entity. If the spec declares no
 * entity that other tools show, the whole account is observed.
 */
export async function prepareTrial(
  each: ModeCase,
  engine: Engine,
  options: ObservedOptions = {},
): Promise<ModeTrial> {
  const example = exampleArguments(engine.context.cases, each);
  const visible = listShownEntities(engine, options);
  const named = listNamedEntities(engine.rules, each.tool, example);
  const taken = visible.filter((entity) => named.has(entity));
  const entities =
    taken.length > 0
      ? taken
      : listTouchedEntities(engine.rules, visible, each.tool, changedTogether.get(engine));
  const { instances, observed, observe } = await makeObserved(entities, [each], engine, options, (wanted) =>
    options.withSpares
      ? Promise.all(wanted.map((entity) => takeAny(engine, entity)))
      : engine.instances.makeAll(wanted, { tool: each.tool }),
  );
  const input = await engine.instances.fill(each.tool, example, { instances });
  await engine.states.bringToState(each.tool, input);
  return observed.length === 0
    ? prepareAccountTrial(each, engine, input, options)
    : { input, observed, observe };
}

async function prepareAccountTrial(
  { tool }: ModeCase,
  engine: Engine,
  input: Json,
  { without = [] }: ObservedOptions,
): Promise<ModeTrial> {
  const only = listAccountObservers(engine.context.cases, tool);
  let isFirst = true;
  const observe = async () => {
    const seen = await engine.accounts.observe({ without, only });
    if (isFirst && seen.every(({ value }) => value === undefined))
      throw new PreconditionError("unobserved", `no other tool shows the data that ${tool} changes`);
    isFirst = false;
    return seen;
  };
  return { input, observed: [], observe };
}

/** Lists the entities that can be created and that other tools show. */
export function listShownEntities({ rules }: Engine, { without = [] }: ObservedOptions): string[] {
  return Object.entries(rules.entities)
    .filter(([, { madeBy, observedBy }]) => madeBy && observedBy.some(({ tool }) => !without.includes(tool)))
    .map(([name]) => name);
}

/** Creates an instance of each entity that can be made, and a function that observes the lasting ones. */
export async function makeObserved(
  entities: readonly string[],
  cases: readonly ModeCase[],
  engine: Engine,
  { without = [], withReferences = false }: ObservedOptions,
  make: (entities: readonly string[]) => Promise<EntityInstance[]>,
): Promise<ObservedInstances> {
  const references: EntityInstance[] = [];
  // Read these first: reading them must not change the instances that are created for this case.
  for (const entity of entities)
    references.push(
      ...((await ifPossible(engine.observer.referenceInstance(entity).then((one) => [one]))) ?? []),
    );
  // An entity may need a state to which no call leads: a waiting list needs an event that is sold out. The other entities show enough.
  const made = references.length === 0 ? entities : references.map(({ entity }) => entity);
  const instances = await make(made);
  // An instance that a call uses up, as an order uses up its quote, changes together with the work that the call started.
  const usedUp = new Set(cases.map(({ tool }) => findUsedUpEntity(tool, engine)));
  const lasting = instances.filter(({ entity }) => !usedUp.has(entity));
  const skipped = ({ entity }: EntityInstance) => listSkipped(entity, cases, engine, without);
  const observed = withReferences ? [...lasting, ...references] : instances;
  return {
    instances: Object.fromEntries(instances.map((instance) => [instance.entity, instance])),
    observed,
    observe: async () => {
      const observations: Observation[] = [];
      for (const instance of observed)
        observations.push(
          await engine.observer.observeBriefly(instance, { without: [...without, ...skipped(instance)] }),
        );
      return observations.flat();
    },
  };
}

/** Lists the observers of an entity that do not look at it for one case. What several cases share, all of them look at. */
function listSkipped(
  entity: string,
  cases: readonly ModeCase[],
  { rules }: Engine,
  without: readonly string[],
): string[] {
  const [only] = cases;
  if (only === undefined || cases.length > 1) return [];
  const chosen = listEntityObservers(rules, entity, only.tool).filter((tool) => !without.includes(tool));
  if (chosen.length === 0) return [];
  return rules.entities[entity]!.observedBy.map(({ tool }) => tool).filter((tool) => !chosen.includes(tool));
}

/** Keeps instances for other cases, since reading tools have not changed them. One with children may refuse what a new one does not. */
export function keepAll(engine: Engine, instances: readonly EntityInstance[], seen?: Observation): void {
  const isParent = ({ entity, id }: EntityInstance) =>
    instances.some(({ parents }) => isDeepStrictEqual(parents[entity]?.id, id));
  for (const instance of instances.filter((each) => !isParent(each)))
    keepSpare(engine, { instance, look: seen?.filter(({ of }) => of === instance) });
}

/** Finds the entity whose id is the idempotency key of a tool. */
function findUsedUpEntity(tool: string, { rules }: Engine): string | undefined {
  const key = rules.idempotency[tool]?.key;
  return listIdArguments(rules, tool).find(({ path }) => path === key)?.entity;
}
