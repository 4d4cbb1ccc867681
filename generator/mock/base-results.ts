/** The results that a mock starts from: examples of the spec, else samples that fit the output schema. */
import { rootNode } from "@toolwright/json-schema";
import { Refusal } from "@toolwright/runtime";
import type { Tool } from "../model/operation.ts";
import type { MockCall, MockContext } from "./context.ts";
import { valueIn } from "./values.ts";

/** A result that fits the output schema of the tool. */
export function baseResult({ tool, input, examples }: MockCall, context: MockContext): unknown {
  const example = examples.closest(input);
  if (example) return example.output ?? example.content;
  if (!tool.output) return [{ type: "text", text: `${tool.name} was called with ${JSON.stringify(input)}` }];
  const result = context.behaviour.sampler.one(rootNode(tool.output));
  if (result !== undefined) return result;
  throw new Refusal(
    "not_implemented",
    `The mock found no value that fits the output schema of ${tool.name}. Add an example with an output to ${tool.file}.`,
  );
}

/** Returns an item for a list in the results of a tool: from an example, else a sample. */
export function baseItem(tool: Tool, list: string, context: MockContext): unknown {
  const shown = tool.examples.flatMap(({ output }) => {
    const items = output === undefined ? undefined : valueIn(output, list);
    return Array.isArray(items) ? (items as unknown[]) : [];
  });
  const [first] = shown;
  return first ?? context.behaviour.sampler.one(...context.resultSchemas(tool, `${list}/*`));
}
