import type { Locus, Violation } from "../diagnostic.ts";
import { keyOf } from "../memory.ts";
import type { Tool } from "../model.ts";
import { childPointer, segments } from "../runtime/dispatch/pointer.ts";
import { problemsOf } from "../runtime/dispatch/problems.ts";
import type { Validator } from "../schema/ajv.ts";
import { portable } from "../schema/portable.ts";
import { type Resolver, resolver } from "../schema/roots.ts";
import { type ToolValidators, validatorsOf } from "../schema/validators.ts";
import type { Rule } from "./rule.ts";
import { misnamed } from "./tools.ts";

export const exampleRules: readonly Rule[] = [
  {
    code: "example-fits",
    sentence: "An example fits the schemas of its tool.",
    violations: (model, memory) => {
      const validators = validatorsOf(model);
      const resolve = resolver(model);
      return (
        model.tools
          // What is wrong with `exactlyOne` is told there, and every example would fail for it.
          .filter((tool) => tool.examples.length > 0 && misnamed(tool, resolve).length === 0)
          .flatMap((tool) => {
            const values = tool.examples.map(({ input, output, failure }) => ({ input, output, failure }));
            const key = keyOf("examples-fit", [values, validators.digestOf(tool)]);
            if (memory.recall(key) !== undefined) return [];
            const found = misfits(tool, validators.of(tool), resolve);
            if (found.length === 0) memory.keep(key, "");
            return found;
          })
      );
    },
  },
];

function misfits(tool: Tool, { input, output }: ToolValidators, resolve: Resolver): Violation[] {
  return tool.examples.flatMap((example) => {
    const at = (key: string): Locus => ({ file: tool.file, path: [...example.at.path, key] });
    // An example of a call that is refused as `invalid_input` is meant not to fit.
    const ofInput =
      example.failure === "invalid_input"
        ? []
        : misfit(example.input, input, at("input"), () => portable(tool.input, resolve));
    return [
      ...ofInput,
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
      at: { file: at.file, path: [...at.path, ...segments(path)], key: extra.has(path) },
      detail: `${path === "" ? "It" : JSON.stringify(segments(path).join("/"))} ${problem.replace(/[^?]$/, "$&.")}`,
    }));
}
