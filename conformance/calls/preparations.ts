import { compileGlob } from "../results/accepted.ts";
import type { Target } from "../target/target.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import type { Notes } from "./notes.ts";

/** Creates the function that makes the calls which the target file requires before a case. A failing call is noted with its answer. */
export function makePreparations(
  { before = [] }: Target,
  caller: Caller,
  notes: Notes,
): Context["prepareFor"] {
  const rules = before.map(({ case: glob, calls }) => ({ pattern: compileGlob(glob), calls, glob }));
  return async (id, values) => {
    for (const { calls, glob } of rules.filter(({ pattern }) => pattern.test(id))) {
      for (const { tool, input } of calls) {
        const called = await caller.call(tool, await values.into(tool, input), caller.allScopes);
        if (called.outcome.is !== "success")
          notes.add(
            `${tool}, which the target file calls before ${glob}, failed: ${describeAnswer(called.exchange.answer)}`,
          );
      }
    }
  };
}
