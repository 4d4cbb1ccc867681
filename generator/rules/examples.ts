import type { ErrorObject } from "ajv";
import type { Locus, Violation } from "../diagnostic.ts";
import { keyOf } from "../memory.ts";
import type { Tool } from "../model.ts";
import type { Validator } from "../schema/ajv.ts";
import { type ToolValidators, validatorsOf } from "../schema/validators.ts";
import type { Rule } from "./rule.ts";

export const exampleRules: readonly Rule[] = [
  {
    code: "example-fits",
    sentence: "An example fits the schemas of its tool.",
    violations: (model, memory) => {
      const validators = validatorsOf(model);
      return model.tools
        .filter(({ examples }) => examples.length > 0)
        .flatMap((tool) => {
          const values = tool.examples.map(({ input, output, failure }) => ({ input, output, failure }));
          const key = keyOf("examples-fit", [values, validators.digestOf(tool)]);
          if (memory.recall(key) !== undefined) return [];
          const found = misfits(tool, validators.of(tool));
          if (found.length === 0) memory.keep(key, "");
          return found;
        });
    },
  },
];

function misfits(tool: Tool, { input, output }: ToolValidators): Violation[] {
  return tool.examples.flatMap((example) => {
    const at = (key: string): Locus => ({ file: tool.file, path: [...example.at.path, key] });
    // An example of a call that is refused as `invalid_input` is meant not to fit.
    const ofInput = example.failure === "invalid_input" ? [] : misfit(example.input, input, at("input"));
    return [
      ...ofInput,
      ...(example.output === undefined ? [] : misfit(example.output, output, at("output"))),
    ];
  });
}

function misfit(value: unknown, validate: Validator | undefined, at: Locus): Violation[] {
  if (!validate || validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map((error) => {
    const steps = error.instancePath
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const extra = error.keyword === "additionalProperties" ? [String(error.params.additionalProperty)] : [];
    const name = [...steps, ...extra].join("/");
    return {
      at: { file: at.file, path: [...at.path, ...steps, ...extra], key: extra.length > 0 },
      detail: `${name === "" ? "It" : JSON.stringify(name)} ${error.message}${allowed(error)}.`,
    };
  });
}

function allowed({ params }: ErrorObject): string {
  if (Array.isArray(params.allowedValues))
    return `: ${params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (Array.isArray(params.names)) return `: ${params.names.join(", ")}`;
  return "";
}
