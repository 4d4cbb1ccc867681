/** Rules about the keywords of a schema, each by itself. */

import { shortenJson } from "@toolwright/check/report";
import { isSchemaObject, keywords, malformedParts, type SchemaObject, types } from "@toolwright/json-schema";
import { formatNames as assertedFormats } from "ajv-formats/dist/formats.js";
import type { Path, Violation } from "../../diagnostics/diagnostic.ts";
import { commaHint, didYouMean, flagHint, nearest, suggest } from "../../diagnostics/suggest.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { everySchema, type Rule } from "../rule.ts";

const formatNames: readonly string[] = assertedFormats;
const keywordNames = Object.keys(keywords);

/** Rules about each keyword by itself. */
export const keywordRules: readonly Rule[] = [
  {
    code: "known-keyword",
    acceptable: true,
    sentence: "A keyword of a schema is one of JSON Schema 2020-12 or of the spec language.",
    violations: (model) =>
      everySchema(model).flatMap(({ schema, at }) =>
        foreign(schema).flatMap((keyword): Violation | [] => {
          const hint = suggest(keyword, keywordNames);
          if (hint === undefined) return [];
          return { at: keyBelow(at, [keyword]), detail: `${JSON.stringify(keyword)} is unknown.`, hint };
        }),
      ),
  },
  {
    code: "foreign-keyword",
    sentence: "An unknown keyword is passed through and has no effect.",
    severity: "warning",
    violations: (model) =>
      everySchema(model).flatMap(({ schema, at }) =>
        foreign(schema)
          .filter((keyword) => nearest(keyword, keywordNames) === undefined)
          .map((keyword) => ({
            at: keyBelow(at, [keyword]),
            detail: `${JSON.stringify(keyword)} is unknown.`,
            hint:
              habits[keyword] ??
              commaHint(keyword, schema[keyword]) ??
              "Start it with x- to say that this is meant.",
          })),
      ),
  },
  {
    code: "keyword-value",
    acceptable: true,
    sentence: "The value of a keyword has the shape that JSON Schema gives it.",
    violations: (model) => everySchema(model).flatMap(({ schema, at }) => misshapen(schema, at)),
  },
  {
    code: "limit-stands-alone",
    sentence: "A $limit stands alone, in place of a number.",
    violations: (model) =>
      everySchema(model).flatMap(({ schema, at }) =>
        placesOfLimits(schema).map((path) => ({
          at: keyBelow(at, [...path, "$limit"]),
          detail: "Placeholders are not replaced here.",
          hint: "Write it as the value of a keyword that takes a number: maximum: { $limit: NAME.KEY }.",
        })),
      ),
  },
  {
    code: "known-format",
    sentence: "A format is known to the validators.",
    acceptable: true,
    violations: (model) =>
      everySchema(model).flatMap(({ schema: { format }, at }): Violation | [] => {
        if (typeof format !== "string" || formatNames.includes(format)) return [];
        const detail = `${JSON.stringify(format)} is not checked by anybody.`;
        return { at: locationBelow(at, ["format"]), detail, hint: didYouMean(format, formatNames) };
      }),
  },
];

/** Keywords of other languages, and their replacements. */
const habits: Readonly<Record<string, string>> = {
  nullable: 'Name null among the types instead: type: [string, "null"].',
  optional: "Leave the property out of `required` instead.",
};

/** Names of types in programming languages, and in JSON Schema. */
const otherTypes: Readonly<Record<string, string>> = {
  str: "string",
  text: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  list: "array",
  tuple: "array",
  dict: "object",
  map: "object",
  record: "object",
  none: "null",
  nil: "null",
};

function foreign(schema: SchemaObject): string[] {
  return Object.keys(schema).filter(
    (keyword) => !Object.hasOwn(keywords, keyword) && !keyword.startsWith("x-") && keyword !== "$limit",
  );
}

function misshapen(schema: SchemaObject, at: Violation["at"]): Violation[] {
  return Object.entries(schema)
    .filter(([, value]) => !isSchemaObject(value) || !("$limit" in value))
    .flatMap(([keyword, value]) => malformedParts(keyword, value).map((part) => ({ keyword, ...part })))
    .map(({ keyword, path, value, words, key }) => {
      const name = JSON.stringify(String(path.at(-1) ?? keyword));
      return {
        at: { ...locationBelow(at, [keyword, ...path]), key },
        detail: key ? `${name} is not ${words}.` : `${name} is ${shortenJson(value, 60)}, not ${words}.`,
        hint: hintFor(keyword, value),
      };
    });
}

function hintFor(keyword: string, value: unknown): string | undefined {
  if (keyword === "type") {
    const word = String(value).toLowerCase();
    if (!Object.hasOwn(otherTypes, word)) return didYouMean(String(value), types);
    return `Did you mean ${JSON.stringify(otherTypes[word])}?`;
  }
  if (keyword === "required" && typeof value === "boolean")
    return "Name the property in `required` of the object that it belongs to.";
  if (typeof value !== "string" || !Object.hasOwn(keywords, keyword)) return undefined;
  const { shape } = keywords[keyword]!;
  if (shape === "regex") return patternHint(value);
  if (shape === "list" || shape === "names") return `Write a list: \`${keyword}: [${value}]\`.`;
  if (!/schema|flag/.test(shape)) return undefined;
  return flagHint(value) ?? (types.includes(value) ? `Write \`{ type: ${value} }\`.` : undefined);
}

/** Paths from a schema to limits that were not resolved, although one of that name may be declared. */
function placesOfLimits(schema: SchemaObject): Path[] {
  const own = "$limit" in schema ? [[]] : [];
  const values = Object.entries(schema).filter(([, value]) => isSchemaObject(value) && "$limit" in value);
  const wrong = values.filter(
    ([keyword, value]) =>
      !takesSchemas(keyword) &&
      (typeof (value as SchemaObject).$limit !== "string" || Object.keys(value as object).length > 1),
  );
  return [...own, ...wrong.map(([keyword]) => [keyword])];
}

function takesSchemas(keyword: string): boolean {
  return Object.hasOwn(keywords, keyword) && /schema/.test(keywords[keyword]!.shape);
}

/** Syntax of other regular expressions, and its replacement in ECMAScript. */
const engineHabits: readonly (readonly [mistake: RegExp, hint: string])[] = [
  [/\(\?P</, "Write a named group as `(?<name>...)`."],
  [/\(\?[a-z]+\)/, "Flags do not stand in a pattern: write both cases, such as `[Aa]`."],
  [/\\[AzZ]/, "The start and the end of a text are `^` and `$`."],
  [
    /\(\?>|[*+?}]\+/,
    "There are no atomic groups and no possessive quantifiers: write a plain group or quantifier.",
  ],
  [/\(\?#/, "There are no comments in a pattern: write `$comment` beside it."],
  [/\[:\w+:\]/, "Classes have other names: `\\p{L}` for letters, `\\d` for digits, `\\s` for white space."],
];

/** A hint for a text that is no regular expression of ECMAScript with the `u` flag. */
function patternHint(text: string): string {
  const [, habit] = engineHabits.find(([mistake]) => mistake.test(text)) ?? [];
  if (habit !== undefined) return habit;
  const reason = findReason(text);
  if (reason !== "Invalid escape") return `What the engine says of it: ${reason}.`;
  return "A backslash stands before ^ $ \\ . * + ? ( ) [ ] { } | / and what has a meaning of its own: take others away.";
}

/** The message of the engine, without the pattern: `Unterminated group`. */
function findReason(text: string): string {
  try {
    new RegExp(text, "u");
  } catch (error) {
    const message = (error as Error).message;
    return message.slice(message.lastIndexOf(": ") + 2);
  }
  throw new Error(`${JSON.stringify(text)} is a regular expression.`);
}
