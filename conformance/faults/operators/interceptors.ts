import type { Json } from "toolwright/runtime";
import { canonical } from "../../judge/canonical.ts";
import type { Faulty, Healthy } from "../fault.ts";
import {
  codeOf,
  type JsonObject,
  type Passed,
  type Passing,
  resultOf,
  toolOf,
  withResult,
} from "../messages.ts";

/** Does something else with the calls of one tool, and leaves all other requests alone. */
export function onCalls(tool: string, act: Faulty): Faulty {
  return (passing, healthy) => (toolOf(passing) === tool ? act(passing, healthy) : healthy(passing));
}

/** Changes answers; `undefined` leaves one as it is. */
export function afterwards(
  change: (passed: Passed, passing: Passing, healthy: Healthy) => Passed | undefined,
): Faulty {
  return async (passing, healthy) => {
    const passed = await healthy(passing);
    return change(passed, passing, healthy) ?? passed;
  };
}

/** Changes results of a tool that succeed; `undefined` leaves one as it is. */
export function onSuccesses(tool: string, change: (result: JsonObject) => Json | undefined): Faulty {
  return onCalls(
    tool,
    afterwards((passed) => {
      const result = resultOf(passed);
      if (result === undefined || result.isError === true) return undefined;
      const changed = change(result);
      return changed === undefined || canonical(changed) === canonical(result)
        ? undefined
        : withResult(passed, changed);
    }),
  );
}

/** Changes refusals of a tool: all of them, or those with one code. */
export function onRefusals(
  tool: string,
  code: string | undefined,
  change: (passed: Passed, result: JsonObject, passing: Passing) => Passed,
): Faulty {
  return onCalls(
    tool,
    afterwards((passed, passing) => {
      const result = resultOf(passed);
      const found = result && codeOf(result);
      if (found === undefined || (code !== undefined && found !== code)) return undefined;
      return change(passed, result!, passing);
    }),
  );
}

const failureKey = "dev.toolwright/failure";

/** A refusal whose failure part is another one. */
export function withFailure(result: JsonObject, change: (failure: JsonObject) => JsonObject): JsonObject {
  const meta = result._meta as JsonObject;
  return { ...result, _meta: { ...meta, [failureKey]: change(meta[failureKey] as JsonObject) } };
}
