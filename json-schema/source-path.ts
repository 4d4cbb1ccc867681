/** Translates paths between source schemas and normalised ones, so that diagnostics point at the source. */

import { isSchemaObject, keywords } from "./keywords.ts";
import type { Path, SchemaObject } from "./types.ts";

/**
 * The path in the source schema, of a path in the normalised schema. They differ for the keywords that draft-07 names
 * otherwise (`normalise.ts`).
 */
export function sourcePath(schema: unknown, path: Path): Path {
  const [keyword, ...rest] = path;
  if (keyword === undefined || !isSchemaObject(schema) || !path.some(mayDiffer)) return path;
  const source = sourceKeyword(schema, String(keyword), rest[0]);
  const value = schema[source];
  const steps = isEntered(source, value) ? 1 : 0;
  const child = steps === 0 ? value : (value as SchemaObject | undefined)?.[rest[0] ?? ""];
  return [source, ...rest.slice(0, steps), ...sourcePath(child, rest.slice(steps))];
}

/** The reverse of `sourcePath`, for the pointers of references. */
export function normalisedPath(schema: unknown, path: Path): Path {
  const [keyword, ...rest] = path;
  if (keyword === undefined || !isSchemaObject(schema)) return path;
  const value = schema[keyword];
  const steps = isEntered(String(keyword), value) ? 1 : 0;
  const child = steps === 0 ? value : (value as SchemaObject | undefined)?.[rest[0] ?? ""];
  return [
    normalisedKeyword(schema, String(keyword)),
    ...rest.slice(0, steps),
    ...normalisedPath(child, rest.slice(steps)),
  ];
}

function normalisedKeyword(schema: SchemaObject, keyword: string): string {
  if (keyword === "dependencies") return "dependentSchemas";
  if (!Array.isArray(schema.items)) return keyword;
  if (keyword === "items") return "prefixItems";
  return keyword === "additionalItems" ? "items" : keyword;
}

function mayDiffer(step: string | number): boolean {
  return step === "items" || step === "prefixItems" || String(step).startsWith("dependent");
}

function sourceKeyword(schema: SchemaObject, keyword: string, entry: string | number | undefined): string {
  if (keyword === "prefixItems" && !("prefixItems" in schema)) return "items";
  // `items` with an index is already a path in the source.
  if (keyword === "items" && Array.isArray(schema.items) && typeof entry !== "number")
    return "additionalItems" in schema ? "additionalItems" : "items";
  if (keyword !== "dependentRequired" && keyword !== "dependentSchemas") return keyword;
  const { [keyword]: own, dependencies } = schema;
  const isOlder = isSchemaObject(dependencies) && Object.hasOwn(dependencies, String(entry));
  return isOlder && !(isSchemaObject(own) && Object.hasOwn(own, String(entry))) ? "dependencies" : keyword;
}

/** Whether the path has one more step to the schema: the name of a property, the index of a branch. */
function isEntered(keyword: string, value: unknown): boolean {
  const shape = Object.hasOwn(keywords, keyword) ? keywords[keyword]!.shape : undefined;
  return shape === "schema-map" || shape === "schemas" || shape === "dependencies" || Array.isArray(value);
}
