/**
 * The functions that generated validators call. Ajv's standalone code loads them with `require`, which ES modules do not
 * have; the generator replaces those calls by imports of `@toolwright/runtime`.
 */
import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { canonical } from "../json/canonical.ts";
import type { ValidationError } from "../service/service.ts";

/** Returns the length of a string in code points, as JSON Schema counts it. */
export function ucs2length(text: string): number {
  let { length } = text;
  for (let at = 1; at < text.length; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    if (isPair) length--;
  }
  return length;
}

/** Adds a problem to the list of a validator, and creates the list for the first one. */
export function problem(
  problems: ValidationError[] | null,
  instancePath: string,
  keyword: string,
  params: ValidationError["params"],
): ValidationError[] {
  const one = { instancePath, keyword, params };
  if (problems === null) return [one];
  problems.push(one);
  return problems;
}

/** Whether two JSON values are deeply equal, for `const` and `enum`. Compares own properties only, so keys such as `toString` are safe. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const entries = Object.entries(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    entries.length === Object.keys(right).length &&
    entries.every(
      ([name, value]) => Object.hasOwn(right, name) && equal(value, (right as Record<string, unknown>)[name]),
    )
  );
}

type FormatTest = (text: string) => boolean;

const standard = fullFormats as Readonly<Record<string, Format>> & {
  readonly uri: FormatTest;
  readonly "date-time": { readonly validate: FormatTest };
};

/** Most URIs and times match these simple patterns, which are several times faster than the full check. */
const simpleUri = /^https?:\/\/[a-z\d.-]+(?::\d+)?(?:\/[\w.~/-]*)?$/i;
const simpleDateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** The formats of JSON Schema and OpenAPI by name, in the shapes that Ajv calls: RegExp, function or `{ validate }`. */
export const formats: Readonly<Record<string, Format>> = {
  ...standard,
  uri: (text: string) => simpleUri.test(text) || standard.uri(text),
  "date-time": {
    ...standard["date-time"],
    validate: (text: string) => simpleDateTime.test(text) || standard["date-time"].validate(text),
  },
  url: isUrl,
};

/**
 * The format `url`, which no standard defines: an absolute http, https or ftp URL. Replaces the regular expression of
 * ajv-formats, which takes quadratic time: seconds for a text of 20 kB.
 */
function isUrl(text: string): boolean {
  return /^(https?|ftp):\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

/** Whether no two items of a JSON array are equal (`uniqueItems`), in linear time; Ajv compares all pairs. */
export function allDifferent(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const identity = identify(item);
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}

/** Returns a primitive that equal JSON values share. A text begins with a quotation mark, so that it is no canonical object. */
function identify(item: unknown): unknown {
  if (typeof item === "object" && item !== null) return canonical(item);
  return typeof item === "string" ? `"${item}` : item;
}
