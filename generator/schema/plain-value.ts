import type { JsonSchema } from "@toolwright/json-schema";

const structures = [
  "properties",
  "items",
  "prefixItems",
  "oneOf",
  "anyOf",
  "allOf",
  "$ref",
  "additionalProperties",
];

/** Whether a type has no structure within it, as that of an id. */
export function isPlainValue(schema: JsonSchema): boolean {
  return typeof schema === "object" && !structures.some((keyword) => keyword in schema);
}
