/** The table of keywords. */
import type { SchemaObject } from "../model/schema.ts";

/**
 * The keywords of JSON Schema 2020-12 and of this language, with the shape of each one's value. The walker finds
 * subschemas by it, the rules check values and spelling by it.
 */
export type KeywordShape =
  | "schema"
  | "schemas"
  | "schema-map"
  | "dependencies"
  | "schema-or-schemas"
  | "number"
  | "positive"
  | "count"
  | "text"
  | "regex"
  | "flag"
  | "names"
  | "names-map"
  | "types"
  | "list"
  | "object"
  | "any";

interface Keyword {
  readonly shape: KeywordShape;
  /** What it says of a value, in one line, for editors. */
  readonly says: string;
  /** The JSON types of values that it constrains; left out: any type, or it is an annotation. */
  readonly on?: "string" | "number" | "array" | "object";
  /** It describes, it never makes a value invalid. */
  readonly annotation?: true;
  /** Not of 2020-12, but of an older draft that specs may pass through. */
  readonly legacy?: true;
  /** Not in draft-07. */
  readonly since?: "2020-12";
}

export const keywords: Readonly<Record<string, Keyword>> = {
  $schema: { shape: "text", annotation: true, says: "The dialect of the schema; 2020-12 when left out." },
  $id: {
    shape: "text",
    annotation: true,
    says: "An address for the schema; references inside a spec go by file instead.",
  },
  $anchor: { shape: "text", annotation: true, says: 'A name for this subschema, for `$ref: "#name"`.' },
  $dynamicAnchor: {
    shape: "text",
    annotation: true,
    says: "A name for this subschema, which `$dynamicRef` looks for from the outside in.",
  },
  $vocabulary: { shape: "object", annotation: true, says: "Which vocabularies a meta-schema asks for." },
  $comment: { shape: "text", annotation: true, says: "A note to the readers of the spec." },
  $ref: {
    shape: "text",
    says: "Another schema stands here: `../types/NAME.yaml`, maybe with `#/POINTER`, or `#/$defs/NAME`.",
  },
  $dynamicRef: {
    shape: "text",
    since: "2020-12",
    says: "Like `$ref`, but found by `$dynamicAnchor` from the outside in; not understood here.",
  },
  $defs: { shape: "schema-map", annotation: true, says: 'Schemas with names, for `$ref: "#/$defs/NAME"`.' },
  definitions: { shape: "schema-map", annotation: true, legacy: true, says: "The older name of `$defs`." },

  type: { shape: "types", says: "The JSON type, or a list of the types that are allowed." },
  enum: { shape: "list", says: "The values that are allowed." },
  const: { shape: "any", says: "The one value that is allowed." },

  minLength: { shape: "count", on: "string", says: "At least this many characters (code points)." },
  maxLength: { shape: "count", on: "string", says: "At most this many characters (code points)." },
  pattern: {
    shape: "regex",
    on: "string",
    says: "A regular expression that the text contains a match of; `^` and `$` tie it to both ends.",
  },
  format: {
    shape: "text",
    on: "string",
    says: "What the text is, such as `date-time`, `email`, `uri` or `uuid`; it is checked.",
  },
  contentEncoding: {
    shape: "text",
    annotation: true,
    says: "How binary content is written as text, such as `base64`.",
  },
  contentMediaType: { shape: "text", annotation: true, says: "The media type of what the text holds." },
  contentSchema: {
    shape: "schema",
    annotation: true,
    says: "The schema of what the text holds once it is decoded.",
  },

  minimum: { shape: "number", on: "number", says: "The smallest number that is allowed." },
  maximum: { shape: "number", on: "number", says: "The largest number that is allowed." },
  exclusiveMinimum: { shape: "number", on: "number", says: "The number is above this one." },
  exclusiveMaximum: { shape: "number", on: "number", says: "The number is below this one." },
  multipleOf: { shape: "positive", on: "number", says: "The number is a multiple of this one." },

  prefixItems: {
    since: "2020-12",
    shape: "schemas",
    on: "array",
    says: "The schemas of the first items, one by one: a tuple.",
  },
  items: {
    shape: "schema-or-schemas",
    on: "array",
    says: "The schema of every item, after those of `prefixItems`.",
  },
  additionalItems: {
    shape: "schema",
    on: "array",
    legacy: true,
    says: "In older drafts: the items after those that a list of `items` describes.",
  },
  contains: { shape: "schema", on: "array", says: "A schema that at least one item fits." },
  minContains: {
    since: "2020-12",
    shape: "count",
    on: "array",
    says: "At least this many items fit `contains`.",
  },
  maxContains: {
    since: "2020-12",
    shape: "count",
    on: "array",
    says: "At most this many items fit `contains`.",
  },
  minItems: { shape: "count", on: "array", says: "At least this many items." },
  maxItems: { shape: "count", on: "array", says: "At most this many items." },
  uniqueItems: { shape: "flag", on: "array", says: "Whether all items differ from each other." },
  unevaluatedItems: {
    since: "2020-12",
    shape: "schema",
    on: "array",
    says: "The schema of the items that no other keyword has looked at.",
  },

  properties: { shape: "schema-map", on: "object", says: "Property -> its schema." },
  patternProperties: {
    shape: "schema-map",
    on: "object",
    says: "Regular expression -> the schema of every property whose name matches it.",
  },
  additionalProperties: {
    shape: "schema",
    on: "object",
    says: "The schema of properties that are not listed; `false` allows none.",
  },
  propertyNames: { shape: "schema", on: "object", says: "The schema that every property's name fits." },
  required: { shape: "names", on: "object", says: "The properties that must be there." },
  minProperties: { shape: "count", on: "object", says: "At least this many properties." },
  maxProperties: { shape: "count", on: "object", says: "At most this many properties." },
  dependentRequired: {
    since: "2020-12",
    shape: "names-map",
    on: "object",
    says: "Property -> the properties that must be there when it is.",
  },
  dependentSchemas: {
    since: "2020-12",
    shape: "schema-map",
    on: "object",
    says: "Property -> a schema that the object fits when it is there.",
  },
  dependencies: {
    shape: "dependencies",
    on: "object",
    legacy: true,
    says: "The older name of `dependentRequired` and `dependentSchemas`.",
  },
  unevaluatedProperties: {
    since: "2020-12",
    shape: "schema",
    on: "object",
    says: "The schema of the properties that no other keyword has looked at; `false` allows none.",
  },

  allOf: { shape: "schemas", says: "The value fits all of these." },
  anyOf: { shape: "schemas", says: "The value fits at least one of these." },
  oneOf: { shape: "schemas", says: "The value fits exactly one of these." },
  not: { shape: "schema", says: "The value does not fit this." },
  if: { shape: "schema", says: "Chooses `then` for values that fit this, `else` for the others." },
  then: { shape: "schema", says: "What a value that fits `if` also fits." },
  else: { shape: "schema", says: "What a value that does not fit `if` fits." },

  title: { shape: "text", annotation: true, says: "A short name for people." },
  description: {
    shape: "text",
    annotation: true,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the spec language's own placeholder.
    says: "What the value means. `${limits.NAME.KEY}` stands for a limit's number.",
  },
  default: {
    shape: "any",
    annotation: true,
    says: "The value that the server fills in when the property is left out.",
  },
  examples: { shape: "list", annotation: true, says: "Some values that fit." },
  deprecated: { shape: "flag", annotation: true, says: "Whether the property should no longer be used." },
  readOnly: { shape: "flag", annotation: true, says: "Whether only the server sets the value." },
  writeOnly: { shape: "flag", annotation: true, says: "Whether the server never shows the value." },
  discriminator: {
    shape: "object",
    annotation: true,
    says: "`{ propertyName }`: the property whose value chooses the branch of `oneOf`.",
  },

  "x-requires-scope": {
    shape: "text",
    annotation: true,
    says: "The scope without which this property of an output is taken out.",
  },
};

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
