import type { SchemaObject } from "./keywords.ts";

/**
 * The mark of prepared schemas whose validators keep what they look at, for `unevaluatedProperties` and
 * `unevaluatedItems`: of the schemas that have such a keyword, and of all that describe the same value for them.
 */
export const collecting = "collects";

/** Whether a list begins here, or one goes on that belongs to a schema around this one, or to one that refers to it. */
export type Collecting = "begins" | "continues";

/** Keywords whose schemas look at the same value, and what they look at counts. What `not` looks at never does. */
const passing: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** The mark of a schema. `isWatched`: a schema that describes the same value wants to know. */
export function markOf(schema: SchemaObject, isWatched: boolean): Collecting | undefined {
  if (isWatched) return "continues";
  const asks = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  return asks ? "begins" : undefined;
}

/** Whether what the schemas of a keyword look at counts for the schema that has it. */
export function passesOn(keyword: string): boolean {
  return passing.has(keyword);
}
