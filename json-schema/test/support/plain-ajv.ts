/** Ajv without our changes: the laws compare the generated validators with it. */
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { isSchemaObject } from "../../keywords.ts";
import type { SchemaObject } from "../../types.ts";
import { rewrite, walk } from "../../walk.ts";
import type { Schema } from "./schemas.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Whether a value is valid. */
type Validator = (value: unknown) => boolean;

/**
 * A validator of a whole schema by Ajv alone. There is none with `unevaluated...`: the result of Ajv depends on how schemas are
 * split into functions (docs/decisions/validators.md).
 */
export function plainValidatorOf(schema: Schema): Validator | undefined {
  let isUndecided = false;
  walk(schema, (part) => {
    isUndecided ||= "unevaluatedProperties" in part || "unevaluatedItems" in part;
  });
  if (isUndecided) return undefined;
  const fits = plainAjv().compile(rewrite(rewrite(schema, seeingProto), countingItems) as object);
  return (value) => fits(value);
}

/** Without `maxContains`, Ajv lets an empty array inherit the result of the array before it. */
function countingItems(schema: SchemaObject): SchemaObject {
  return "contains" in schema ? { maxContains: 1_000, ...schema } : schema;
}

/** Ajv skips a property called `__proto__`; a pattern for its name it does not skip. */
function seeingProto(schema: SchemaObject): SchemaObject {
  const { properties, patternProperties } = schema;
  if (!isSchemaObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  const entries = Object.entries(properties);
  return {
    ...schema,
    properties: Object.fromEntries(entries.filter(([name]) => name !== "__proto__")),
    patternProperties: {
      ...(patternProperties as object | undefined),
      "^__proto__$": entries.find(([name]) => name === "__proto__")![1],
    },
  };
}

function plainAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, allErrors: true });
  addFormats(ajv);
  // Ajv's comparison calls a property named `toString`.
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: "const", validate: (wanted: unknown, value: unknown) => same(wanted, value) });
  ajv.addKeyword({
    keyword: "enum",
    validate: (allowed: readonly unknown[], value: unknown) => allowed.some((wanted) => same(wanted, value)),
  });
  // It takes 1e21 for no multiple of 1.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    validate: (step: number, value: number) => Number.isInteger(value / step),
  });
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    validate: (unique: boolean, items: readonly unknown[]) =>
      !unique || items.every((item, index) => !items.slice(0, index).some((other) => same(other, item))),
  });
  return ajv;
}

/** Compares as JSON: 0 and -0 are equal. */
function same(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
}
