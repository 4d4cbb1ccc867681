/** The law of import for values: any JSON survives manifest -> spec -> manifest, wherever a tool has data of its own. */
import { readTools } from "@toolwright/check/surface";
import { canonical } from "@toolwright/runtime/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../compile.ts";
import { manifestOf } from "../emit/manifest.ts";
import { listingOf } from "../test/support/import/listings.ts";
import { importListing } from "./index.ts";

/** Texts of all characters in UTF-8, with blanks and line breaks in all places, and texts that look like other YAML. */
const texts = fc.oneof(
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(..."\n\n\n   \t\r\\\"':#-{}[],&*!|>%@`?ab0") },
        {
          weight: 2,
          arbitrary: fc
            .string({ unit: "binary", minLength: 1, maxLength: 6 })
            .map((text) => text.toWellFormed()),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            "word ",
            " \n",
            "\n \n",
            "\r\n",
            "x".repeat(120),
            "\u0085",
            "\u2028",
            "\ufeff",
            "\u0000",
            "$" + "{limits.page.max}",
            "$" + "{",
            "{{name}}",
          ),
        },
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "",
    "null",
    "~",
    "yes",
    "0x1F",
    "1e3",
    ".inf",
    "<<",
    "2026-01-01",
    "---",
    "...",
    "- a",
    "# x",
    "__proto__",
  ),
);

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: texts },
    fc.constantFrom<unknown>(null, true, false, 0, -1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(texts, tie("json"), { maxKeys: 3 }),
  ),
}));

/** A value at each place where the schema of a property has data rather than a schema. */
const property = fc.record(
  {
    default: json,
    const: json,
    enum: fc.uniqueArray(json, { minLength: 1, maxLength: 3, selector: canonical }),
    examples: fc.array(json, { maxLength: 3 }),
    description: texts,
    title: texts,
  },
  { requiredKeys: [] },
);

/** Schemas without contradictions: an import reports contradictions, and another law tests that. */
const consistent = property.map(({ const: one, enum: some, default: fallback, ...rest }) => ({
  ...rest,
  ...(one !== undefined
    ? { const: one }
    : some
      ? { enum: some }
      : fallback !== undefined
        ? { default: fallback }
        : {}),
}));

const schema = fc
  .record({
    a: consistent,
    b: consistent,
    c: fc.tuple(consistent).map(([items]) => ({ type: "array", items })),
  })
  .map((properties) => ({ type: "object", properties }));

const tool = fc.record(
  {
    name: fc.constant("note"),
    inputSchema: schema,
    outputSchema: schema,
    description: texts,
    title: texts,
    annotations: fc.record({ title: texts, vendor: json }, { requiredKeys: [] }),
    _meta: fc.dictionary(texts, json, { maxKeys: 3 }),
    vendor: json,
  },
  { requiredKeys: ["name", "inputSchema"] },
);

/** U+2028 ends a line for regular expressions, and none for YAML 1.2: blanks beside it are a part of the text. */
const separated = {
  name: "note",
  inputSchema: { type: "object", properties: { a: { default: `word \u2028${"x".repeat(120)}` } } },
  _meta: { "\u2028 \u2028": ["\u2029 \u2029"] },
};

test("preserves any value as a default, constant, choice or example, as a text, annotation or _meta", {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(tool as fc.Arbitrary<{ readonly name: string }>, (each) => {
      const { model } = compile(importListing(listingOf(...readTools([each]).tools)).sources);
      expect(canonical(manifestOf(model!))).toBe(canonical([each]));
    }),
    { numRuns: 50, examples: [[separated]] },
  );
});
