/** Turns single validation errors into sentences. */

import { childPointer } from "../json/pointer.ts";
import { closestName } from "../names/closest-name.ts";
import type { ValidationError } from "../service/service.ts";
import { withArticle } from "./article.ts";
import type { ChosenBranch } from "./schema-lookup.ts";

/** One problem with the arguments of a call. */
export interface Problem {
  /** JSON Pointer; empty for the arguments as a whole. */
  readonly path: string;
  /** A sentence without its subject, which is the path: `must be at least 1`. */
  readonly problem: string;
}

/** The place of some errors in the arguments. */
export interface ErrorLocation {
  /** A JSON Pointer; empty for the arguments as a whole. */
  readonly path: string;
  /** The value at the path; undefined if there is none. */
  readonly value: unknown;
  /** The property names in the schema of this place. */
  propertyNames(): readonly string[];
  /** The branch of a union that the value names by its tag. */
  branch(): ChosenBranch | undefined;
  /** The values that the schema allows by `const` or `enum` for a property here. */
  allowedValues(property: string): readonly unknown[];
}

type Parameters = Readonly<Record<string, unknown>>;
type Sentence = (params: Parameters, place: ErrorLocation) => string;

const maxListed = 24;

/** Sentences about a value, by the keyword that it violates. Their subject is the place of the error. */
const sentences: Readonly<Record<string, Sentence>> = {
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `must have at least ${countNoun(limit, "character")}`,
  maxLength: ({ limit }) => `must have at most ${countNoun(limit, "character")}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  format: ({ format }) => `must be a valid ${format}${formatExample(format)}`,
  minItems: ({ limit }) => `must have at least ${countNoun(limit, "item")}`,
  maxItems: ({ limit }) => `must have at most ${countNoun(limit, "item")}`,
  items: ({ limit }) => `must have at most ${countNoun(limit, "item")}`,
  unevaluatedItems: ({ limit }) => `must have at most ${countNoun(limit, "item")}`,
  uniqueItems: () => "must not repeat an item",
  contains: ({ minContains }) =>
    `must have at least ${countNoun(minContains, "item")} that matches the schema of "contains"`,
  minProperties: ({ limit }) => `must have at least ${countNoun(limit, "property", "properties")}`,
  maxProperties: ({ limit }) => `must have at most ${countNoun(limit, "property", "properties")}`,
  propertyNames: ({ propertyName }) => `must not have a property called ${quote(propertyName)}`,
  not: () => "has a shape that its schema excludes",
  if: ({ failingKeyword }) => `must match "${failingKeyword}" schema`,
  "false schema": () => "is not allowed here",
  anyOf: (_, place) => noShape(place),
  oneOf: ({ passingSchemas }, place) =>
    passingSchemas
      ? "must have exactly one of the shapes that its schema allows, not several"
      : noShape(place),
  exactlyOne,
  /** Not a keyword of JSON Schema: servers that wrap a validator use it for their own message. */
  errorMessage: ({ message }) => String(message),
};

/** Sentences about a missing or unknown property. Their subject is that property. */
const propertySentences: Readonly<
  Record<string, (params: Parameters, place: ErrorLocation) => readonly [unknown, string]>
> = {
  required: ({ missingProperty }, place) => [missingProperty, isRequired(String(missingProperty), place)],
  dependentRequired: ({ property, missingProperty }) => [missingProperty, `is required beside ${property}`],
  additionalProperties: ({ additionalProperty }, place) => [
    additionalProperty,
    unknownProperty(additionalProperty, place),
  ],
  unevaluatedProperties: ({ unevaluatedProperty }, place) => [
    unevaluatedProperty,
    unknownProperty(unevaluatedProperty, place),
  ],
  discriminator: ({ tag, tagValue }, place) => [tag, wrongTag(String(tag), tagValue, place)],
};

export function sentence(place: ErrorLocation, { keyword, params }: ValidationError): Problem {
  const ofProperty = propertySentences[keyword];
  if (ofProperty) {
    const [property, problem] = ofProperty(params, place);
    return { path: childPointer(place.path, String(property)), problem };
  }
  return { path: place.path, problem: sentences[keyword]?.(params, place) ?? `breaks ${keyword}` };
}

/** Says what a value must be, from the errors of `type`, `enum` and `const`. In a union, lists the types and values of all branches. */
export function shapeSentence(
  place: ErrorLocation,
  shapes: readonly ValidationError[],
  isUnion: boolean,
): Problem {
  const values = shapes.flatMap(({ keyword, params }) => {
    if (keyword === "const") return [params.allowedValue];
    return keyword === "enum" && Array.isArray(params.allowedValues) ? params.allowedValues : [];
  });
  const types = shapes.flatMap(({ keyword, params }) => (keyword === "type" ? [params.type].flat() : []));
  const allowed = [
    ...new Set([...(values.length > 0 && !isUnion ? [] : types.map(nameOfType)), ...showChoices(values)]),
  ];
  const actual = values.length > 0 ? "" : `, not ${nameOfType(nameType(place.value))}`;
  return {
    path: place.path,
    problem: `must be ${allowed.join(" or ")}${actual}${suggestion(place.value, values)}`,
  };
}

function exactlyOne({ names, present }: Parameters): string {
  const joinList = (value: unknown) => (Array.isArray(value) ? value.join(", ") : "");
  const actual =
    Array.isArray(present) && present.length > 0 ? `, not several: ${joinList(present)}` : "; none is given";
  return `must have exactly one of ${joinList(names)}${actual}`;
}

function noShape(place: ErrorLocation): string {
  const known = place.propertyNames();
  const properties =
    known.length > 0 && known.length <= maxListed ? `; the known properties are ${known.join(", ")}` : "";
  return `has none of the shapes that its schema allows${properties}`;
}

function isRequired(property: string, place: ErrorLocation): string {
  const [values] = showChoices(place.allowedValues(property));
  return values === undefined ? "is required" : `is required: ${values}`;
}

/** The sentence for a union whose discriminator is missing or names none of its alternatives. */
function wrongTag(property: string, tag: unknown, place: ErrorLocation): string {
  if (tag === undefined) return isRequired(property, place);
  const allowed = place.allowedValues(property);
  const [values = "a value that its schema names"] = showChoices(allowed);
  return `must be ${values}${suggestion(tag, allowed)}`;
}

function unknownProperty(name: unknown, place: ErrorLocation): string {
  const known = place.propertyNames();
  const problem = unknownThere(String(name), place);
  const match = closestName(String(name), known);
  if (match !== undefined && match !== name) return `${problem}; did you mean ${match}?`;
  if (known.length === 0 || known.length > maxListed) return `${problem}; leave it out`;
  return `${problem}; the known properties are ${known.join(", ")}`;
}

/** In a union, says which branch the value chose and which other branches have the property. */
function unknownThere(name: string, place: ErrorLocation): string {
  const branch = place.branch();
  if (branch === undefined) return "is not a known property";
  const meant = `${branch.tag} ${quote(branch.value)}`;
  const others = branch.tagsKnowing(name).slice(0, maxListed).map(quote);
  if (others.length === 0) return `is not a known property of ${meant}`;
  return `belongs to ${branch.tag} ${others.join(", ")}, not to ${meant}`;
}

function showChoices(values: readonly unknown[]): readonly string[] {
  if (values.length === 0) return [];
  const [first, ...others] = values.slice(0, maxListed).map(quote);
  if (others.length === 0) return [first!];
  const more = values.length > maxListed ? `, and ${values.length - maxListed} more` : "";
  return [`one of ${[first, ...others].join(", ")}${more}`];
}

function suggestion(value: unknown, allowed: readonly unknown[]): string {
  if (typeof value !== "string") return "";
  const match = closestName(
    value,
    allowed.filter((candidate) => typeof candidate === "string"),
  );
  return match === undefined ? "" : `; did you mean ${quote(match)}?`;
}

const formatExamples: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "P1DT2H",
  email: "name@example.org",
  uri: "https://example.org/path",
};

function formatExample(format: unknown): string {
  const example = typeof format === "string" ? formatExamples[format] : undefined;
  return example === undefined ? "" : `, such as ${example}`;
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function nameOfType(type: unknown): string {
  return type === "null" ? "null" : withArticle(String(type));
}

function countNoun(amount: unknown, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
