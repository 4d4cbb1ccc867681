/** Lists the keywords of a schema that can refuse a value. */
import { isSchemaObject, keywords } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { formats } from "@toolwright/runtime/validation";

/** Tells for each keyword whether its value rejects nothing by itself. */
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
};

/** Keywords that only contain schemas, or that another keyword reads. */
const containing: ReadonlySet<string> = new Set(
  "$ref allOf then else prefixItems properties patternProperties minContains maxContains".split(" "),
);

function canRefuse(keyword: string): boolean {
  if (keyword === "exactlyOne") return true;
  const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  return known !== undefined && !known.annotation && !containing.has(keyword);
}

/** The keywords of a schema that can refuse a value which its subschemas accept. */
export function constraintsIn({ schema }: Node): string[] {
  return Object.entries(isSchemaObject(schema) ? schema : {}).flatMap(([keyword, value]) =>
    canRefuse(keyword) && !(Object.hasOwn(trivial, keyword) && trivial[keyword]!(value)) ? [keyword] : [],
  );
}

/** Whether it only says that names are strings, as Zod writes for records. */
function takesEveryName(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) =>
    keyword === "type" ? [value].flat().includes("string") : keywords[keyword]?.annotation === true,
  );
}
