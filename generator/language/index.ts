/** The spec language: the JSON Schema of each kind of file, as data. `rules/` has the constraints that a schema cannot express. */
import accountState from "./account-state.json" with { type: "json" };
import entity from "./entity.json" with { type: "json" };
import layout from "./layout.json" with { type: "json" };
import limit from "./limit.json" with { type: "json" };
import prompt from "./prompt.json" with { type: "json" };
import registry from "./registry.json" with { type: "json" };
import resource from "./resource.json" with { type: "json" };
import scenario from "./scenario.json" with { type: "json" };
import service from "./service.json" with { type: "json" };
import shared from "./shared.json" with { type: "json" };
import states from "./states.json" with { type: "json" };
import tool from "./tool.json" with { type: "json" };

/** A part of a JSON Schema, as data. */
export type Shape = Readonly<Record<string, unknown>>;

const parts: Readonly<Record<string, Shape>> = {
  "account-state.json": accountState,
  "entity.json": entity,
  "layout.json": layout,
  "limit.json": limit,
  "registry.json": registry,
  "shared.json": shared,
  "states.json": states,
};

/**
 * The shape of each kind of file. It checks a spec, is written into `schema/` for editors and explains keys in diagnostics.
 * `x-name-of` marks a value that is a name in the spec; `x-schema` a JSON Schema, which the rules check keyword by keyword;
 * `x-parameter` a JSON Schema with optional `parameterKeys`. Registry entries have the shape of the MCP Registry (2025-12-11).
 * `x-example` (YAML), `x-makes` and `x-defined-by` (a standard) are for the reference, which `keys.ts` lists;
 * `x-experimental` marks a key that only test servers of this repository use.
 */
export const languages = {
  service: whole(service),
  tools: whole(tool),
  resources: whole(resource),
  prompts: whole(prompt),
  scenarios: whole(scenario),
};

/** The keywords that the reference alone reads. */
export const referenceKeywords: ReadonlySet<string> = new Set([
  "x-example",
  "x-makes",
  "x-defined-by",
  "x-experimental",
]);

/** The type of a page of MCP Apps (SEP-1865). */
export const appMimeType = "text/html;profile=mcp-app";

/** The extension of MCP 2026-07-28 for calls that go on after their answer (SEP-2663). */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Keys of a parameter or an argument that are not keywords of its schema. */
export const parameterKeys: Shape = shared.parameterKeys;

/** The annotations that MCP knows, in the order in which it lists them. */
export const annotationNames = Object.keys(tool.properties.annotations.properties);

/** The keys of a tool's manifest entry that have a key of their own in the spec language. */
export const manifestKeys = tool.properties.manifest.propertyNames.not.enum;

/**
 * Returns the shape with references to other files of this folder replaced by their targets, so that Ajv reports the shape in
 * place.
 */
function whole(shape: Shape): Shape {
  const [file = "", key] = String(shape.$ref).split("#/");
  const part = Object.hasOwn(parts, file) ? parts[file] : undefined;
  if (part) return whole(key === undefined ? part : (part[key] as Shape));
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, inlineReferences(value)]));
}

function inlineReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlineReferences);
  return typeof value === "object" && value !== null ? whole(value as Shape) : value;
}
