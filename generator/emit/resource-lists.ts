/** Emits resources.json and prompts.json: what their lists answer, as it goes over the wire. */
import type { Model, Operation, Prompt, Resource } from "../model/model.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { type Resolver, resolver } from "../schema/roots.ts";
import type { GeneratedFile } from "./file.ts";

export function emitResourceLists(model: Model): GeneratedFile[] {
  const { resources, prompts } = model;
  return [
    ...(resources.length > 0 ? [{ path: "resources.json", text: toText(resourceLists(model)) }] : []),
    ...(prompts.length > 0 ? [{ path: "prompts.json", text: toText({ prompts: promptList(model) }) }] : []),
  ];
}

/** The entries of `resources/list` and of `resources/templates/list`. */
export function resourceLists(model: Model): {
  readonly resources: readonly object[];
  readonly resourceTemplates: readonly object[];
} {
  const entries = (isTemplate: boolean) =>
    model.resources
      .filter((resource) => resource.isTemplate === isTemplate)
      .map((resource) => resourceEntry(resource, model));
  return { resources: entries(false), resourceTemplates: entries(true) };
}

/** The entries of `prompts/list`. */
export function promptList(model: Model): readonly object[] {
  return model.prompts.map((prompt) => promptEntry(prompt, model));
}

function toText(lists: object): string {
  return `${JSON.stringify(lists, null, 2)}\n`;
}

function resourceEntry(resource: Resource, model: Model): object {
  const { uri, isTemplate, mimeType, size, annotations } = resource;
  return {
    [isTemplate ? "uriTemplate" : "uri"]: uri,
    ...commonEntry(resource),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(annotations && { annotations }),
    ...decoration(resource, model),
  };
}

function promptEntry(prompt: Prompt, model: Model): object {
  const parameters = prompt.parameters.map(({ name, schema, isRequired }) => {
    const title = textIn("title", schema, prompt, resolver(model));
    const description = textIn("description", schema, prompt, resolver(model));
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(isRequired && { required: true }),
    };
  });
  return {
    ...commonEntry(prompt),
    ...(parameters.length > 0 && { arguments: parameters }),
    ...decoration(prompt, model),
  };
}

function commonEntry({ name, title, description }: Operation): object {
  return { name, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

function decoration(operation: Resource | Prompt, { auth }: Model): object {
  const { icons, meta, scopes } = operation;
  const described = auth.describe === "meta" ? { "dev.toolwright/scopes": scopes } : {};
  const ui = "uri" in operation && operation.ui ? { ui: operation.ui } : {};
  const all = { ...meta, ...ui, ...described };
  return { ...(icons && { icons }), ...((meta || Object.keys(all).length > 0) && { _meta: all }) };
}

/** The text of a schema, or of the type that it refers to. */
function textIn(key: string, schema: unknown, { input }: Prompt, resolve: Resolver): string | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const own = schema[key];
  if (typeof own === "string") return own;
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, input)?.schema : undefined;
  return isSchemaObject(target) && typeof target[key] === "string" ? target[key] : undefined;
}
