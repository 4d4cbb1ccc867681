/** Makes what a server with a missing check accepts: a thing that ends before it begins. */
import { canonical } from "@toolwright/runtime/json";
import type { Engine } from "../../behaviour/engine.ts";
import { applyEdits, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { OrderedArguments } from "../../cases/result-cases.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";

/** Makes an entity with two arguments exchanged, and shows it if it could be made. */
export async function makeExchanged({ entity, one, other }: OrderedArguments, engine: Engine): Promise<void> {
  const maker = requireDeclared(engine.rules.entities[entity]?.madeBy);
  const input = await engine.live.into(maker.tool, maker.input);
  const [first, second] = [valueAt(input, one), valueAt(input, other)];
  if (first === undefined || second === undefined || canonical(first) === canonical(second)) return;
  const exchanged = applyEdits(input, [
    { set: one, to: second },
    { set: other, to: first },
  ]) as JsonObject;
  if (!engine.context.schemas.fits(maker.tool, exchanged)) return;
  const made = await ifPossible(engine.instances.make(entity, { input: exchanged }));
  if (made !== undefined) await ifPossible(engine.observer.observe(made));
}
