/** Judges tools whose callers choose the id of what they make: another one with the same id does not take its place. */

import { readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { newKeyFor } from "../../behaviour/instances/fill.ts";
import { readMadeId } from "../../behaviour/instances/made-id.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { withValuesAt } from "../../cases/places.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";

type TakenIdCase = Extract<EffectCase, { readonly check: "id-taken" }>;

export async function takenIdVerdict(each: TakenIdCase, engine: Engine): Promise<Verdict> {
  const { instances, observer, calls, verdicts, rules } = engine;
  const { tool, entity, argument } = each;
  const instance = await instances.make(entity);
  const maker = requireDeclared(rules.entities[entity]?.madeBy);
  if (valueAt(instance.input, argument) !== instance.id)
    return inapplicable(`the server gave the ${entity} another id than that at ${argument}`);
  const observe = () => observer.observe(instance);
  const before = await observe();
  const called = await calls.call({ tool, input: withOtherValues(each, instance.input, engine) });
  const { outcome } = called;
  if (outcome.is !== "success" && outcome.is !== "refusal") throw verdicts.setupFailed(called);
  const isSame = outcome.is === "refusal" || readMadeId(maker, readStructured(called)) === instance.id;
  if (!isSame) return inapplicable(`the server gave the second ${entity} another id`);
  const [change] = await observer.findChanges(observe, before, await observe());
  if (change !== undefined) return verdicts.failed(each.must, called, describeChange(change));
  if (outcome.is === "refusal") return held;
  return unverified("unobserved", `${tool} took the id again, and changed nothing`);
}

/** Gives each argument another valid value, but for the id and for what names other entities. */
function withOtherValues({ tool, others }: TakenIdCase, made: Json, { context, rules }: Engine): Json {
  const fits = (input: Json) => context.schemas.fits(tool, input);
  let input = made;
  for (const [set, values] of Object.entries(others)) {
    const candidates = values
      .filter((to) => valueAt(made, set) !== undefined && valueAt(made, set) !== to)
      .map((to) => applyEdits(input, [{ set, to }]));
    input = candidates.find(fits) ?? input;
  }
  const key = rules.idempotency[tool]?.key;
  if (key === undefined) return input;
  const fitsAsKey = (to: Json) => fits(applyEdits(input, [{ set: key, to }]));
  return withValuesAt(input, key, (old) => newKeyFor(old, fitsAsKey));
}
