import { equal, formats, ucs2length } from "@toolwright/runtime";
import type { Format } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";

test("string lengths count code points, not UTF-16 units", () => {
  expect(ucs2length("a😀é")).toBe(3);
});

test("equality compares nested values and ignores the order of keys", () => {
  expect(equal({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
  expect(equal({ a: 1 }, { a: "1" })).toBe(false);
  expect(equal([], {})).toBe(false);
});

test("equality ignores inherited properties", () => {
  const hostile = '[{"toString":null,"valueOf":1,"constructor":{"a":[]},"__proto__":{"b":0}}]';
  expect(equal(JSON.parse(hostile), JSON.parse(hostile))).toBe(true);
  expect(equal(JSON.parse(hostile), [{ toString: null }])).toBe(false);
  expect(equal({}, JSON.parse('{"__proto__":{}}'))).toBe(false);
});

test.each([
  ["date-time", "2026-02-28T23:59:59Z", "2026-02-29T23:59:59Z"],
  ["date", "2028-02-29", "2026-13-01"],
  ["email", "ana@example.org", "ana@"],
  ["uri", "https://example.org/a?b#c", "example.org"],
  ["url", "http://localhost:3000/a?b#c", "http://exa mple.org"],
  ["url", "FTP://example.org/ü", "mailto:ana@example.org"],
  ["uuid", "0b4a1cfa-3e0b-4f2c-8a52-2d7d0a6f2f10", "0b4a1cfa"],
  ["regex", "^a+$", "("],
])("format %s accepts %s and refuses %s", (format, good, bad) => {
  const validate = new Ajv2020.default({ formats }).compile({ type: "string", format });
  expect([validate(good), validate(bad)]).toEqual([true, false]);
});

test.each(Object.keys(formats).filter((name) => name !== "regex"))(
  "format %s takes time in proportion to the text",
  (format) => {
    const validate = new Ajv2020.default({ formats }).compile({ type: "string", format });
    // A megabyte of what made regular expressions go back and forth would take hours.
    for (const text of ["http://a::", "http://a@", "a-", "0x", "%20", "::"]) {
      const hostile = `${text.slice(0, 8)}${text.slice(-2).repeat(500_000)}\n`;
      expect(typeof validate(hostile)).toBe("boolean");
    }
  },
);

test.each([
  ["uri" as const, /^https?:\/\/[a-zA-Z.:@[\]%-]{0,6}(:\d{0,5})?(\/[\w~.%:@?# äñ-]{0,6}){0,3}$/],
  [
    "date-time" as const,
    /^\d{4}-[01]\d-[0-3]\d[Tt ][0-2]\d:[0-6]\d:[0-6]\d(\.\d{0,4})?([Zz]|[+-][0-2]\d:\d\d)?$/,
  ],
])(
  "the short way of format %s takes nothing that the long way refuses, nor the other way round",
  (name, alike) => {
    const accepts = (format: Format) =>
      new Ajv2020.default({ formats: { [name]: format } }).compile({ type: "string", format: name });
    const [short, long] = [accepts(formats[name]!), accepts(ajvFormats.fullFormats[name]!)];
    fc.assert(
      fc.property(fc.stringMatching(alike), (text) => short(text) === long(text)),
      { numRuns: 1_500 },
    );
  },
);
