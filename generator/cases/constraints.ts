/** Lists the keywords of a schema that can refuse a value. */
import { formats } from "@toolwright/runtime/validation";
import type { Node } from "../schema/graph/node.ts";
import { isSchemaObject, keywords } from "../schema/keywords.ts";

/** Values of a keyword with which it refuses nothing, or nothing that its subschemas do not refuse. */
const trivial: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 0,
  minItems: (value) => value === 0,
  minProperties: (value) => value === 0,
  uniqueItems: (value) => value !== true,
  required: (value) => Array.isArray(value) && value.length === 0,
  dependentRequired: (value) => isSchemaObject(value) && Object.keys(value).length === 0,
  format: (value) => !Object.hasOwn(formats, String(value)),
  additionalProperties: (value) => value !== false,
  unevaluatedProperties: (value) => value !== false,
  unevaluatedItems: (value) => value !== false,
  items: (value) => value !== false,
  propertyNames: takesEveryName,
  then: () => true,
  else: () => true,
};

/** Keywords that can refuse a value themselves; the others only contain schemas. */
const refusing: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "required",
  "dependentRequired",
  "exactlyOne",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "items",
  "propertyNames",
  "contains",
  "oneOf",
  "anyOf",
  "not",
  "dependentSchemas",
  "if",
]);

/** The keywords of a schema that can refuse a value which its subschemas accept. */
export function constraintsIn({ schema }: Node): string[] {
  return Object.entries(isSchemaObject(schema) ? schema : {}).flatMap(([keyword, value]) =>
    refusing.has(keyword) && !(Object.hasOwn(trivial, keyword) && trivial[keyword]!(value)) ? [keyword] : [],
  );
}

/** Whether it only says that names are strings, as Zod writes for records. */
function takesEveryName(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) =>
    keyword === "type" ? [value].flat().includes("string") : keywords[keyword]?.annotation === true,
  );
}
