import { isDeepStrictEqual } from "node:util";
import {
  type SchemaObject as PlainSchema,
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  type Validator,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import { addKeyword, getKeyword } from "@hyperjump/json-schema/experimental";
import "@hyperjump/json-schema/formats";
import { value as numberIn, typeOf } from "@hyperjump/json-schema/instance/experimental";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { isSchemaObject, type SchemaObject } from "../../schema/keywords.ts";
import { rewrite, walk } from "../../schema/walk.ts";
import type { Schema } from "./schemas.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Says whether a value fits. */
type Judge = (value: unknown) => boolean;

/** Keywords that Ajv reads in another way than the standard: docs/decisions/unevaluated.md. */
const ownWays = ["unevaluatedProperties", "unevaluatedItems", "contains"];

/** Other implementations of JSON Schema, by name. Ajv is asked where it follows the standard. */
export async function judgesOf(schema: Schema): Promise<readonly (readonly [name: string, fits: Judge])[]> {
  const standard = ["Hyperjump", await hyperjump(schema)] as const;
  return hasOwnWay(schema) ? [standard] : [standard, ["Ajv", ajv(schema)]];
}

function hasOwnWay(schema: Schema): boolean {
  let found = false;
  walk(schema, (part) => {
    found ||= ownWays.some((keyword) => part[keyword] !== undefined);
  });
  return found;
}

setShouldValidateFormat(true);
// Schemas that a spec accepts although they break a rule are judged, too.
setShouldValidateSchema(false);

// It takes -1e-124 for a multiple of 0.5: what is left over may be as large as 1.2e-7 there.
const multipleOf = getKeyword<number>("https://json-schema.org/keyword/multipleOf")!;
addKeyword<number>({
  ...multipleOf,
  interpret: (step, instance) => typeOf(instance) !== "number" || (numberIn(instance) as number) % step === 0,
});

const address = "https://example.org/schema";

/** It takes inherited properties for declared ones, so they get other names, of the same length and to the same patterns. */
export async function hyperjump(schema: Schema): Promise<Judge> {
  registerSchema(renamed(schema) as PlainSchema, address, "https://json-schema.org/draft/2020-12/schema");
  try {
    const fits = await validate(address);
    return (value) => fits(renamed(value)).valid;
  } finally {
    unregisterSchema(address);
  }
}

function renamed(value: unknown): Parameters<Validator>[0] {
  const text = JSON.stringify(value)
    .replaceAll("toString", "toStrinq")
    .replaceAll("constructor", "constructoq")
    .replaceAll("__proto__", "__protq__");
  return JSON.parse(text);
}

function ajv(schema: Schema): Judge {
  const fits = plainAjv().compile(rewrite(schema, seeingProto) as object);
  return (value) => fits(value);
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
  // Its comparison calls what a property named `toString` holds.
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

/** As JSON: 0 and -0 are the same. */
function same(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
}
