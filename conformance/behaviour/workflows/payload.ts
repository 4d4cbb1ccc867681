/** Makes the arguments of a step: the values of its expressions stand in their places. */

import { applyEdits, type JsonObject } from "../../cases/edits.ts";
import { evaluate, type Scope } from "../../cases/expressions.ts";
import type { StepRule } from "../../cases/workflows.ts";
import { PreconditionError } from "../../results/precondition-error.ts";

/** Throws a PreconditionError if an expression has no value. */
export function makePayload(
  { payload, expressions }: Pick<StepRule, "payload" | "expressions">,
  scope: Scope,
): JsonObject {
  const edits = expressions.map(({ path, value }) => {
    const to = evaluate(value, scope);
    if (to === undefined)
      throw new PreconditionError("setup", `there is no value for ${path} of the payload`);
    return { set: path, to };
  });
  return applyEdits(payload, edits) as JsonObject;
}
