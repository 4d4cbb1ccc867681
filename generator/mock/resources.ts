/** The resources and prompts of a mock: what the spec says of them, else samples. */
import type { Prompt, Resource, Service, Validate } from "@toolwright/runtime";
import { promptList, resourceLists } from "../emit/resource-lists.ts";
import { completerName, operationData, promptData, resourceData } from "../emit/service-data.ts";
import type { Model, Operation } from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import type { LocatedSchema } from "../schema/roots.ts";
import type { MockContext } from "./context.ts";

/** The resources and prompts of a service, with validators. */
export function mockedResources(
  source: Model,
  { model, outputOf }: MockContext,
  validatorOf: (target: LocatedSchema) => Validate,
): Pick<Service, "resources" | "prompts"> {
  const common = (operation: Operation, entry: unknown) => ({
    ...operationData(operation, model),
    input: validatorOf(rootNode(operation.input)),
    ...(operation.output && { output: validatorOf(outputOf(operation)) }),
    manifest: JSON.stringify(entry),
  });
  // Only the source has titles and descriptions.
  const lists = resourceLists(source);
  const single = lists.resources.values();
  const templates = lists.resourceTemplates.values();
  const prompts = promptList(source).values();
  return {
    ...(model.resources.length > 0 && {
      resources: model.resources.map((resource): Resource => {
        const entry = (resource.isTemplate ? templates : single).next().value;
        return { ...common(resource, entry), ...resourceData(resource, model) };
      }),
    }),
    ...(model.prompts.length > 0 && {
      prompts: model.prompts.map(
        (prompt): Prompt => ({ ...common(prompt, prompts.next().value), ...promptData(prompt, model) }),
      ),
    }),
  };
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
