/**
 * What generated validators call. Ajv's standalone code asks for these with `require`, which an ES module does not
 * have; the generator rewrites those calls into imports of `@toolwright/runtime`.
 */
import { createRequire } from "node:module";
import type { Format } from "ajv";
import { canonical } from "./json/canonical.ts";

// Both packages are CommonJS with a `default` property, which Node, bundlers and test runners each import differently.
const require = createRequire(import.meta.url);

/** Length of a string in code points, as JSON Schema counts it. */
export const ucs2length: (text: string) => number = require("ajv/dist/runtime/ucs2length").default;

/** Deep equality of two JSON values: `const`, `enum`. What objects inherit says nothing, whatever their keys are called. */
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

type Test = (text: string) => boolean;

const standard = require("ajv-formats/dist/formats").fullFormats as Readonly<Record<string, Format>> & {
  readonly uri: Test;
  readonly "date-time": { readonly validate: Test };
};

/** What most addresses and times look like. Whatever fits need not be taken apart, which takes several times as long. */
const plainAddress = /^https?:\/\/[a-z\d.-]+(?::\d+)?(?:\/[\w.~/-]*)?$/i;
const plainTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** The formats of JSON Schema and OpenAPI by name, in the shapes that Ajv calls: RegExp, function or `{ validate }`. */
export const formats: Readonly<Record<string, Format>> = {
  ...standard,
  uri: (text: string) => plainAddress.test(text) || standard.uri(text),
  "date-time": {
    ...standard["date-time"],
    validate: (text: string) => plainTime.test(text) || standard["date-time"].validate(text),
  },
  url: isUrl,
};

/**
 * `url`, which no standard defines: an absolute http, https or ftp address. The regular expression of ajv-formats takes
 * quadratic time, seconds for a text of 20 kB.
 */
function isUrl(text: string): boolean {
  return /^(https?|ftp):\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

/** Whether no two items of a JSON array are equal. Takes time in proportion to the size of the array. */
export function allDifferent(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const identity =
      typeof item === "object" && item !== null
        ? canonical(item)
        : typeof item === "string"
          ? `"${item}`
          : item;
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}
