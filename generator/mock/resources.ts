/** Serves the resources and prompts of a mock: the contents in the spec, else samples. */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import type { Service, Validate } from "@toolwright/runtime";
import { offerEntry } from "../emit/resource-lists.ts";
import { operationData, promptData, resourceData } from "../emit/service-data.ts";
import type { Model, Operation, Prompt, Resource } from "../model/model.ts";
import { completerName } from "../model/operations.ts";
import type { MockContext } from "./context.ts";

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

/** Returns handlers of resources and prompts whose content is not in the spec. */
export function resourceHandlers({ model, outputOf, behaviour: { sampler } }: MockContext): object {
  const prompt = ({ name }: Prompt) => [
    { role: "user", content: { type: "text", text: `The prompt ${name}.` } },
  ];
  const resource = (each: Resource) =>
    each.output ? sampler.one(outputOf(each)) : `The content of ${each.name}.`;
  return { resources: makeHandlers(model.resources, resource), prompts: makeHandlers(model.prompts, prompt) };
}

/** Makes handlers and completers; completers suggest nothing. */
function makeHandlers<Kind extends Operation>(operations: readonly Kind[], answer: (each: Kind) => unknown) {
  return Object.fromEntries(
    operations.flatMap((each) => [
      [each.method, () => answer(each)],
      [completerName(each), () => []],
    ]),
  );
}
