/** What a server publishes: the two sides that `toolwright diff` compares. */
import {
  isSchemaObject,
  type JsonSchema,
  rootsBelow,
  type SchemaObject,
  walk,
} from "@toolwright/json-schema";
import type { AuthRules } from "@toolwright/runtime";
import { manifestOf } from "../emit/manifest.ts";
import { offerLists } from "../emit/resource-lists.ts";
import type { StateMachine } from "../model/behaviour.ts";
import type { Limit, Model, Operation, Prompt, Resource, Tool } from "../model/model.ts";
import { portable } from "../schema/portable.ts";
import { resolver } from "../schema/roots.ts";
import { type Described, describedBy } from "./described.ts";

/** One entry of `tools/list`, including keys that MCP does not define. */
export interface PublishedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly annotations?: SchemaObject;
  readonly icons?: readonly unknown[];
  readonly execution?: SchemaObject;
  readonly _meta?: SchemaObject;
  readonly [key: string]: unknown;
}

/** A tool of a manifest that cannot be read, and why. */
export interface UnreadableTool {
  /** Its name, or its place in the list. */
  readonly name: string;
  readonly problem: string;
}

/** An interface: its tools, and what only a spec says about them. */
export interface Published {
  /** Left out where the source does not say. */
  readonly server?: { readonly name: string; readonly version: string };
  readonly tools: readonly PublishedTool[];
  /** Tools that were left out of `tools`. */
  readonly unreadable?: readonly UnreadableTool[];
  /** Resources, templates and prompts: entries of their lists. Left out for a manifest or a release, which have none. */
  readonly listed?: readonly SchemaObject[];
  /** Left out for a manifest or a running server, which do not say it. */
  readonly declared?: Declared;
}

/** What a spec declares beside its manifest, as JSON. */
export interface Declared {
  readonly endpoint: { readonly transport: string; readonly path: string };
  readonly protocolVersions: readonly string[];
  /** What clients are told of (`server.notifications`); left out where that is nothing. */
  readonly notifications?: readonly string[];
  readonly auth: DeclaredAuth;
  readonly scopes: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, DeclaredLimit>>;
  readonly failures: Readonly<Record<string, { readonly when: string; readonly retryable: boolean }>>;
  readonly states: Readonly<Record<string, DeclaredStates>>;
  /** Tools by name, and `operations` by theirs. */
  readonly tools: Readonly<Record<string, DeclaredTool>>;
  /** How the interface behaves; left out by releases that were frozen before this was compared. */
  readonly described?: Described;
  /** Resources and prompts, as `resource URI` and `prompt NAME`; left out where there are none. */
  readonly operations?: readonly PublishedTool[];
}

export type DeclaredAuth = Pick<AuthRules, "scheme" | "offers" | "denial" | "visibility">;

export type DeclaredLimit = Pick<Limit, "kind" | "description" | "numbers" | "settings" | "appliesTo">;

export interface DeclaredStates {
  readonly initial: string;
  readonly refused?: string;
  readonly transitions: Readonly<
    Record<string, { readonly from: readonly string[]; readonly to: string; readonly by: unknown }>
  >;
}

export interface DeclaredTool {
  readonly mode: string;
  readonly scopes: readonly string[];
  readonly failures: readonly string[];
  readonly exactlyOne: readonly string[];
  /** Place in the source of the output schema -> scope. */
  readonly fields: Readonly<Record<string, string>>;
}

export function publishedBy(model: Model): Published {
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
      auth: { scheme, ...(offers && { offers }), denial, visibility },
      scopes: Object.fromEntries(model.scopes.map(({ name, description }) => [name, description])),
      limits: Object.fromEntries(model.limits.map((limit) => [limit.name, declaredLimit(limit)])),
      failures: Object.fromEntries(
        model.failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
      ),
      states: Object.fromEntries(model.states.map((machine) => [machine.name, declaredStates(machine)])),
      tools: Object.fromEntries(declaring.map((tool) => [tool.name, declaredTool(tool, model)])),
      described: describedBy(model),
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
function publishedName(operation: Resource | Prompt): string {
  return "uri" in operation ? `resource ${operation.uri}` : `prompt ${operation.name}`;
}

function declaredLimit({ kind, description, numbers, settings, appliesTo }: Limit): DeclaredLimit {
  return { kind, ...(description !== undefined && { description }), numbers, settings, appliesTo };
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
