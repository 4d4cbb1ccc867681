/** Performs the steps of workflows about things that are there, so that a call about them can succeed. */
import type { NamedEntities } from "../../calls/named-entity.ts";
import { applyEdits, type JsonObject } from "../../cases/edits.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { StepsAbout } from "../rules/workflow-calls.ts";
import { prepareStep } from "./workflows.ts";

/**
 * Performs the steps with these things in place of those that the makers would make. Throws a PreconditionError if one is refused.
 * @param account the account that has the things; if undefined, that of the run
 */
export async function performStepsAbout(
  { workflow, step, makers }: StepsAbout,
  named: NamedEntities,
  engine: Engine,
  account: string | undefined,
): Promise<void> {
  const knownResults = new Map<string, JsonObject>();
  for (const [id, entity] of makers) {
    const madeId = named[entity]?.id;
    // The run knows the parents of a thing only if it has made the thing. Else the step makes another one.
    if (madeId === undefined) continue;
    const known = engine.instances.known.find(entity, madeId);
    const { path } = requireDeclared(engine.rules.entities[entity]?.madeBy);
    const result = known?.result ?? applyEdits({}, [{ set: path, to: madeId }]);
    knownResults.set(id, result as JsonObject);
  }
  const steps = workflow.steps.map((each) => (account === undefined ? each : { ...each, account }));
  const last = requireDeclared(steps[workflow.steps.indexOf(step)]);
  await prepareStep(engine, { ...workflow, steps }, last, knownResults);
}
