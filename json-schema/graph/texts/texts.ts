/** Makes strings that fit patterns, formats and lengths, and strings that lack a format. */
import { formats as knownFormats } from "../../evaluation/formats.ts";
import { textLength } from "../../json.ts";
import { patternOf } from "../../patterns/matcher.ts";
import type { Node } from "../node.ts";
import samples from "./formats.json" with { type: "json" };
import { matching } from "./matching.ts";

/** The constraints of all schemas that describe a string. Lengths are code points. */
export interface TextConstraints {
  /** Patterns of ECMAScript; the text matches each. */
  readonly patterns: readonly string[];
  /** Values of `format`; the text has each. */
  readonly formats: readonly string[];
  /** The least number of code points, at least 0. */
  readonly least: number;
  /** The largest number of code points; `Infinity` without a bound. */
  readonly most: number;
}

/** Longer strings are not made. */
const maxTextLength = 1_000_000;

/** The constraints that these schemas put on a string together. */
export function textConstraints(nodes: readonly Node[]): TextConstraints {
  return {
    patterns: nodes.flatMap(({ pattern }) => pattern ?? []),
    formats: nodes.flatMap(({ format }) => format ?? []),
    least: Math.max(0, ...nodes.map(({ numbers }) => numbers.minLength ?? 0)),
    most: Math.min(...nodes.map(({ numbers }) => numbers.maxLength ?? Number.POSITIVE_INFINITY)),
  };
}

/** A short string that satisfies the constraints. */
export function shortText(constraints: TextConstraints): string | undefined {
  const { least, most, patterns, formats } = constraints;
  const free = patterns.length === 0 && formats.length === 0;
  if (free && least <= 4 && most >= 4) return "text";
  const lengths = [least, ...Array.from({ length: 12 }, (_, more) => least + more + 1)].filter(
    (length) => length <= most,
  );
  const ready = [
    ...formats.flatMap((format) => textsWithFormat(format)),
    ...patterns.flatMap((pattern) => matching(pattern)),
  ].find((text) => isText(text, constraints));
  if (ready !== undefined) return ready;
  for (const length of lengths) {
    const text = textOfLength({ ...constraints, least: 0 }, length);
    if (text !== undefined && isText(text, constraints)) return text;
  }
  return undefined;
}

/** A string of exactly `length` code points with the patterns and formats, if possible made of `unit`. */
export function textOfLength(
  { patterns, formats }: TextConstraints,
  length: number,
  unit = "a",
): string | undefined {
  if (length > maxTextLength) return undefined;
  const constraints = { patterns, formats, least: length, most: length };
  const plain = unit.repeat(length);
  if (isText(plain, constraints)) return plain;
  return [
    ...formats.flatMap((format) => textsWithFormat(format, length)),
    ...patterns.flatMap((pattern) => matching(pattern, length)),
  ].find((text) => isText(text, constraints));
}

function isText(text: string, { patterns, formats, least, most }: TextConstraints): boolean {
  const length = textLength(text);
  return (
    length >= least &&
    length <= most &&
    patterns.every((pattern) => patternOf(pattern).test(text)) &&
    formats.every((format) => hasFormat(text, format))
  );
}

/** Checks a format as Ajv does. A string always has an unknown format. */
export function hasFormat(text: string, name: string): boolean {
  const format = Object.hasOwn(knownFormats, name) ? knownFormats[name] : undefined;
  if (format === undefined || typeof format === "boolean" || typeof format === "string") return true;
  if (typeof format === "function") return format(text);
  if (format instanceof RegExp) return format.test(text);
  const { validate } = format as { validate?: unknown };
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" ? validate(text) === true : true;
}

/** For each format, a string that has it, and strings that do not have it although many parsers accept them. */
const table: Readonly<Record<string, { readonly fits?: string; readonly lacks?: readonly string[] }>> =
  samples;

/** Strings that lack a format although many parsers accept them. */
export function misformatted(format: string): readonly string[] {
  return table[format]?.lacks ?? [];
}

/** Makes a string of a format with a given length. */
const ofLength: Readonly<Record<string, (length: number) => string>> = {
  email: (length) => `a@${domain(length - 2)}`,
  hostname: domain,
  uri: (length) => `https://example.org/${"a".repeat(Math.max(0, length - 20))}`,
  url: (length) => `https://example.org/${"a".repeat(Math.max(0, length - 20))}`,
  "uri-reference": (length) => `/${"a".repeat(Math.max(0, length - 1))}`,
  "json-pointer": (length) => `/${"a".repeat(Math.max(0, length - 1))}`,
  "date-time": (length) => `2026-03-14T09:26:53.${"1".repeat(Math.max(1, length - 21))}Z`,
  time: (length) => `09:26:53.${"1".repeat(Math.max(1, length - 10))}Z`,
};

function textsWithFormat(format: string, length?: number): string[] {
  const sample = table[format]?.fits;
  if (length === undefined) return sample === undefined ? [] : [sample];
  const text = ofLength[format]?.(length) ?? sample;
  return text === undefined ? [] : [text];
}

/** A host name of the given length; labels have at most 63 characters (RFC 1035). */
function domain(length: number): string {
  const room = Math.max(1, length - 4);
  const labels = Array.from({ length: Math.ceil(room / 64) }, (_, index) =>
    "a".repeat(Math.min(63, room - index * 64)),
  );
  return `${labels.filter((label) => label !== "").join(".")}.org`;
}
