/** The interface that a spec publishes. */
import type {
  DeclaredLimit,
  DeclaredStates,
  DeclaredTool,
  Published,
  PublishedTool,
} from "@toolwright/check/surface";
import {
  isSchemaObject,
  type JsonSchema,
  rootsBelow,
  type SchemaObject,
  walk,
} from "@toolwright/json-schema";
import { manifestOf } from "../emit/manifest.ts";
import { offerLists } from "../emit/resource-lists.ts";
import type { Limit, Model } from "../model/model.ts";
import type { Operation, Prompt, Resource, Tool } from "../model/operation.ts";
import type { StateMachine } from "../model/states.ts";
import { portable } from "../schema/portable.ts";
import { resolver } from "../schema/roots.ts";
import { describeModel } from "./model-description.ts";

export function publishModel(model: Model): Published {
  const { server, endpoint, auth, resources, prompts } = model;
  const { scheme, offers, denial, visibility } = auth;
  const others = [...resources, ...prompts];
  const asTools = others.map((each) => ({ ...each, name: publishedName(each), mode: "read" }));
  const declaring = [...model.tools, ...asTools];
  const lists = offerLists(model);
  return {
    server: { name: server.name, version: server.version },
    tools: manifestOf(model) as readonly PublishedTool[],
    listed: [lists.resources, lists.resourceTemplates, lists.prompts].flat().filter(isSchemaObject),
    declared: {
      endpoint: { transport: endpoint.transport, path: endpoint.path },
      protocolVersions: server.protocolVersions,
      ...(server.notifications && { notifications: server.notifications }),
      serverCard: model.hasServerCard,
      auth: { scheme, ...(offers && { offers }), denial, visibility },
      scopes: Object.fromEntries(model.scopes.map(({ name, description }) => [name, description])),
      limits: Object.fromEntries(model.limits.map((limit) => [limit.name, declaredLimit(limit)])),
      failures: Object.fromEntries(
        model.failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
      ),
      states: Object.fromEntries(model.states.map((machine) => [machine.name, declaredStates(machine)])),
      tools: Object.fromEntries(declaring.map((tool) => [tool.name, declaredTool(tool, model)])),
      described: describeModel(model),
      ...(others.length > 0 && { operations: others.map((each) => publishedOperation(each, model)) }),
    },
  };
}

/** A resource or a prompt as if it were a tool: its parameters are compared as arguments. */
function publishedOperation(operation: Resource | Prompt, model: Model): PublishedTool {
  const { title, description, input, output } = operation;
  const { mimeType, meta, ui }: Partial<Resource> = "uri" in operation ? operation : {};
  const page = ui ?? meta?.ui;
  return {
    name: publishedName(operation),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: toObject(portable(input, resolver(model))),
    ...(output && { outputSchema: toObject(portable(output, resolver(model))) }),
    ...(mimeType !== undefined && { mimeType }),
    ...(page !== undefined && { _meta: { ui: page } }),
  };
}

function toObject(schema: JsonSchema): SchemaObject {
  return isSchemaObject(schema) ? schema : {};
}

/** Clients know a resource by its URI. */
export function publishedName(operation: Resource | Prompt): string {
  return "uri" in operation ? `resource ${operation.uri}` : `prompt ${operation.name}`;
}

function declaredLimit({ kind, description, numbers, settings, sum, appliesTo }: Limit): DeclaredLimit {
  const all = sum === undefined ? settings : { ...settings, sum };
  return { kind, ...(description !== undefined && { description }), numbers, settings: all, appliesTo };
}

function declaredStates({ initial, refused, transitions }: StateMachine): DeclaredStates {
  return {
    initial,
    ...(refused !== undefined && { refused }),
    transitions: Object.fromEntries(transitions.map(({ name, from, to, by }) => [name, { from, to, by }])),
  };
}

function declaredTool(
  { mode, scopes, failures, exactlyOne, output }: Operation & Pick<Tool, "mode">,
  model: Model,
): DeclaredTool {
  const fields: Record<string, string> = {};
  const collect = (schema: unknown, where: string): void =>
    walk(schema, (part, path) => {
      const scope = part["x-requires-scope"];
      if (typeof scope === "string")
        fields[[where, ...path].filter((step) => step !== "properties").join("/")] = scope;
    });
  const typeNames = new Map(model.types.map(({ name, root }) => [root, name]));
  for (const root of output ? rootsBelow(output, resolver(model)) : [])
    collect(root.schema, typeNames.get(root) ?? "");
  return { mode, scopes, failures, exactlyOne, fields };
}
