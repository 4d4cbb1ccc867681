/** Judges whether numbers keep their digits, from the arguments of a call to everything that shows them. */

import { type Called, readStructured } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import { requireMadeId } from "../behaviour/instances/made-id.ts";
import { makeNamedInstance } from "../behaviour/instances/named-instance.ts";
import { readResources } from "../behaviour/observe/resource-views.ts";
import { listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../calls/arguments.ts";
import { applyEdits, type Json } from "../cases/edits.ts";
import { listLeaves } from "../cases/places.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../results/verdict.ts";

type DigitsCase = Extract<ResultCase, { readonly check: "digits" }>;

/** The values that tools and resources show after a call with a number. */
interface Shown {
  readonly called: Called;
  /** The tool or resource and the place -> the value. */
  readonly places: ReadonlyMap<string, Json>;
}

/** Finds the places that show two short numbers, and checks that they show long ones as they were sent. */
export async function digitsVerdict(each: DigitsCase, engine: Engine): Promise<Verdict> {
  const known: (Shown & { readonly sent: Json })[] = [];
  for (const sent of each.controls) {
    const shown = known.length < 2 ? await showNumber(each, sent, engine) : undefined;
    if (shown) known.push({ ...shown, sent });
  }
  const [first, second] = known;
  if (first === undefined || second === undefined)
    return inapplicable(`${each.tool} takes no two other numbers at ${each.argument}`);
  const places = [...first.places].filter(
    ([place, value]) => value === first.sent && second.places.get(place) === second.sent,
  );
  if (places.length === 0) return inapplicable(`nothing shows ${each.argument} of ${each.tool}`);
  let accepted = 0;
  for (const sent of each.values) {
    const shown = await showNumber(each, sent, engine);
    if (shown === undefined) continue;
    accepted += 1;
    const wrong = places.find(([place]) => shown.places.get(place) !== sent);
    if (wrong === undefined) continue;
    const got = `${wrong[0]} is ${JSON.stringify(shown.places.get(wrong[0]) ?? null)}`;
    return engine.verdicts.failed(`${sent}, as it was sent at ${each.argument}`, shown.called, got);
  }
  return accepted > 0 ? held : inapplicable(`${each.tool} takes no longer number at ${each.argument}`);
}

/** Makes the call with a number, and reads everything that shows the entity; undefined if the call is refused. */
async function showNumber(each: DigitsCase, sent: Json, engine: Engine): Promise<Shown | undefined> {
  const { rules, instances, calls, context, observer } = engine;
  const { tool, entity } = each;
  const example = baseArguments(context.cases, each.base);
  const named = [...listNamedEntities(rules, tool, example)].filter((name) => rules.entities[name]?.madeBy);
  const byEntity = Object.fromEntries((await instances.makeAll(named)).map((one) => [one.entity, one]));
  const filled = await instances.fill(tool, example, { instances: byEntity });
  const input = applyEdits(filled, [{ set: each.argument, to: sent }]);
  await engine.states.bringToState(tool, input);
  const called = await calls.call({ tool, input });
  if (called.outcome.is !== "success") return undefined;
  const { madeBy } = requireDeclared(rules.entities[entity]);
  const subject =
    madeBy?.tool === tool
      ? makeNamedInstance({ entity, id: requireMadeId(madeBy, readStructured(called)) }, called, byEntity)
      : requireDeclared(byEntity[entity]);
  const observation = await observer.observeFinished(() => observer.observe(subject));
  const seen = [...observation, ...(await readResources(subject, engine))];
  const own = [{ tool, value: readStructured(called) }];
  const places = [...own, ...seen].flatMap(({ tool: shownBy, value }) =>
    value === undefined
      ? []
      : listLeaves(value).map((leaf): [string, Json] => [`${shownBy} ${leaf.pointer}`, leaf.value]),
  );
  return { called, places: new Map(places) };
}
