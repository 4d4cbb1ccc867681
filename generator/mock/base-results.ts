/** The results that a mock starts from: examples of the spec, else samples that fit the output schema. */
import { Refusal } from "@toolwright/runtime";
import { canonical } from "@toolwright/runtime/json";
import type { Example, Tool } from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import type { MockContext } from "./context.ts";
import type { Examples } from "./examples.ts";
import { hashText } from "./fresh-id.ts";
import { type Data, valueIn } from "./values.ts";

/** Samples to choose from, for tools without an example. */
const samples = 3;

/** A result that fits the output schema of the tool, and the example that it comes from. */
export interface BaseResult {
  readonly result: unknown;
  readonly example?: Example;
}

export function baseResult(tool: Tool, input: Data, examples: Examples, context: MockContext): BaseResult {
  const example = examples.closest(input);
  if (example) return { result: example.output ?? example.content, example };
  const result = sampleTool(tool, input, context);
  if (result === undefined)
    throw new Refusal(
      "not_implemented",
      `The mock found no value that fits the output schema of ${tool.name}. Add an example with an output to ${tool.file}.`,
    );
  return { result };
}

function sampleTool(tool: Tool, input: Data, context: MockContext): unknown {
  if (!tool.output) return [{ type: "text", text: `${tool.name} was called with ${JSON.stringify(input)}` }];
  const target = rootNode(tool.output);
  const { sampler } = context.behaviour;
  const several = sampler.several(samples, target);
  const first = sampler.one(target);
  if (several === undefined || first === undefined) return first;
  return several[hashText(canonical([context.seed, tool.name, input])) % several.length];
}

/** An item of a list in the results of a tool: that of an example, else a sample. */
export function baseItem(tool: Tool, list: string, context: MockContext): unknown {
  const shown = tool.examples.flatMap(({ output }) => {
    const items = output === undefined ? undefined : valueIn(output, list);
    return Array.isArray(items) ? (items as unknown[]) : [];
  });
  const [first] = shown;
  return first ?? context.behaviour.sampler.one(...context.resultSchemas(tool, `${list}/*`));
}
