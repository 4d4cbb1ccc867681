import { join } from "node:path";
import { keywords } from "@toolwright/json-schema";
import { beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Validate } from "../../runtime/service/service.ts";
import { compile } from "../compile.ts";
import type { SpecSource } from "../parse/source.ts";
import { writeAll } from "./support/compiler.ts";
import { fixture, generate } from "./support/fixtures.ts";
import { inTemporaryProject } from "./support/temporary-project.ts";

interface Row {
  readonly schema: object;
  /** Values that the generated validator takes, and values that it refuses. */
  readonly fits: readonly unknown[];
  readonly misfits: readonly unknown[];
  /** A value that the keyword itself may not have; left out: it may have any. */
  readonly wrong?: unknown;
}

const anything = [null, true, 0, "", [], {}];
/** A keyword that describes and refuses nothing. */
const annotation = (keyword: string, value: unknown, wrong?: unknown): Row => ({
  schema: { [keyword]: value },
  fits: anything,
  misfits: [],
  ...(wrong !== undefined && { wrong }),
});
const draft07 = { $schema: "http://json-schema.org/draft-07/schema#" };

/** Each keyword by itself, with accepted and rejected values. `$schema` moves a row into a file with its own dialect. */
const rows: Readonly<Record<string, Row>> = {
  $schema: { ...annotation("$schema", "https://json-schema.org/draft/2020-12/schema", 7) },
  $id: annotation("$id", "https://example.org/a", 7),
  $anchor: {
    schema: { $anchor: "here", type: "array", items: { $ref: "#here" } },
    fits: [[], [[[]]]],
    misfits: [[1]],
    wrong: 7,
  },
  $dynamicAnchor: annotation("$comment", "refused by the rule static-references", 7),
  $vocabulary: annotation("$vocabulary", {}, "none"),
  $comment: annotation("$comment", "for readers of the spec", 7),
  $ref: {
    schema: { $ref: "#/$defs/a", $defs: { a: { type: "string" } } },
    fits: [""],
    misfits: [1],
    wrong: 7,
  },
  $dynamicRef: annotation("$comment", "refused by the rule static-references", 7),
  $defs: annotation("$defs", { a: { type: "string" } }, [{}]),
  definitions: {
    schema: { definitions: { a: { type: "string" } }, $ref: "#/definitions/a" },
    fits: [""],
    misfits: [1],
    wrong: [{}],
  },

  type: {
    schema: { type: ["string", "integer"] },
    fits: ["", 1, 1.0],
    misfits: [1.5, null, true, [], {}],
    wrong: "text",
  },
  enum: {
    schema: { enum: ["a", 1, null, { a: [1] }] },
    fits: ["a", 1, null, { a: [1] }],
    misfits: ["b", "1", {}, { a: [2] }],
    wrong: [],
  },
  const: {
    schema: { const: { a: 1, b: [null] } },
    fits: [{ b: [null], a: 1 }],
    misfits: [{ a: 1 }, { a: 1, b: [] }, null],
  },

  minLength: { schema: { minLength: 2 }, fits: ["ab", "😀😀", 1], misfits: ["a", "😀"], wrong: -1 },
  maxLength: { schema: { maxLength: 2 }, fits: ["ab", "😀😀", 123], misfits: ["abc", "😀😀😀"], wrong: 1.5 },
  pattern: { schema: { pattern: "^\\p{Lu}\\d$" }, fits: ["Ä1", 5], misfits: ["a1", "Ä12"], wrong: "(" },
  format: { schema: { format: "date" }, fits: ["2028-02-29", 5], misfits: ["2027-02-29", "today"], wrong: 7 },
  contentEncoding: annotation("contentEncoding", "base64", 7),
  contentMediaType: annotation("contentMediaType", "image/png", 7),
  contentSchema: annotation("contentSchema", { type: "string" }, 7),

  minimum: { schema: { minimum: 2 }, fits: [2, 2.5, "1"], misfits: [1.9, -3], wrong: "2" },
  maximum: { schema: { maximum: 2 }, fits: [2, -2, "3"], misfits: [2.1], wrong: null },
  exclusiveMinimum: { schema: { exclusiveMinimum: 2 }, fits: [2.1, "1"], misfits: [2, 1], wrong: true },
  exclusiveMaximum: { schema: { exclusiveMaximum: 2 }, fits: [1.9, "3"], misfits: [2, 3], wrong: true },
  multipleOf: { schema: { multipleOf: 0.01 }, fits: [0, 1.5, 135.11, 1e21, "x"], misfits: [0.305], wrong: 0 },

  prefixItems: {
    schema: { prefixItems: [{ type: "string" }, { type: "number" }] },
    fits: [[], ["a"], ["a", 1, null], "x"],
    misfits: [[1], ["a", "b"]],
    wrong: {},
  },
  items: { schema: { items: { type: "string" } }, fits: [[], ["a"], {}], misfits: [[1], ["a", 1]], wrong: 7 },
  additionalItems: {
    schema: { ...draft07, items: [{ type: "string" }], additionalItems: { type: "number" } },
    fits: [[], ["a", 1, 2]],
    misfits: [["a", "b"]],
    wrong: 7,
  },
  contains: {
    schema: { contains: { type: "string" }, additionalProperties: { contains: { type: "string" } } },
    fits: [["a"], [1, "a"], [...Array(80).fill(1), "a"], {}, { a: ["a"], b: [1, "b"] }],
    // The empty list must not inherit the result of the list before it.
    misfits: [[], [1], { a: ["a"], b: [] }],
    wrong: 7,
  },
  minContains: {
    schema: { contains: { type: "string" }, minContains: 2 },
    fits: [
      ["a", 1, "b"],
      [...Array(80).fill(1), "a", "b"],
    ],
    misfits: [["a"], []],
    wrong: -1,
  },
  maxContains: {
    schema: { contains: { type: "string" }, maxContains: 1 },
    fits: [["a", 1]],
    misfits: [["a", "b"], []],
    wrong: -1,
  },
  minItems: { schema: { minItems: 1 }, fits: [[null], ""], misfits: [[]], wrong: "1" },
  maxItems: { schema: { maxItems: 1 }, fits: [[], [1], {}], misfits: [[1, 2]], wrong: "1" },
  uniqueItems: {
    schema: { uniqueItems: true },
    fits: [[1, "1", { a: 1 }, { a: 2 }, [1], null]],
    misfits: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[], []],
    ],
    wrong: "yes",
  },
  unevaluatedItems: {
    schema: {
      allOf: [{ prefixItems: [{ type: "string" }] }],
      unevaluatedItems: false,
    },
    fits: [[], ["a"]],
    misfits: [["a", 1]],
    wrong: 7,
  },

  properties: {
    schema: { properties: { a: { type: "string" }, constructor: { type: "number" } } },
    fits: [{}, { a: "" }, { b: 1 }, []],
    misfits: [{ a: 1 }, { constructor: "" }],
    wrong: [],
  },
  patternProperties: {
    schema: { patternProperties: { "^s": { type: "string" }, "^__": { type: "number" } } },
    fits: [{ s1: "" }, { n: 1 }],
    misfits: [{ s1: 1 }, { __proto: "" }],
    wrong: { "(": {} },
  },
  additionalProperties: {
    schema: {
      properties: { a: {} },
      patternProperties: { "^s": {} },
      additionalProperties: { type: "number" },
    },
    fits: [{ a: "", s: "", b: 1 }],
    misfits: [{ b: "" }, { toString: "" }],
    wrong: "no",
  },
  propertyNames: {
    schema: { propertyNames: { maxLength: 2 } },
    fits: [{ ab: 1 }, {}],
    misfits: [{ abc: 1 }],
    wrong: 7,
  },
  required: {
    schema: { required: ["a", "toString"] },
    fits: [{ a: null, toString: 1 }, []],
    misfits: [{ a: null }, {}],
    wrong: true,
  },
  minProperties: { schema: { minProperties: 1 }, fits: [{ a: 1 }, []], misfits: [{}], wrong: -1 },
  maxProperties: {
    schema: { maxProperties: 1 },
    fits: [{ a: 1 }, [1, 2]],
    misfits: [{ a: 1, b: 2 }],
    wrong: -1,
  },
  dependentRequired: {
    schema: { dependentRequired: { a: ["b"] } },
    fits: [{ a: 1, b: 1 }, { b: 1 }, {}],
    misfits: [{ a: 1 }],
    wrong: { a: "b" },
  },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { required: ["b"] } } },
    fits: [{ a: 1, b: 1 }, {}],
    misfits: [{ a: 1 }],
    wrong: { a: 7 },
  },
  dependencies: {
    schema: { ...draft07, dependencies: { a: ["b"], c: { required: ["d"] } } },
    fits: [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    misfits: [{ a: 1 }, { c: 1 }],
    wrong: { a: 7 },
  },
  unevaluatedProperties: {
    schema: {
      anyOf: [{ properties: { a: {} }, required: ["a"] }, { properties: { b: {} } }],
      unevaluatedProperties: false,
    },
    fits: [{ a: 1 }, { b: 1 }],
    misfits: [{ a: 1, c: 1 }, { c: 1 }],
    wrong: 7,
  },

  allOf: {
    schema: { allOf: [{ type: "string" }, { maxLength: 1 }] },
    fits: ["a"],
    misfits: ["ab", 1],
    wrong: [],
  },
  anyOf: {
    schema: { anyOf: [{ type: "string" }, { minimum: 5 }] },
    fits: ["a", 5, null],
    misfits: [4],
    wrong: {},
  },
  oneOf: {
    schema: { oneOf: [{ type: "number" }, { minimum: 5 }] },
    fits: [4, "a"],
    misfits: [5],
    wrong: [7],
  },
  not: {
    schema: {
      not: { type: ["string", "array"], prefixItems: [{}, { type: "string" }], contains: { const: 1 } },
    },
    fits: [1, null, [], [0], [0, "a"], [1, 1]],
    misfits: ["a", [1], [1, "a"]],
    wrong: 7,
  },
  if: {
    schema: {
      if: {
        type: ["string", "object"],
        propertyNames: { maxLength: 1 },
        additionalProperties: { type: "string" },
        dependentRequired: { a: ["b"] },
        minProperties: 1,
      },
      then: { maxLength: 1, maxProperties: 1 },
      else: { type: ["number", "object"] },
    },
    fits: ["a", 1, {}, { b: "" }, { a: "", c: 1 }, { ab: 1, cd: 2 }],
    misfits: ["ab", null, { b: "", c: "" }],
    wrong: 7,
  },
  then: { schema: { if: { minimum: 5 }, then: { maximum: 7 } }, fits: [6, 4], misfits: [8], wrong: 7 },
  else: {
    schema: { if: { type: "string" }, else: { type: "number" } },
    fits: ["ab", 1],
    misfits: [null],
    wrong: 7,
  },

  title: annotation("title", "A title", 7),
  description: annotation("description", "What it means", 7),
  default: annotation("default", "a"),
  examples: annotation("examples", ["a"], []),
  deprecated: annotation("deprecated", true, "yes"),
  readOnly: annotation("readOnly", true, "yes"),
  writeOnly: annotation("writeOnly", true, "yes"),
  discriminator: annotation("discriminator", { propertyName: "kind" }, "kind"),
  "x-in-place": annotation("x-note", "shared-ids.unit.test.ts shows what it does", 7),
  "x-requires-scope": annotation("x-note", "guarded.test.ts shows what it does", 7),
};

const names = Object.keys(rows);

test("the table has a row for every keyword, and no others", () => {
  expect(names.toSorted()).toEqual(Object.keys(keywords).toSorted());
});

describe("a generated validator", () => {
  const validators = new Map<string, Validate>();

  beforeAll(async () => {
    await inTemporaryProject(async (folder) => {
      writeAll(folder, await generate(specOf(names.map((name) => [name, rows[name]!.schema]))));
      for (const [index, name] of names.entries())
        validators.set(
          name,
          (await import(/* @vite-ignore */ join(folder, `validators/t${index}.ts`))).input,
        );
    });
  });

  test.each(names)("%s accepts fitting and rejects other values", (name) => {
    const { fits, misfits } = rows[name]!;
    const validate = validators.get(name)!;
    expect(fits.filter((value) => !validate({ value }))).toEqual([]);
    expect(misfits.filter((value) => validate({ value }))).toEqual([]);
  });
});

test.each(names.filter((name) => rows[name]!.wrong !== undefined))(
  "%s with a wrong value is reported where it stands",
  (name) => {
    const sources = fixture("library").sources.map((source) =>
      source.path === "types/book.yaml"
        ? {
            ...source,
            text: `type: object\nproperties:\n  title: { type: string }\n  it: { ${JSON.stringify(name)}: ${JSON.stringify(rows[name]!.wrong)} }\nrequired: [title]\n`,
          }
        : source,
    );
    const found = compile(sources).diagnostics.filter(({ code }) => code === "keyword-value");
    expect(found.map(({ severity, place }) => ({ severity, line: place.line, file: place.file }))).toEqual([
      { severity: "error", line: 4, file: "types/book.yaml" },
    ]);
  },
);

/** Makes one tool for each schema; schemas with a root's keywords have to be roots. */
function specOf(schemas: readonly (readonly [string, object])[]): SpecSource[] {
  const service = {
    toolwright: 1,
    server: { name: "keywords", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: schemas.map((_, index) => `t${index}`),
  };
  return [
    { path: "service.yaml", text: stringify(service) },
    ...schemas.map(([, schema], index) => ({ path: `types/s${index}.yaml`, text: stringify(schema) })),
    ...schemas.map(([, schema], index) => ({
      path: `tools/t${index}.yaml`,
      text: stringify({ mode: "read", input: inputOf(schema, index) }),
    })),
  ];
}

function inputOf(schema: object, index: number): object {
  const dialect = "$schema" in schema ? { $schema: schema.$schema } : {};
  return { ...dialect, type: "object", properties: { value: { $ref: `../types/s${index}.yaml` } } };
}
