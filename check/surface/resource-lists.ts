/** Reads resources and prompts from MCP lists, which both a release and a running server have. */
import { atPointer, isSchemaObject } from "@toolwright/json-schema";
import { type Entry, entryName, listKey } from "./entry.ts";
import type { Published, PublishedTool } from "./published-interface.ts";

/** Left out for a manifest, which has no such lists. */
export function readListed({ listed, declared }: Published): readonly PublishedTool[] | undefined {
  return listed?.map(ofEntry) ?? (declared && (declared.operations ?? []).map(ofRelease));
}

/** @param entry of `resources/list`, `resources/templates/list` or `prompts/list` */
function ofEntry(entry: Entry): PublishedTool {
  const isPrompt = listKey(entry) === "prompts";
  const list: Entry[] = isPrompt && Array.isArray(entry.arguments) ? entry.arguments : [];
  // A client cannot name an argument otherwise.
  return showEntry(
    entryName(entry),
    entry,
    list.filter(({ name }) => typeof name === "string"),
  );
}

function ofRelease(operation: PublishedTool): PublishedTool {
  const { name, inputSchema } = operation;
  const { properties, required } = inputSchema;
  // The parameters of a template are in its URI.
  const parameters = name.startsWith("prompt ") && isSchemaObject(properties) ? properties : {};
  const list = Object.entries(parameters).map(([parameter, schema]) => ({
    name: parameter,
    title: textIn("title", schema, inputSchema),
    description: textIn("description", schema, inputSchema),
    required: Array.isArray(required) && required.includes(parameter),
  }));
  return showEntry(name, operation, list);
}

/** Returns the text of a parameter, else the text of the definition that it refers to. */
function textIn(key: string, schema: unknown, root: Entry): unknown {
  if (!isSchemaObject(schema)) return undefined;
  const { $ref: reference, [key]: own } = schema;
  if (own !== undefined || typeof reference !== "string") return own;
  const target = atPointer(root, reference.slice(1));
  return isSchemaObject(target) ? target[key] : undefined;
}

/** A list says which arguments there are, and no others are taken. */
function showEntry(name: string, entry: Entry, list: readonly Entry[]): PublishedTool {
  const texts = ({ title, description }: Entry): Entry => ({ title, description });
  const { mimeType, _meta: meta } = entry;
  const ui = isSchemaObject(meta) ? meta.ui : undefined;
  const required = list.flatMap((each) => (each.required === true ? [String(each.name)] : [])).sort();
  const properties = Object.fromEntries(list.map((each) => [each.name, texts(each)]));
  const inputSchema = { type: "object", properties, required, additionalProperties: false };
  return { ...texts(entry), name, mimeType, ...(ui !== undefined && { _meta: { ui } }), inputSchema };
}
