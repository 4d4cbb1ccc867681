import { formats as knownFormats, ucs2length } from "@toolwright/runtime/validation";
import { patternOf } from "../patterns/matcher.ts";
import type { Node } from "./node.ts";
import { matching } from "./pattern.ts";

/** What schemas that describe the same text ask of it. Lengths are code points. */
export interface TextFacets {
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly least: number;
  readonly most: number;
}

/** Longer texts are not made. */
const longestText = 1_000_000;

export function textFacets(nodes: readonly Node[]): TextFacets {
  const texts = (keyword: string) =>
    nodes.map(({ schema }) => schema[keyword]).filter((value) => typeof value === "string");
  const numbers = (keyword: string) =>
    nodes.map(({ schema }) => schema[keyword]).filter((value) => typeof value === "number");
  return {
    patterns: texts("pattern"),
    formats: texts("format"),
    least: Math.max(0, ...numbers("minLength")),
    most: Math.min(Number.POSITIVE_INFINITY, ...numbers("maxLength")),
  };
}

/** A short text that has all facets. */
export function shortText(facets: TextFacets): string | undefined {
  const { least, most, patterns, formats } = facets;
  const free = patterns.length === 0 && formats.length === 0;
  if (free && least <= 4 && most >= 4) return "text";
  const lengths = [least, ...Array.from({ length: 12 }, (_, more) => least + more + 1)].filter(
    (length) => length <= most,
  );
  const ready = [
    ...formats.flatMap((format) => formatted(format)),
    ...patterns.flatMap((pattern) => matching(pattern)),
  ].find((text) => isText(text, facets));
  if (ready !== undefined) return ready;
  for (const length of lengths) {
    const text = textOfLength({ ...facets, least: 0 }, length);
    if (text !== undefined && isText(text, facets)) return text;
  }
  return undefined;
}

/** A text of exactly so many code points with the patterns and formats; `unit` is what it is filled with. */
export function textOfLength(
  { patterns, formats }: TextFacets,
  length: number,
  unit = "a",
): string | undefined {
  if (length > longestText) return undefined;
  const facets = { patterns, formats, least: length, most: length };
  const plain = unit.repeat(length);
  if (isText(plain, facets)) return plain;
  return [
    ...formats.flatMap((format) => formatted(format, length)),
    ...patterns.flatMap((pattern) => matching(pattern, length)),
  ].find((text) => isText(text, facets));
}

function isText(text: string, { patterns, formats, least, most }: TextFacets): boolean {
  const length = lengthOf(text);
  return (
    length >= least &&
    length <= most &&
    patterns.every((pattern) => patternOf(pattern).test(text)) &&
    formats.every((format) => hasFormat(text, format))
  );
}

/** Length in code points. Most texts have one for each UTF-16 unit, which is quicker to see than to count. */
function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? ucs2length(text) : text.length;
}

/** As Ajv asserts it; what it does not know, everything has. */
function hasFormat(text: string, name: string): boolean {
  const format = Object.hasOwn(knownFormats, name) ? knownFormats[name] : undefined;
  if (format === undefined || typeof format === "boolean" || typeof format === "string") return true;
  if (typeof format === "function") return format(text);
  if (format instanceof RegExp) return format.test(text);
  const { validate } = format as { validate?: unknown };
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" ? validate(text) === true : true;
}

const samples: Readonly<Record<string, string>> = {
  date: "2026-03-14",
  time: "09:26:53Z",
  "date-time": "2026-03-14T09:26:53Z",
  "iso-time": "09:26:53",
  "iso-date-time": "2026-03-14T09:26:53",
  duration: "P1D",
  uri: "https://example.org/",
  "uri-reference": "/a",
  "uri-template": "/a/{b}",
  url: "https://example.org/",
  email: "ada@example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  regex: "^a$",
  uuid: "0b7f3c52-5a0e-4f0a-9f53-1f4a1f6f9f10",
  "json-pointer": "/a",
  "relative-json-pointer": "0",
  byte: "YQ==",
  binary: "a",
  password: "text",
};

/** How texts of a format grow to a length. */
const grown: Readonly<Record<string, (length: number) => string>> = {
  email: (length) => `a@${domain(length - 2)}`,
  hostname: domain,
  uri: (length) => `https://example.org/${"a".repeat(Math.max(0, length - 20))}`,
  url: (length) => `https://example.org/${"a".repeat(Math.max(0, length - 20))}`,
  "uri-reference": (length) => `/${"a".repeat(Math.max(0, length - 1))}`,
  "json-pointer": (length) => `/${"a".repeat(Math.max(0, length - 1))}`,
  "date-time": (length) => `2026-03-14T09:26:53.${"1".repeat(Math.max(1, length - 21))}Z`,
  time: (length) => `09:26:53.${"1".repeat(Math.max(1, length - 10))}Z`,
};

function formatted(format: string, length?: number): string[] {
  const sample = samples[format];
  if (length === undefined) return sample === undefined ? [] : [sample];
  const text = grown[format]?.(length) ?? sample;
  return text === undefined ? [] : [text];
}

/** A host name of so many characters; labels have at most 63 (RFC 1035). */
function domain(length: number): string {
  const room = Math.max(1, length - 4);
  const labels = Array.from({ length: Math.ceil(room / 64) }, (_, index) =>
    "a".repeat(Math.min(63, room - index * 64)),
  );
  return `${labels.filter((label) => label !== "").join(".")}.org`;
}

/** Texts that many parsers take for a format, and that do not have it. */
export const misformatted: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-02-30", "14.03.2026", "2026-03-14T09:26:53Z", "yesterday"],
  time: ["25:00:00Z", "09:26", "noon"],
  "date-time": ["2026-02-30T09:26:53Z", "2026-03-14T09:26:53", "2026-03-14", "now"],
  duration: ["1 day", "P"],
  uri: ["/relative", "not a uri", "https://exa mple.org/"],
  "uri-reference": ["\\\\a", "a b"],
  url: ["example.org", "not a url"],
  email: ["ada@", "@example.org", "ada example.org", "ada"],
  hostname: ["-example.org", "exa_mple.org", "a b"],
  ipv4: ["256.0.0.1", "192.0.2"],
  ipv6: ["2001:db8:::1", "192.0.2.1"],
  regex: ["(", "["],
  uuid: ["0b7f3c52-5a0e-4f0a-9f53-1f4a1f6f9f1", "not-a-uuid"],
  "json-pointer": ["a", "/~2"],
  "relative-json-pointer": ["-1", "/a"],
  byte: ["YQ=", "*"],
};
