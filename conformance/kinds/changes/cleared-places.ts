/** Judges that null removes what a call has set: by the results of the changing tool, and by each tool that shows the entity. */
import { canonical } from "@toolwright/runtime/json";
import { withArticle } from "@toolwright/runtime/problems";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { lastStep } from "../../behaviour/lists/list-rule.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";

type ClearsCase = Extract<EffectCase, { readonly check: "clears" }>;

/** A place that a tool shows. */
interface ShownPlace {
  readonly tool: string;
  readonly at: string;
  readonly value: Json;
}

/** Sets the argument to a value, and then to null. */
export async function clearsVerdict(each: ClearsCase, engine: Engine): Promise<Verdict> {
  const { tool, entity, argument, value } = each;
  const { instances, calls, observer, verdicts, context } = engine;
  const instance = await instances.make(entity);
  const example = baseArguments(context.cases, each.bases[0]!);
  // Each call has the present revision.
  const call = async (to: Json) => {
    const input = applyEdits(example, [{ set: argument, to }]);
    const options = { instances: { [entity]: instance }, keep: [argument], isChanged: true };
    return calls.call({ tool, input: await instances.fill(tool, input, options) });
  };
  const set = await call(value);
  if (set.outcome.is !== "success") throw verdicts.setupFailed(set);
  const before = listPlaces(each, set, await observer.observe(instance));
  if (before.length === 0) return inapplicable(`nothing shows the ${argument.slice(1)} that ${tool} has set`);
  const cleared = await call(null);
  // A call that is made once for an entity, such as one that gives notice, is refused after the first one.
  if (cleared.outcome.is === "refusal")
    return inapplicable(`${tool} takes no second call about ${withArticle(entity)}`);
  if (cleared.outcome.is !== "success") throw verdicts.setupFailed(cleared);
  const after = listPlaces(each, cleared, await observer.observe(instance));
  const kept = after.find((place) => before.some((one) => isSamePlace(one, place)));
  if (kept === undefined) return held;
  const got = `${kept.tool} shows ${JSON.stringify(kept.value)} at ${kept.at}, as before`;
  return verdicts.failed(each.must, cleared, got);
}

/** Lists where the result and the tools that show the entity have a value under the name of the place. */
function listPlaces({ path, tool }: ClearsCase, called: Called, observation: Observation): ShownPlace[] {
  const own = valueAt(readStructured(called), path);
  const name = lastStep(path);
  const shown = observation.flatMap(({ tool: shownBy, value }) =>
    value === undefined
      ? []
      : listLeaves(value)
          // A list in the entity may tell what it was.
          .filter(({ pointer }) => lastStep(pointer) === name && !/\/\d+(\/|$)/.test(pointer))
          .map((leaf) => ({ tool: shownBy, at: leaf.pointer, value: leaf.value })),
  );
  return [...(own === undefined ? [] : [{ tool, at: path, value: own }]), ...shown].filter(
    (place) => place.value !== null && place.value !== "",
  );
}

function isSamePlace(a: ShownPlace, b: ShownPlace): boolean {
  return a.tool === b.tool && a.at === b.at && canonical(a.value) === canonical(b.value);
}
