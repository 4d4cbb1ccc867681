/** Emits manifest.json. */

import {
  isSchemaObject,
  type JsonSchema,
  memoize,
  type Resolver,
  rootsBelow,
  type SchemaRoot,
  withArgumentsBeside,
  withSharedProperties,
  withSingleTypes,
} from "@toolwright/json-schema";
import { withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { isPlainValue } from "../schema/plain-value.ts";
import { portable } from "../schema/portable.ts";
import { resolver } from "../schema/roots.ts";
import type { GeneratedFile } from "./file.ts";

/** Emits manifest.json: the tools of `tools/list`, as they go over the wire. */
export function emitManifest(model: Model): GeneratedFile {
  return { path: "manifest.json", text: manifestText(manifestOf(model)) };
}

/**
 * Returns the text of a manifest file. Its schemas are deep, so each level is indented by one space; with two, a third of the
 * text would be spaces.
 */
export function manifestText(tools: readonly object[]): string {
  return `${JSON.stringify({ tools }, null, 1)}\n`;
}

/** The entries of `tools/list`, in order. */
export const manifestOf = memoize((model: Model): readonly object[] =>
  model.tools.map((tool) => makeEntry(tool, model, resolver(model))),
);

function makeEntry(tool: Tool, model: Model, resolve: Resolver): object {
  const meta = {
    ...tool.meta,
    ...uiMeta(tool, model),
    ...(model.auth.describe === "meta" && describedMeta(tool)),
  };
  const { name, title, description, input, annotations, icons, execution, extra } = tool;
  const output = tool.outputAs === undefined ? tool.output : undefined;
  return withoutUndefined({
    name,
    title,
    description,
    inputSchema: toArguments(publishSchema(input, resolve, withArgumentsBeside)),
    outputSchema: output && publishSchema(output, resolve, withSharedProperties),
    annotations,
    icons,
    execution,
    _meta: tool.meta || Object.keys(meta).length > 0 ? meta : undefined,
    ...extra,
  });
}

/**
 * Shortens only schemas that are composed of several types. A schema that is whole in its tool is published as written, so a
 * spec can reproduce the manifest of any server. Types of plain values, such as ids, do not count: an imported spec gets them
 * when its ids are declared, and the server behind it stays as it is.
 */
function publishSchema(root: SchemaRoot, resolve: Resolver, move: typeof withSharedProperties): JsonSchema {
  const schema = portable(root, resolve);
  const isComposed = rootsBelow(root, resolve).some((each) => each !== root && !isPlainValue(each.schema));
  return isComposed ? move(schema) : schema;
}

/** The schema of arguments as model providers take it: Gemini answers 400 to a whole request with a list of types. */
function toArguments(schema: JsonSchema): JsonSchema {
  return withProperties(withSingleTypes(schema));
}

/** OpenAI answers 400 to a whole request with a tool whose arguments have no `properties`. */
function withProperties(schema: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema) || schema.type !== "object" || schema.properties !== undefined) return schema;
  const { type, ...rest } = schema;
  return { type, properties: {}, ...rest };
}

/** An entry of another server, in the form that the manifest has for it. */
export function asEmitted<Entry extends object>(entry: Entry): Entry {
  const { inputSchema } = entry as { readonly inputSchema?: JsonSchema };
  return inputSchema === undefined ? entry : { ...entry, inputSchema: toArguments(inputSchema) };
}

/** Returns the `_meta` of `ui` (MCP Apps). */
function uiMeta({ ui }: Tool, { resources }: Model): Record<string, unknown> {
  if (!ui) return {};
  const page = resources.find(({ name }) => name === ui.resource);
  return { ui: withoutUndefined({ resourceUri: page?.uri, visibility: ui.visibility }) };
}

/** Returns the `_meta` of `auth.describe: meta`. */
function describedMeta({ mode, scopes }: Tool): Record<string, unknown> {
  return { "dev.toolwright/mode": mode, "dev.toolwright/scopes": scopes };
}
