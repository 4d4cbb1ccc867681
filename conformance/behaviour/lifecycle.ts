/** Makes entities, brings them to a state, and ends them. */
import type { Behaviour } from "../cases/behaviour.ts";
import { type JsonObject, valueAt } from "../cases/edits.ts";
import { declared, PreconditionError } from "../results/precondition-error.ts";
import { parentsFirst, parentsFrom, withAddress } from "./address.ts";
import type { Called, Calls } from "./calls.ts";
import { type Clock, requireClock } from "./clock.ts";
import type { EntityInstance } from "./entity-instance.ts";
import type { Filler, FillOptions } from "./fill.ts";
import { type CallAbout, makeStateWalker } from "./state-walker.ts";
import { routeTo, secondsOn } from "./transitions.ts";

export interface MakeOptions {
  readonly account?: string | undefined;
  /** Arguments that replace those of the rule. */
  readonly input?: JsonObject;
  /** Entity -> the one that arguments of the maker name, such as the parent. */
  readonly instances?: FillOptions["instances"];
  /** Entities for which this one is made: their ids in the arguments stay those of the example. */
  readonly within?: readonly string[];
}

export type Lifecycle = ReturnType<typeof makeLifecycle>;

export function makeLifecycle(rules: Behaviour, calls: Calls, filler: () => Filler, clock: Clock) {
  const callAbout = callerAbout(rules, calls, filler);
  const walker = makeStateWalker(rules, calls, callAbout, clock);
  return { make, makeAll, makeIn, ...walker, end };

  /** Makes an entity. Throws a PreconditionError if that does not succeed. */
  async function make(
    entity: string,
    { account, input = {}, instances, within = [] }: MakeOptions = {},
  ): Promise<EntityInstance> {
    const maker = declared(rules.entities[entity]?.madeBy, `the spec names no tool that makes a ${entity}`);
    const example = { ...maker.input, ...input };
    const { input: sent, named } = await filler().fill(maker.tool, example, {
      account,
      within: [...within, entity],
      ...(instances && { instances }),
    });
    const result = await calls.succeed({ tool: maker.tool, input: sent }, { account });
    const id = valueAt(result, maker.path);
    if (id === undefined)
      throw new PreconditionError("setup", `the result of ${maker.tool} has no id at ${maker.path}`);
    const states = Object.entries(rules.states).filter(([, machine]) => machine.entity === entity);
    return {
      entity,
      id,
      account,
      input: sent as JsonObject,
      result,
      states: new Map(states.map(([name, { initial }]) => [name, initial])),
      parents: parentsFrom(entity, named),
    };
  }

  /** Makes one of each entity, where one belongs to another within it. Keeps their order. */
  async function makeAll(
    entities: readonly string[],
    options: Pick<MakeOptions, "account"> = {},
  ): Promise<EntityInstance[]> {
    const instances: Record<string, EntityInstance> = {};
    for (const entity of parentsFirst(rules, entities))
      instances[entity] = await make(entity, { ...options, instances });
    return entities.map((entity) => instances[entity]!);
  }

  /** Makes an entity and brings it to a state. */
  async function makeIn(machine: string, state: string, options?: MakeOptions): Promise<EntityInstance> {
    const rule = rules.states[machine]!;
    const entity = declared(rule.entity, `the spec names no entity that has the states of ${machine}`);
    requireClock(secondsOn(rule, routeTo(rule, rule.initial, state) ?? []), clock);
    const instance = await make(entity, options);
    await walker.bring(instance, machine, state);
    return instance;
  }

  /** Calls the tool that ends it. Throws a PreconditionError if the spec names none. */
  async function end(instance: EntityInstance): Promise<Called> {
    const { endedBy } = rules.entities[instance.entity]!;
    return callAbout(instance, declared(endedBy, `the spec names no tool that ends a ${instance.entity}`));
  }
}

function callerAbout(rules: Behaviour, calls: Calls, filler: () => Filler): CallAbout {
  return async (instance, rule) => {
    const { input } = await filler().fill(rule.tool, withAddress(rules, rule, instance), {
      account: instance.account,
      keep: rule.id === undefined ? [] : [rule.id],
      about: instance,
    });
    return calls.call({ tool: rule.tool, input }, { account: instance.account });
  };
}
