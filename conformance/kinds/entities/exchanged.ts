/** Makes what a server with a missing check accepts: a thing that ends before it begins. */
import { canonical } from "@toolwright/runtime/json";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { OrderedArguments } from "../../cases/result-cases.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";

/** Makes an entity with two arguments exchanged, or changes one so, and shows it. */
export async function makeExchanged(pair: OrderedArguments, engine: Engine): Promise<void> {
  const made = await ifPossible(pair.by === undefined ? makeOne(pair, engine) : changeOne(pair, engine));
  if (made !== undefined) await ifPossible(engine.observer.observe(made));
}

async function makeOne(pair: OrderedArguments, engine: Engine): Promise<EntityInstance | undefined> {
  const { entity } = pair;
  const maker = requireDeclared(engine.rules.entities[entity]?.madeBy);
  const input = await exchange(pair, maker.tool, maker.input, engine);
  return input && engine.instances.make(entity, { input });
}

async function changeOne(pair: OrderedArguments, engine: Engine): Promise<EntityInstance | undefined> {
  const { tool, id, bases } = requireDeclared(pair.by);
  for (const base of bases) {
    const input = await exchange(pair, tool, baseArguments(engine.context.cases, base), engine);
    if (input === undefined) continue;
    const instance = await engine.instances.make(pair.entity);
    await engine.instances.callAbout(instance, { tool, input, id });
    return instance;
  }
  return undefined;
}

/** Exchanges the two arguments; undefined if one of them is missing, both are equal, or the schema does not allow it. */
async function exchange(
  { one, other }: OrderedArguments,
  tool: string,
  arguments_: Json,
  engine: Engine,
): Promise<JsonObject | undefined> {
  const input = await engine.live.into(tool, arguments_);
  const [first, second] = [valueAt(input, one), valueAt(input, other)];
  if (first === undefined || second === undefined || canonical(first) === canonical(second)) return undefined;
  const exchanged = applyEdits(input, [
    { set: one, to: second },
    { set: other, to: first },
  ]);
  return engine.context.schemas.fits(tool, exchanged) ? (exchanged as JsonObject) : undefined;
}
