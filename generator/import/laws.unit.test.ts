import { readTools } from "@toolwright/check/surface";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import { canonical } from "@toolwright/runtime/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inputTarget } from "../cases/arguments.ts";
import { compile, emit } from "../compile.ts";
import { asEmitted, manifestOf } from "../emit/manifest.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";
import { listingOf } from "../test/support/import/listings.ts";
import { importListing } from "./index.ts";

/** Few names, so that tools, properties and definitions share shapes and get in each other's way. */
const names = fc.constantFrom(
  "a",
  "b",
  "item",
  "items",
  "getUser",
  "get_user",
  "__proto__",
  "a/b",
  "名",
  "default",
);
const values = fc.constantFrom<unknown>(null, true, 0, 1.5, "", "x", "yes", [], ["x"], {}, { a: 1 });

/**
 * References to definitions; inside of properties, more references. Their targets are always below a property or an item, so
 * none is circular.
 */
const toDefinition = fc.constantFrom<object>(
  { $ref: "#/$defs/item" },
  { $ref: "#/$defs/a" },
  { $ref: "#/definitions/item", description: "Referred to." },
  { $ref: "x.json" },
);
const anywhere = fc.oneof(
  toDefinition,
  fc.constantFrom<object>({ $ref: "#" }, { $ref: "#/properties/a" }, { $ref: "#/properties/b" }),
);

/** Schemas as servers write them: sound ones, odd ones and nonsense. */
const { schema } = fc.letrec<{ schema: object; keyword: [string, unknown] }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<object>(
      {},
      {
        type: "string",
        description: "One and the same text, long enough to be worth a file of its own, in many tools.",
      },
      { type: "object", properties: { a: { type: "string" } }, description: "Likewise".padEnd(90, "!") },
    ),
    fc.array(tie("keyword"), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
  keyword: fc.oneof(
    fc.tuple(
      fc.constant("properties"),
      fc.dictionary(names, fc.oneof({ arbitrary: tie("schema"), weight: 3 }, anywhere), { maxKeys: 3 }),
    ),
    fc.tuple(fc.constant("items"), fc.oneof(tie("schema"), anywhere)),
    fc.tuple(fc.constantFrom("items", "additionalProperties", "not", "contains"), tie("schema")),
    fc.tuple(
      fc.constantFrom("anyOf", "allOf", "oneOf", "prefixItems", "items"),
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
    ),
    fc.tuple(
      fc.constant("type"),
      fc.constantFrom<unknown>("object", "array", "string", ["integer", "null"], "any"),
    ),
    fc.tuple(fc.constant("required"), fc.constantFrom<unknown>(["a"], [], true)),
    fc.tuple(fc.constantFrom("enum", "examples"), fc.array(values, { maxLength: 3 })),
    fc.tuple(
      fc.constantFrom("const", "default", "minimum", "maxLength", "pattern", "nullable", "exmple", "title"),
      values,
    ),
  ),
}));

const inputSchema = fc
  .record(
    {
      $schema: fc.constantFrom(
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
      ),
      $defs: fc.dictionary(names, schema, { maxKeys: 3 }),
      definitions: fc.dictionary(names, schema, { maxKeys: 2 }),
      properties: fc.dictionary(names, fc.oneof({ arbitrary: schema, weight: 3 }, toDefinition), {
        maxKeys: 4,
      }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((rest) => ({ type: "object", ...rest }));

/** A property that is itself by reference says nothing: the spec language refuses it, and so does the import. */
const isCircle = (property: unknown): boolean =>
  String((property as { $ref?: unknown }).$ref ?? "").startsWith("#/properties/");
const outputSchema = fc.oneof(
  inputSchema,
  schema.filter((root) => !Object.values((root as { properties?: object }).properties ?? {}).some(isCircle)),
);

const entry = fc.record(
  {
    name: fc.oneof(names, fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" })),
    inputSchema,
    outputSchema,
    title: fc.string({ unit: "grapheme" }),
    description: fc.oneof(
      fc.lorem(),
      fc.constantFrom("$".concat("{limits.a.b}"), "line\nline\n\n", " blank "),
    ),
    annotations: fc.record(
      { title: fc.string(), readOnlyHint: fc.boolean(), openWorldHint: fc.boolean(), category: values },
      { requiredKeys: [] },
    ),
    _meta: fc.dictionary(names, values, { maxKeys: 2 }),
    vendor: values,
  },
  { requiredKeys: ["name", "inputSchema"] },
);
const manifests = fc.uniqueArray(entry, { minLength: 1, maxLength: 5, selector: ({ name }) => name });

test("the spec of any server generates the same list, and code", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(manifests, async (tools) => {
      const { model } = compile(importListing(listingOf(...readTools(tools).tools)).sources);
      expect(canonical(manifestOf(model!))).toBe(canonical(tools.map(asEmitted)));
      await emit(model!);
    }),
    { numRuns: 15 },
  );
});

test("sharing shapes does not change which arguments are valid", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      manifests,
      fc.array(fc.dictionary(names, values, { maxKeys: 4 }), { minLength: 1, maxLength: 8 }),
      (tools, inputs) => {
        const verdicts = (...some: typeof tools) => {
          const { model } = compile(importListing(listingOf(...readTools(some).tools)).sources);
          const meant = normalisedModel(model!);
          const { fits } = evaluatorFor(resolver(meant));
          return meant.tools.map((tool) => inputs.map((value) => fits(value, inputTarget(tool))));
        };
        // Imported one by one, tools share no shapes.
        expect(verdicts(...tools)).toEqual(tools.flatMap((tool) => verdicts(tool)));
      },
    ),
    { numRuns: 12 },
  );
});
