/** Describes the constraints of a schema in words. */
import { formatCount } from "@toolwright/check/report";
import type { SchemaObject } from "@toolwright/json-schema";

/** The constraints of a schema beyond its type, in words: `1 to 200 characters; matches ^frm_`. Empty if there are none. */
export function showConstraints(schema: SchemaObject): string {
  return [
    describeRange(schema.minLength, schema.maxLength, "character"),
    describeRange(schema.minItems, schema.maxItems, "item"),
    describeRange(schema.minProperties, schema.maxProperties, "entry", "entries"),
    schema.uniqueItems === true ? "all different" : "",
    numeric(schema),
    schema.multipleOf === undefined ? "" : `a multiple of ${schema.multipleOf}`,
    schema.type === "integer" ? "a whole number" : "",
    typeof schema.format === "string" ? `format ${schema.format}` : "",
    showPattern(schema) === undefined ? "" : `matches ${showPattern(schema)}`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}

/** Returns the pattern to show to readers. A long pattern beside a `format` repeats the format and is left out: Zod writes both. */
export function showPattern({ pattern, format }: SchemaObject): string | undefined {
  if (typeof pattern !== "string") return undefined;
  return typeof format === "string" && pattern.length > 80 ? undefined : pattern;
}

/** Describes the bounds of a number. The bounds of safe integers are left out; Zod writes them for whole numbers. */
function numeric(schema: SchemaObject): string {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const minimum = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum;
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum;
  if (typeof minimum === "number" && typeof maximum === "number") return `${minimum} to ${maximum}`;
  return [
    typeof minimum === "number" ? `at least ${minimum}` : "",
    typeof maximum === "number" ? `at most ${maximum}` : "",
    typeof exclusiveMinimum === "number" ? `above ${exclusiveMinimum}` : "",
    typeof exclusiveMaximum === "number" ? `below ${exclusiveMaximum}` : "",
  ]
    .filter((part) => part !== "")
    .join(" and ");
}

function describeRange(least: unknown, most: unknown, one: string, many = `${one}s`): string {
  const low = typeof least === "number" && least > 0 ? least : undefined;
  if (typeof most === "number") {
    if (low === undefined) return `at most ${formatCount(most, one, many)}`;
    return low === most
      ? `exactly ${formatCount(most, one, many)}`
      : `${low} to ${formatCount(most, one, many)}`;
  }
  return low === undefined ? "" : `at least ${formatCount(low, one, many)}`;
}
