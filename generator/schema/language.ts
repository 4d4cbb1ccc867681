/** The JSON Schema of schemas in a spec, for editors. */

import { type KeywordShape, keywords } from "@toolwright/json-schema";
import { parameterKeys, type Shape } from "../language/index.ts";

const schema = { $ref: "#/$defs/schema" };
const listOfNames: Shape = { type: "array", items: { type: "string" }, uniqueItems: true };
const makeMap = (values: Shape): Shape => ({ type: "object", additionalProperties: values });
const types = ["null", "boolean", "object", "array", "number", "string", "integer"];

/** `{ $limit: NAME.KEY }` may stand wherever a number may. */
const orLimit = (number: Shape): Shape => ({ anyOf: [number, { $ref: "#/$defs/limit" }] });

const shapes: Readonly<Record<KeywordShape, Shape>> = {
  schema,
  schemas: { type: "array", items: schema, minItems: 1 },
  "schema-map": makeMap(schema),
  dependencies: makeMap({ anyOf: [listOfNames, schema] }),
  "schema-or-schemas": { anyOf: [schema, { type: "array", items: schema }] },
  number: orLimit({ type: "number" }),
  positive: orLimit({ type: "number", exclusiveMinimum: 0 }),
  count: orLimit({ type: "integer", minimum: 0 }),
  text: { type: "string" },
  regex: { type: "string", format: "regex" },
  flag: { type: "boolean" },
  names: listOfNames,
  "names-map": makeMap(listOfNames),
  types: {
    anyOf: [{ enum: types }, { type: "array", items: { enum: types }, minItems: 1, uniqueItems: true }],
  },
  list: { type: "array", minItems: 1 },
  object: { type: "object" },
  any: {},
};

/** Keywords whose values are names. The editor suggests the declared names and accepts any other. */
const named: Readonly<Record<string, Shape>> = {
  "x-requires-scope": { "x-name-of": "scope" },
  $ref: { "x-name-of": "type" },
  format: { "x-name-of": "format" },
};

/**
 * Describes JSON Schemas in a spec as a JSON Schema: `$defs` of `schema` (every keyword with its shape and meaning) and of
 * `limit`. It accepts one thing more than the meta-schema, `$limit` for a number. Keywords of other programs start with `x-`.
 */
export function schemaDefinitions(): Readonly<Record<string, Shape>> {
  return { schema: { ...schemaWith({}), type: ["object", "boolean"] }, limit };
}

/** A schema with the keys that parameters of resources and arguments of prompts have beside it. */
export function parameterDefinition(): Shape {
  return { ...schemaWith(parameterKeys), type: "object" };
}

function schemaWith(keys: Shape): Shape {
  const properties = Object.fromEntries(
    Object.entries(keywords).map(([keyword, { shape, says, legacy }]) => [
      keyword,
      { description: says, ...shapes[shape], ...named[keyword], ...(legacy && { deprecated: true }) },
    ]),
  );
  return {
    type: "object",
    properties: { ...properties, ...keys },
    patternProperties: { "^x-": {} },
    additionalProperties: false,
  };
}

const limit: Shape = {
  type: "object",
  properties: {
    $limit: {
      description: "A limit's number: `NAME.KEY`.",
      type: "string",
      pattern: ".\\..",
      "x-name-of": "limit",
    },
  },
  required: ["$limit"],
  additionalProperties: false,
};
