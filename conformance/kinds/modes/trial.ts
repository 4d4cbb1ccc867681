/** Prepares the call of a case about an annotation, and a way to observe its effects. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { listIdArguments, listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { keepSpare } from "../../behaviour/states/spare-instances.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";

export interface ObservedOptions {
  /** Tools that do not look. */
  readonly without?: readonly string[];
  /** Whether instances that no case touches are looked at, too. */
  readonly withReferences?: boolean;
}

/** The arguments of a call, and a function that observes its effects. */
export interface ModeTrial {
  readonly input: Json;
  /** Empty where the account as a whole is observed. */
  readonly observed: readonly EntityInstance[];
  observe(): Promise<Observation>;
}

/** New instances, and how to observe those that last. */
export interface ObservedInstances {
  /** Entity -> its new instance. */
  readonly instances: Readonly<Record<string, EntityInstance>>;
  /** What `observe` looks at. */
  readonly observed: readonly EntityInstance[];
  observe(): Promise<Observation>;
}

/**
 * A new instance of each entity that the tool takes; for a tool that takes none, one of each entity. Where the spec
 * declares no entity that others show, the account as a whole is observed.
 */
export async function prepareTrial(
  each: ModeCase,
  engine: Engine,
  options: ObservedOptions = {},
): Promise<ModeTrial> {
  const example = exampleArguments(engine.context.cases, each);
  const visible = entitiesShown(engine, options);
  const named = listNamedEntities(engine.rules, each.tool, example);
  const taken = visible.filter((entity) => named.has(entity));
  const entities = taken.length > 0 ? taken : visible;
  const { instances, observed, observe } = await makeObserved(entities, [each], engine, options, (wanted) =>
    engine.instances.makeAll(wanted),
  );
  const input = await engine.instances.fill(each.tool, example, { instances });
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
  const observe = () => engine.accounts.observe({ without });
  if ((await observe()).every(({ value }) => value === undefined))
    throw new PreconditionError("unobserved", `no other tool shows what ${tool} changes`);
  return { input, observed: [], observe };
}

/** The entities that can be made, and that others than these tools show. */
export function entitiesShown({ rules }: Engine, { without = [] }: ObservedOptions): string[] {
  return Object.entries(rules.entities)
    .filter(([, { madeBy, observedBy }]) => madeBy && observedBy.some(({ tool }) => !without.includes(tool)))
    .map(([name]) => name);
}

/** A new instance of each entity, and how to observe those that last. */
export async function makeObserved(
  entities: readonly string[],
  cases: readonly ModeCase[],
  engine: Engine,
  { without = [], withReferences = false }: ObservedOptions,
  make: (entities: readonly string[]) => Promise<EntityInstance[]>,
): Promise<ObservedInstances> {
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

/** What reading tools alone were called with is as it was made. */
export function leaveAll(engine: Engine, instances: readonly EntityInstance[], seen?: Observation): void {
  for (const instance of instances)
    keepSpare(engine, { instance, look: seen?.filter(({ of }) => of === instance) });
}

/** The entity whose id is the idempotency key of a tool. */
function usedUpBy(tool: string, { rules }: Engine): string | undefined {
  const key = rules.idempotency[tool]?.key;
  return listIdArguments(rules, tool).find(({ path }) => path === key)?.entity;
}
