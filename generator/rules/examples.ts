import { childPointer, pointerSteps } from "@toolwright/runtime/json";
import { problemsOf } from "@toolwright/runtime/problems";
import { inputTarget } from "../cases/arguments.ts";
import { fitting } from "../cases/fits.ts";
import { rootNode } from "../cases/node.ts";
import type { Locus, Violation } from "../diagnostic.ts";
import type { Example, Model, Tool } from "../model.ts";
import type { Validator } from "../schema/ajv.ts";
import { meantModel } from "../schema/meant.ts";
import { portable } from "../schema/portable.ts";
import { type Resolver, resolver } from "../schema/roots.ts";
import { type ToolValidators, validatorsOf } from "../schema/validators.ts";
import type { Rule } from "./rule.ts";
import { misnamed } from "./tools.ts";

export const exampleRules: readonly Rule[] = [
  {
    code: "example-fits",
    sentence: "An example fits the schemas of its tool.",
    violations: (model) => {
      const resolve = resolver(model);
      const isFitting = fitterOf(model);
      return model.tools.flatMap((tool, index) => {
        // Validators take long to compile, so they are asked only for what is wrong, in the words in which a caller is told.
        const unfit = tool.examples.filter((example) => !isFitting(index, example));
        // What is wrong with `exactlyOne` is told there, and every example would fail for it.
        if (unfit.length === 0 || misnamed(tool, resolve).length > 0) return [];
        return misfits(tool, unfit, validatorsOf(model).of(tool), resolve);
      });
    },
  },
];

/** Tells whether an example of the tool at that index fits. */
function fitterOf(written: Model): (tool: number, example: Example) => boolean {
  const model = meantModel(written);
  const fits = fitting(resolver(model));
  const targets = model.tools.map((tool) => ({
    input: inputTarget(tool),
    output: tool.output && rootNode(tool.output),
  }));
  return (tool, example) => {
    const { input, output } = targets[tool]!;
    return (
      (!wantsInput(example) || fits(example.input, input)) &&
      (example.output === undefined || !output || fits(example.output, output))
    );
  };
}

/** An example of a call that is refused as `invalid_input` is meant not to fit. */
function wantsInput({ failure }: Example): boolean {
  return failure !== "invalid_input";
}

function misfits(
  tool: Tool,
  unfit: readonly Example[],
  { input, output }: ToolValidators,
  resolve: Resolver,
): Violation[] {
  return unfit.flatMap((example) => {
    const at = (key: string): Locus => ({ file: tool.file, path: [...example.at.path, key] });
    return [
      ...(wantsInput(example)
        ? misfit(example.input, input, at("input"), () => portable(tool.input, resolve))
        : []),
      ...(example.output === undefined
        ? []
        : misfit(example.output, output, at("output"), () => portable(tool.output!, resolve))),
    ];
  });
}

/** In the words in which a caller would be told. `schema`: what the validator stands for, as one document. */
function misfit(
  value: unknown,
  validate: Validator | undefined,
  at: Locus,
  schema: () => unknown,
): Violation[] {
  if (!validate || validate(value)) return [];
  const errors = validate.errors ?? [];
  const extra = new Set(
    errors.map(({ instancePath, params }) =>
      childPointer(instancePath, String(params.additionalProperty ?? params.unevaluatedProperty)),
    ),
  );
  return problemsOf(errors, value, schema())
    .slice(0, 5)
    .map(({ path, problem }) => ({
      at: { file: at.file, path: [...at.path, ...pointerSteps(path)], key: extra.has(path) },
      detail: `${path === "" ? "It" : JSON.stringify(pointerSteps(path).join("/"))} ${problem.replace(/[^?]$/, "$&.")}`,
    }));
}
