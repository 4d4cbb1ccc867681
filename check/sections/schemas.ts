/** Schemas that no client can compile, as findings of section `protocol`. */
import {
  atPointer,
  isSchemaObject,
  type SchemaObject,
  splitReference,
  toPointer,
  walk,
} from "@toolwright/json-schema";
import type { PublishedTool } from "../surface/published-interface.ts";
import type { CheckFinding } from "../verdict/verdict.ts";

/** A schema that cannot be compiled: its place, and why. */
interface Unsound {
  readonly place: string;
  readonly why: string;
}

/** One finding for all tools: MCP's SDK refuses the whole list because of one output schema. */
export function schemaFindings(tools: readonly PublishedTool[]): CheckFinding[] {
  const unsound = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    Object.entries({ inputSchema, outputSchema }).flatMap(([key, schema]) =>
      isSchemaObject(schema) ? findUnsound(key, schema).map((each) => ({ ...each, tool: name })) : [],
    ),
  );
  if (unsound.length === 0) return [];
  return [
    {
      code: "tools/schemas-compile",
      level: "advice",
      says: "A schema of a tool cannot be compiled. MCP's SDK refuses the whole list because of such an output schema; other clients drop the tool.",
      places: unsound.map(({ tool, place }) => `${tool}${place}`),
      shown: [...new Set(unsound.map(({ why }) => `got       ${why}`))].slice(0, 3),
      advice: "Test each schema with a validator of JSON Schema 2020-12, such as Ajv.",
      source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    },
  ];
}

function findUnsound(key: string, root: SchemaObject): Unsound[] {
  const found: Unsound[] = [];
  const anchors = new Set<unknown>();
  walk(root, ({ $anchor, $dynamicAnchor }) => void anchors.add($anchor).add($dynamicAnchor));
  if (key === "outputSchema" && root.type !== "object" && root.$ref === undefined)
    found.push({ place: "/outputSchema", why: "an output schema without `type: object`" });
  walk(root, (schema, path) => {
    const { $ref, pattern } = schema;
    const place = `/${key}${toPointer(path)}`;
    if (typeof $ref === "string" && leadsNowhere(root, $ref, anchors))
      found.push({ place: `${place}/$ref`, why: `$ref ${JSON.stringify($ref)}, which leads nowhere` });
    if (typeof pattern === "string" && !isExpression(pattern))
      found.push({
        place: `${place}/pattern`,
        why: `pattern ${JSON.stringify(pattern)}, which ECMAScript cannot read`,
      });
  });
  return found;
}

/** Whether a reference within the schema has no goal. References to other documents are not followed. */
function leadsNowhere(root: SchemaObject, reference: string, anchors: ReadonlySet<unknown>): boolean {
  const { uri, pointer } = splitReference(reference);
  if (uri !== "" || reference === "#" || reference === "") return false;
  return pointer.startsWith("/") ? atPointer(root, pointer) === undefined : !anchors.has(pointer);
}

/** Validators compile patterns with the flag `u`, or without it where that fails. */
function isExpression(pattern: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(pattern, flags) !== undefined;
    } catch {
      return false;
    }
  });
}
