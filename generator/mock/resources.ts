/** Serves the resources and prompts of a mock: the contents in the spec, else samples. */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import type { Service, Validate } from "@toolwright/runtime";
import { offerEntry } from "../emit/resource-lists.ts";
import { operationData, promptData, resourceData } from "../emit/service-data.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource } from "../model/operation.ts";
import { completerName } from "../model/operations.ts";
import { listReaders } from "../model/readers.ts";
import type { MockCaller, MockContext } from "./context.ts";
import { namedInstances, refuseUnknown } from "./named-instances.ts";
import type { Data } from "./values.ts";

/** The resources and prompts of a service, with validators. */
export function mockedResources(
  source: Model,
  { model, outputOf }: MockContext,
  validatorOf: (target: LocatedSchema) => Validate,
): Pick<Service, "resources" | "prompts"> {
  // Only the source has titles and descriptions.
  const originals = new Map([...source.resources, ...source.prompts].map((each) => [each.typeName, each]));
  const common = (operation: Resource | Prompt) => ({
    ...operationData(operation, model),
    input: validatorOf(rootNode(operation.input)),
    ...(operation.output && { output: validatorOf(outputOf(operation)) }),
    manifest: JSON.stringify(offerEntry(originals.get(operation.typeName) ?? operation, source)),
  });
  const resources = model.resources.map((each) => ({ ...common(each), ...resourceData(each, model) }));
  const prompts = model.prompts.map((each) => ({ ...common(each), ...promptData(each, model) }));
  return { ...(resources.length > 0 && { resources }), ...(prompts.length > 0 && { prompts }) };
}

/** Returns handlers of resources and prompts whose content is not in the spec; completers suggest nothing. */
export function resourceHandlers(context: MockContext): object {
  const { model, outputOf, behaviour } = context;
  const readers = new Map(listReaders(model).map((reader) => [reader.typeName, reader]));
  const readResource = (each: Resource, input: Data, caller: MockCaller) => {
    const reader = readers.get(each.typeName);
    const unknown = reader && namedInstances(reader, input, caller, context).unknown;
    if (unknown) refuseUnknown(unknown, model);
    return each.output ? behaviour.sampler.one(outputOf(each)) : `The content of ${each.name}.`;
  };
  const getPrompt = ({ name }: Prompt) => [
    { role: "user", content: { type: "text", text: `The prompt ${name}.` } },
  ];
  return {
    resources: makeHandlers(model.resources, readResource),
    prompts: makeHandlers(model.prompts, getPrompt),
  };
}

function makeHandlers<Kind extends Operation>(
  operations: readonly Kind[],
  answer: (each: Kind, input: Data, caller: MockCaller) => unknown,
): object {
  return Object.fromEntries(
    operations.flatMap((each) => [
      [each.method, (input: Data, call: MockCaller) => answer(each, input, call)],
      [completerName(each), () => []],
    ]),
  );
}
