import { childPointer } from "../json/pointer.ts";
import type { ValidationError } from "../service.ts";
import { closest } from "./closest.ts";
import type { Problem } from "./problem.ts";

/** Where errors were found, and what is there. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
  /** Property names that the schema knows here. */
  known(): readonly string[];
  /** The values that the schema names for a property here. */
  values(property: string): readonly unknown[];
}

type Parameters = Readonly<Record<string, unknown>>;
type Sentence = (params: Parameters, place: Place) => string;

const longestList = 24;

/** Sentences about a value, by the keyword that it breaks. The subject is the place. */
const sentences: Readonly<Record<string, Sentence>> = {
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `must have at least ${counted(limit, "character")}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, "character")}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  format: ({ format }) => `must be a valid ${format}${formatExample(format)}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, "item")}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, "item")}`,
  items: ({ limit }) => `must have at most ${counted(limit, "item")}`,
  unevaluatedItems: ({ limit }) => `must have at most ${counted(limit, "item")}`,
  uniqueItems: () => "must not repeat an item",
  contains: ({ minContains }) =>
    `must have at least ${counted(minContains, "item")} of the shape that its schema asks for`,
  minProperties: ({ limit }) => `must have at least ${counted(limit, "property", "properties")}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, "property", "properties")}`,
  propertyNames: ({ propertyName }) => `must not have a property called ${quoted(propertyName)}`,
  not: () => "has a shape that its schema excludes",
  "false schema": () => "is not allowed here",
  anyOf: (_, place) => noShape(place),
  oneOf: ({ passingSchemas }, place) =>
    passingSchemas
      ? "must have exactly one of the shapes that its schema allows, not several"
      : noShape(place),
  exactlyOne,
};

/** Sentences about a property that is missing or too many: the subject is that property. */
const propertySentences: Readonly<
  Record<string, (params: Parameters, place: Place) => readonly [unknown, string]>
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

export function sentence(place: Place, { keyword, params, message }: ValidationError): Problem {
  const ofProperty = propertySentences[keyword];
  if (ofProperty) {
    const [property, problem] = ofProperty(params, place);
    return { path: childPointer(place.path, String(property)), problem };
  }
  return { path: place.path, problem: sentences[keyword]?.(params, place) ?? message ?? `breaks ${keyword}` };
}

/** What a value may be, from the errors of `type`, `enum` and `const`; in a union the branches add up. */
export function shapeSentence(place: Place, shapes: readonly ValidationError[], union: boolean): Problem {
  const values = shapes.flatMap(({ keyword, params }) => {
    if (keyword === "const") return [params.allowedValue];
    return keyword === "enum" && Array.isArray(params.allowedValues) ? params.allowedValues : [];
  });
  const types = shapes.flatMap(({ keyword, params }) => (keyword === "type" ? [params.type].flat() : []));
  const allowed = [
    ...new Set([...(values.length > 0 && !union ? [] : types.map(withArticle)), ...oneOf(values)]),
  ];
  const given = values.length > 0 ? "" : `, not ${withArticle(typeOf(place.value))}`;
  return {
    path: place.path,
    problem: `must be ${allowed.join(" or ")}${given}${meant(place.value, values)}`,
  };
}

function exactlyOne({ names, present }: Parameters): string {
  const listOf = (value: unknown) => (Array.isArray(value) ? value.join(", ") : "");
  const given =
    Array.isArray(present) && present.length > 0 ? `, not several: ${listOf(present)}` : "; none is given";
  return `must have exactly one of ${listOf(names)}${given}`;
}

function noShape(place: Place): string {
  const known = place.known();
  const properties = known.length > 0 && known.length <= longestList ? `; they know ${known.join(", ")}` : "";
  return `has none of the shapes that its schema allows${properties}`;
}

function isRequired(property: string, place: Place): string {
  const [values] = oneOf(place.values(property));
  return values === undefined ? "is required" : `is required: ${values}`;
}

/** A property that tells the alternatives of a union apart is missing, or names none of them. */
function wrongTag(property: string, given: unknown, place: Place): string {
  if (given === undefined) return isRequired(property, place);
  const allowed = place.values(property);
  const [values = "a value that its schema names"] = oneOf(allowed);
  return `must be ${values}${meant(given, allowed)}`;
}

function unknownProperty(name: unknown, place: Place): string {
  const known = place.known();
  const guess = closest(String(name), known);
  if (guess !== undefined) return `is not a known property; did you mean ${guess}?`;
  if (known.length === 0 || known.length > longestList) return "is not a known property; leave it out";
  return `is not a known property; known are ${known.join(", ")}`;
}

function oneOf(values: readonly unknown[]): readonly string[] {
  if (values.length === 0) return [];
  const [first, ...others] = values.slice(0, longestList).map(quoted);
  if (others.length === 0) return [first!];
  const more = values.length > longestList ? `, and ${values.length - longestList} more` : "";
  return [`one of ${[first, ...others].join(", ")}${more}`];
}

function meant(value: unknown, allowed: readonly unknown[]): string {
  if (typeof value !== "string") return "";
  const guess = closest(
    value,
    allowed.filter((candidate) => typeof candidate === "string"),
  );
  return guess === undefined ? "" : `; did you mean ${quoted(guess)}?`;
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

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function withArticle(type: unknown): string {
  if (type === "null") return "null";
  return `${/^[aeio]/.test(String(type)) ? "an" : "a"} ${type}`;
}

function counted(amount: unknown, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
