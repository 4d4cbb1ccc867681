import type { Path } from "../diagnostics/diagnostic.ts";
import type { SchemaObject } from "../model/schema.ts";
import { isSchemaObject, keywords } from "./keywords.ts";

/**
 * Where something stands in a schema as it is written, given its path in what the schema means: the two differ where
 * draft-07 has other words (`meaning.ts`).
 */
export function writtenPath(schema: unknown, path: Path): Path {
  const [keyword, ...rest] = path;
  if (keyword === undefined || !isSchemaObject(schema) || !path.some(hasOtherWords)) return path;
  const written = writtenKeyword(schema, String(keyword), rest[0]);
  const value = schema[written];
  const steps = isEntered(written, value) ? 1 : 0;
  const child = steps === 0 ? value : (value as SchemaObject | undefined)?.[rest[0] ?? ""];
  return [written, ...rest.slice(0, steps), ...writtenPath(child, rest.slice(steps))];
}

/** The reverse of `writtenPath`, for what a reference names. */
export function meantPath(schema: unknown, path: Path): Path {
  const [keyword, ...rest] = path;
  if (keyword === undefined || !isSchemaObject(schema)) return path;
  const value = schema[keyword];
  const steps = isEntered(String(keyword), value) ? 1 : 0;
  const child = steps === 0 ? value : (value as SchemaObject | undefined)?.[rest[0] ?? ""];
  return [
    meantKeyword(schema, String(keyword)),
    ...rest.slice(0, steps),
    ...meantPath(child, rest.slice(steps)),
  ];
}

function meantKeyword(schema: SchemaObject, keyword: string): string {
  if (keyword === "dependencies") return "dependentSchemas";
  if (!Array.isArray(schema.items)) return keyword;
  return keyword === "items" ? "prefixItems" : keyword === "additionalItems" ? "items" : keyword;
}

function hasOtherWords(step: string | number): boolean {
  return step === "items" || step === "prefixItems" || String(step).startsWith("dependent");
}

function writtenKeyword(schema: SchemaObject, keyword: string, entry: string | number | undefined): string {
  if (keyword === "prefixItems" && !("prefixItems" in schema)) return "items";
  // `items` with an index is a path in the schema as it is written.
  if (keyword === "items" && Array.isArray(schema.items) && typeof entry !== "number")
    return "additionalItems" in schema ? "additionalItems" : "items";
  if (keyword !== "dependentRequired" && keyword !== "dependentSchemas") return keyword;
  const { [keyword]: own, dependencies } = schema;
  const isOlder = isSchemaObject(dependencies) && Object.hasOwn(dependencies, String(entry));
  return isOlder && !(isSchemaObject(own) && Object.hasOwn(own, String(entry))) ? "dependencies" : keyword;
}

/** Whether one more step leads to a schema: the name of a property, the index of a branch. */
function isEntered(keyword: string, value: unknown): boolean {
  const shape = Object.hasOwn(keywords, keyword) ? keywords[keyword]!.shape : undefined;
  return shape === "schema-map" || shape === "schemas" || shape === "dependencies" || Array.isArray(value);
}
