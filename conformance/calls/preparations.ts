import { globPattern } from "../results/accepted.ts";
import type { Target } from "../target/target.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";

/** Makes the calls that the target file lists before a case. If they fail, the case itself shows it. */
export function preparationsOf({ before = [] }: Target, caller: Caller): Context["prepareFor"] {
  const rules = before.map(({ case: glob, calls }) => ({ pattern: globPattern(glob), calls }));
  return async (id, values) => {
    for (const { tool, input } of rules
      .filter(({ pattern }) => pattern.test(id))
      .flatMap(({ calls }) => calls)) {
      await caller.call(tool, await values.into(input), caller.allScopes);
    }
  };
}
