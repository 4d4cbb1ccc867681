/** Adds items to the list that a tool returns: with the tool that makes or adds them, or with the hook respond. */
import { baseArguments } from "../../calls/arguments.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import { type Json, type JsonObject, steps, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { callTimes } from "../calls/calls.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { measureSize } from "../observe/watched-results.ts";
import { oncePerRun } from "../once-per-run.ts";
import { findMaker, type ListRule, lastStep, listOwners } from "./list-rule.ts";
import { makeWith } from "./made-with.ts";
import { findNoted } from "./noted.ts";
import { placeApart } from "./placed-apart.ts";

/**
 * The source of new items: making an entity, a tool that adds items that are not entities, or the hook respond. A list of what was done
 * notes the making of an entity, and its items are no entities.
 */
type Source =
  | { readonly by: "making"; readonly entity: string }
  | { readonly by: "noting"; readonly entities: readonly string[] }
  | { readonly by: "adding"; readonly tool: string }
  | { readonly by: "hook" };

interface SupplyOptions {
  readonly engine: Engine;
  readonly list: ListRule;
  readonly source: Source;
  readonly account: string | undefined;
  /** The entities to which the list belongs. */
  readonly parents: readonly EntityInstance[];
  readonly input: Json;
}

/** A list on the target, and the source of its items. */
export class Supply {
  /** Arguments of the call that returns the list. */
  readonly input: Json;
  readonly account: string | undefined;
  /** Whether the list contains only items of an entity that the arguments name, so that other cases add nothing to it. */
  readonly isOwn: boolean;
  /** Whether a hook creates the items, many at once. */
  readonly isByHook: boolean;
  /** The instances to which the items belong. */
  readonly parents: readonly EntityInstance[];
  readonly #options: SupplyOptions;
  /** Entity -> the instance to which the items belong. */
  readonly #instances: NamedEntities;
  /** The number of items that were made, or tried to be. */
  #made = 0;

  constructor(options: SupplyOptions) {
    const { input, account, parents, source } = options;
    this.input = input;
    this.account = account;
    this.isOwn = parents.length > 0;
    this.parents = parents;
    this.isByHook = source.by === "hook";
    this.#options = options;
    this.#instances = byEntity(parents);
  }

  /**
   * Adds items with these field values, as far as the source accepts them. Returns their ids, if the source reports them. Throws a
   * PreconditionError if there is no source.
   */
  async add(count: number, values: JsonObject = {}): Promise<Json[]> {
    const { source } = this.#options;
    switch (source.by) {
      case "making":
        return this.#make(source.entity, count, values);
      case "noting":
        for (let index = 0; index < count; index++)
          await this.#make(source.entities[index % source.entities.length]!, 1, {});
        return [];
      case "adding":
        return this.#addBy(source.tool, count);
      case "hook":
        return this.#respond(count, values);
    }
  }

  /** Whether the call that makes an item, or a transition, can give it a value of this field. */
  canGive(field: string): boolean {
    const { source, engine } = this.#options;
    if (source.by !== "making") return false;
    const { states, repeats, entities } = engine.rules;
    const maker = entities[source.entity]!.madeBy!;
    return (
      Object.values(states).some(
        (each) => each.entity === source.entity && lastStep(each.field.path) === field,
      ) ||
      (repeats[maker.tool] ?? []).some(
        ({ argument, path }) => lastStep(path) === field && steps(argument).length === 1,
      )
    );
  }

  async #make(entity: string, count: number, values: JsonObject): Promise<Json[]> {
    const { engine, account } = this.#options;
    const ids: Json[] = [];
    for (let index = 0; index < count; index++) {
      const options = { account, instances: this.#instances };
      // The items have one place in common if the list belongs to an entity.
      const interval = this.isOwn ? await placeApart(engine, entity, this.#made) : {};
      this.#made += 1;
      ids.push((await makeWith(engine, entity, values, { ...options, input: interval })).id);
    }
    return ids;
  }

  /** Calls the adding tool. Some calls may be refused, for example if the list is full. */
  async #addBy(tool: string, count: number): Promise<Json[]> {
    const { engine, account } = this.#options;
    const example = baseArguments(engine.context.cases, tool);
    const options = { account, instances: this.#instances };
    await callTimes(count, async () => {
      const input = await engine.instances.fill(tool, example, options);
      return engine.calls.call({ tool, input }, { account });
    });
    return [];
  }

  async #respond(count: number, values: JsonObject): Promise<Json[]> {
    const { engine, list, parents } = this.#options;
    const { entity, id } = requireDeclared(
      parents[0],
      `the spec declares no way to create items of ${list.tool}`,
    );
    await engine.hooks.run("respond", { entity, id, count, values });
    return [];
  }
}

/** Creates the supply of a list. @param adder the tool that adds items that are not entities; if absent, it is found when needed */
export async function createSupply(
  engine: Engine,
  list: ListRule,
  account?: string,
  adder?: string,
): Promise<Supply> {
  const source = await findSource(engine, list, adder);
  if (source.by === "hook") engine.hooks.requireHook("respond");
  const parents = await engine.instances.makeAll(listOwners(engine.rules, list), { account });
  const input = await engine.instances.fill(list.tool, list.input, {
    account,
    instances: byEntity(parents),
  });
  return new Supply({ engine, list, source, account, parents, input });
}

async function findSource(engine: Engine, list: ListRule, adder: string | undefined): Promise<Source> {
  const entity = findMaker(engine.rules, list);
  if (entity !== undefined) return { by: "making", entity };
  if (adder !== undefined) return { by: "adding", tool: adder };
  if (engine.hooks.has("respond")) return { by: "hook" };
  const tool = await findAdder(engine, list);
  if (tool !== undefined) return { by: "adding", tool };
  const entities = await findNoted(engine, list);
  return entities.length === 0 ? { by: "hook" } : { by: "noting", entities };
}

function byEntity(instances: readonly EntityInstance[]): NamedEntities {
  return Object.fromEntries(instances.map((instance) => [instance.entity, instance]));
}

const adders = oncePerRun<Promise<string | undefined>>();

/** Finds the tool that adds items that are not entities, such as comments: two calls of it must add two items. */
function findAdder(engine: Engine, list: ListRule): Promise<string | undefined> {
  return adders(engine, `${list.tool} ${list.items}`, async () => {
    for (const tool of listAdding(engine, list)) {
      const supply = await createSupply(engine, list, undefined, tool);
      const call = { tool: list.tool, input: supply.input };
      const readSize = async () => {
        const [items] = valuesAt(await engine.calls.requireResult(call), list.items);
        return measureSize(items?.value ?? []);
      };
      const before = await readSize();
      await supply.add(2);
      if ((await readSize()) === before + 2) return tool;
    }
    return undefined;
  });
}

/** Lists the tools that may add an item to the list at each call, do not create another parent, and draw from no quota. */
function listAdding({ rules, context: { cases } }: Engine, list: ListRule): string[] {
  const { entities, repeats, draws } = rules;
  const parents = listOwners(rules, list).map((name) => entities[name]!);
  const makesOther = (name: string) =>
    parents.some(({ results }) =>
      results.some((place) => place.tool === name && !repeats[name]?.some(({ path }) => path === place.path)),
    );
  const isAdding = (entry: Json) =>
    valueAt(entry, "/annotations/destructiveHint") === false &&
    valueAt(entry, "/annotations/idempotentHint") !== true;
  return cases.manifest.flatMap((entry) => {
    const { name } = entry;
    const isCallable = cases.tools[name]?.readOnly === false && cases.bases[name] && !draws[name];
    const isOfParent = parents.some((rule) => takesId(rule, name)) && !makesOther(name);
    return isCallable && isOfParent && isAdding(entry) ? [name] : [];
  });
}

function takesId(rule: Engine["rules"]["entities"][string], tool: string): boolean {
  return rule.arguments.some((place) => place.tool === tool);
}
