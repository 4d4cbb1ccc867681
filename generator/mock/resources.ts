/** The resources and prompts of a mock: what the spec says of them, else samples. */
import type { Service, Validate } from "@toolwright/runtime";
import { offerEntry } from "../emit/resource-lists.ts";
import { operationData, promptData, resourceData } from "../emit/service-data.ts";
import { completerName, type Model, type Operation, type Prompt, type Resource } from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import type { LocatedSchema } from "../schema/roots.ts";
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

/** Handlers of resources and prompts whose content is not in the spec. */
export function resourceHandlers({ model, outputOf, behaviour: { sampler } }: MockContext): object {
  const completers = (operations: readonly Operation[]) =>
    operations.map((operation) => [completerName(operation), () => []]);
  return {
    resources: Object.fromEntries([
      ...model.resources.map((resource) => [
        resource.method,
        () => (resource.output ? sampler.one(outputOf(resource)) : `The content of ${resource.name}.`),
      ]),
      ...completers(model.resources),
    ]),
    prompts: Object.fromEntries([
      ...model.prompts.map(({ name, method }) => [
        method,
        () => [{ role: "user", content: { type: "text", text: `The prompt ${name}.` } }],
      ]),
      ...completers(model.prompts),
    ]),
  };
}
