/** Rules about the failure codes that a spec declares for tools. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import { listCalled } from "../../model/readers.ts";
import type { Rule } from "../rule.ts";
import { type PromisedCode, promisedCodes } from "../uses.ts";

export const refusalRules: readonly Rule[] = [
  {
    code: "refusal-declared",
    sentence: "A tool declares each failure code that the spec expects of it.",
    violations: (model) => {
      const declared = new Set(model.failures.map(({ code }) => code));
      return promisedCodes(model)
        .filter(({ name }) => declared.has(name))
        .flatMap((promised) => findUndeclared(promised, model));
    },
  },
];

function findUndeclared({ name: code, at, why, listTools }: PromisedCode, model: Model): Violation[] {
  return listTools().flatMap((name): Violation | [] => {
    const tool = listCalled(model).find((each) => each.name === name);
    if (!tool || tool.failures.includes(code)) return [];
    const hint = didYouMean(code, tool.failures);
    return {
      at,
      detail: `${name} ${why}, and does not declare ${JSON.stringify(code)}.`,
      hint: hint?.startsWith("Did") ? hint : `Add it to the failures of ${tool.file}.`,
    };
  });
}
