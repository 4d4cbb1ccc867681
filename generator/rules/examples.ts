/** Rules about the examples of tools. */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import { type Evaluator, evaluatorFor } from "@toolwright/json-schema/evaluation";
import { childPointer, pointerSteps } from "@toolwright/runtime/json";
import { explainErrors } from "@toolwright/runtime/problems";
import { inputTarget } from "../cases/arguments.ts";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { portable } from "../schema/portable.ts";
import { resolver } from "../schema/roots.ts";
import type { Rule } from "./rule.ts";
import { findMisnamed } from "./tools.ts";

export const exampleRules: readonly Rule[] = [
  {
    code: "example-fits",
    sentence: "An example fits the schemas of its tool.",
    violations: (source) => {
      const model = normalisedModel(source);
      const evaluator = evaluatorFor(resolver(model));
      return model.tools.flatMap((tool, index) => {
        const found = misfits(tool, evaluator, source, source.tools[index]!);
        // Another rule reports a wrong `exactlyOne`, for which every example would fail.
        return found.length === 0 || findMisnamed(source.tools[index]!, resolver(source)).length > 0
          ? []
          : found;
      });
    },
  },
];

function misfits(tool: Tool, evaluator: Evaluator, model: Model, source: Tool): Violation[] {
  const resolve = resolver(model);
  return tool.examples.flatMap((example) => {
    const at = (key: string): SpecLocation => ({ file: tool.file, path: [...example.at.path, key] });
    const { input, output } = example;
    return [
      // An example that is refused as `invalid_input` does not fit on purpose.
      ...(example.failure !== "invalid_input"
        ? misfit(input, inputTarget(tool), evaluator, at("input"), () => portable(source.input, resolve))
        : []),
      ...(output === undefined || !tool.output
        ? []
        : misfit(output, rootNode(tool.output), evaluator, at("output"), () =>
            portable(source.output!, resolve),
          )),
    ];
  });
}

/** Uses the messages that a caller gets. @param schema the target as one document. */
function misfit(
  value: unknown,
  target: LocatedSchema,
  { fits, problems }: Evaluator,
  at: SpecLocation,
  schema: () => unknown,
): Violation[] {
  if (fits(value, target)) return [];
  const errors = problems(value, target);
  const extra = new Set(
    errors.map(({ instancePath, params }) =>
      childPointer(instancePath, String(params.additionalProperty ?? params.unevaluatedProperty)),
    ),
  );
  return explainErrors(errors, value, schema())
    .slice(0, 5)
    .map(({ path, problem }) => ({
      at: { file: at.file, path: [...at.path, ...pointerSteps(path)], key: extra.has(path) },
      detail: `${path === "" ? "It" : JSON.stringify(pointerSteps(path).join("/"))} ${problem.replace(/[^?]$/, "$&.")}`,
    }));
}
