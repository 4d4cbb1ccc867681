/** Makes what a server with a missing check accepts: a thing that ends before it begins. */
import { canonical } from "@toolwright/runtime/json";
import type { Engine } from "../../behaviour/engine.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Edit, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { OrderedArguments } from "../../cases/result-cases.ts";
import { printTimeLike, toMs } from "../../cases/times.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";

/** A tool that changes an entity. */
type Changer = NonNullable<OrderedArguments["by"]>;

/** Makes an entity with two arguments exchanged and shows it, or changes some so: with both arguments, and with each alone. */
export async function makeExchanged(pair: OrderedArguments, engine: Engine): Promise<void> {
  const { one, other, by } = pair;
  if (by === undefined) {
    await ifPossible(makeOne(pair, engine));
    return;
  }
  await ifPossible(changeBoth(pair, by, engine));
  await ifPossible(changeAlone({ entity: pair.entity, place: one, kept: other }, by, engine));
  await ifPossible(changeAlone({ entity: pair.entity, place: other, kept: one }, by, engine));
}

async function makeOne(pair: OrderedArguments, engine: Engine): Promise<void> {
  const { entity } = pair;
  const maker = requireDeclared(engine.rules.entities[entity]?.madeBy);
  const input = await exchange(pair, maker.tool, maker.input, engine);
  if (input !== undefined) await engine.observer.observe(await engine.instances.make(entity, { input }));
}

async function changeBoth(pair: OrderedArguments, by: Changer, engine: Engine): Promise<void> {
  const { tool, id, bases } = by;
  for (const base of bases) {
    const input = await exchange(pair, tool, baseArguments(engine.context.cases, base), engine);
    if (input === undefined) continue;
    const instance = await engine.instances.make(pair.entity);
    await engine.instances.callAbout(instance, { tool, input, id });
    await engine.observer.observe(instance);
    return;
  }
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

/** A change of one of two ordered places; the other one stays as it was when the entity was made. */
interface Alone {
  readonly entity: string;
  readonly place: string;
  readonly kept: string;
}

/** Moves one place to the other side of the one that is kept, as an end before the present begin. */
async function changeAlone(
  { entity, place, kept }: Alone,
  { tool, id, bases }: Changer,
  engine: Engine,
): Promise<void> {
  const { context, instances, rules } = engine;
  const maker = requireDeclared(rules.entities[entity]?.madeBy);
  const sample = valueAt(maker.input, place);
  const change = (input: Json, to: Json): Json => {
    const without: Edit[] = valueAt(input, kept) === undefined ? [] : [{ remove: kept }];
    return applyEdits(input, [...without, { set: place, to }]);
  };
  const inputs = bases.map((base) => baseArguments(context.cases, base));
  const input = inputs.find(
    (each) => sample !== undefined && context.schemas.fits(tool, change(each, sample)),
  );
  if (input === undefined) return;
  const instance = await instances.make(entity);
  const to = mirror(valueAt(instance.input, place), valueAt(instance.input, kept));
  if (to === undefined) return;
  await instances.callAbout(instance, { tool, input: change(input, to) as JsonObject, id });
  await engine.observer.observe(instance);
}

/** Returns the value that is as far from another one as a number or a time is, on its other side; undefined if both are equal. */
function mirror(value: Json | undefined, around: Json | undefined): Json | undefined {
  if (typeof value === "number" && typeof around === "number")
    return value === around ? undefined : 2 * around - value;
  if (typeof value !== "string" || typeof around !== "string") return undefined;
  const ms = 2 * toMs(around) - toMs(value);
  return Number.isNaN(ms) || ms === toMs(value) ? undefined : printTimeLike(value, ms);
}
