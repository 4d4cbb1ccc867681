import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Validate } from "../../runtime/service/service.ts";
import type { SpecSource } from "../parse/source.ts";
import { writeAll } from "../test/support/compiler.ts";
import { generate } from "../test/support/fixtures.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";

/** Types that are too big to be copied become modules of their own; references go from module to module. */
const types: Readonly<Record<string, object>> = {
  person: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 20 },
      team: { $ref: "team.yaml" },
      greeting: { type: "string", default: "Hello" },
    },
    required: ["name"],
    additionalProperties: false,
  },
  team: {
    type: "object",
    properties: { people: { type: "array", items: { $ref: "person.yaml" }, maxItems: 3 } },
    required: ["people"],
    additionalProperties: false,
  },
  circle: {
    type: "object",
    properties: {
      kind: { const: "circle" },
      radius: { type: "number", minimum: 0, maximum: 100, default: 1 },
    },
    required: ["kind"],
    additionalProperties: false,
  },
  square: {
    type: "object",
    properties: { kind: { enum: ["square", "box"] }, side: { type: "number", minimum: 0, maximum: 100 } },
    required: ["kind", "side"],
    additionalProperties: false,
  },
  shape: { oneOf: [{ $ref: "circle.yaml" }, { $ref: "square.yaml" }] },
  parts: {
    $defs: {
      code: {
        $anchor: "code",
        type: "string",
        minLength: 2,
        maxLength: 9,
        pattern: "^[a-z]+$",
        description: "a",
      },
      pair: {
        type: "object",
        properties: {
          left: { $ref: "#/$defs/code" },
          right: { $ref: "#code" },
          both: { $ref: "#/$defs/pair" },
        },
        required: ["left"],
      },
    },
    $ref: "#/$defs/pair",
  },
  dated: {
    type: "object",
    properties: {
      on: { type: "string", format: "date" },
      by: { type: "string", minLength: 1, maxLength: 9 },
    },
    required: ["on"],
  },
};

const tools: Readonly<Record<string, object>> = {
  circle_of_files: { person: { $ref: "../types/person.yaml" } },
  choice: { shape: { $ref: "../types/shape.yaml" } },
  // The branches need no type of their own where the union has one.
  typedUnion: {
    shape: {
      type: "object",
      oneOf: [
        { properties: { kind: { const: "dot" }, size: { type: "number", default: 1 } }, required: ["kind"] },
        { properties: { kind: { const: "line" }, length: { type: "number" } }, required: ["kind", "length"] },
      ],
    },
  },
  part_of_a_file: {
    code: { $ref: "../types/parts.yaml#/$defs/code" },
    named: { $ref: "../types/parts.yaml#code" },
    pair: { $ref: "../types/parts.yaml" },
  },
  own_recursion: { next: { $ref: "#" }, value: { type: "integer", default: 7 } },
  unevaluated: {
    entry: {
      allOf: [{ $ref: "../types/dated.yaml" }],
      properties: { title: { type: "string" } },
      unevaluatedProperties: false,
    },
  },
  not_filled: { either: { anyOf: [{ $ref: "../types/person.yaml" }, { type: "null" }] } },
};

type Named = Readonly<Record<string, object>>;

function sources(ofTypes: Named = types, ofTools: Named = tools): SpecSource[] {
  const service = {
    toolwright: 1,
    server: { name: "modules", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: Object.keys(ofTools),
  };
  const file = (path: string, value: object) => ({ path, text: stringify(value) });
  return [
    file("service.yaml", service),
    ...Object.entries(ofTypes).map(([name, schema]) => file(`types/${name}.yaml`, schema)),
    ...Object.entries(ofTools).map(([name, properties]) =>
      file(`tools/${name}.yaml`, {
        mode: "read",
        input: { type: "object", properties, additionalProperties: false },
      }),
    ),
  ];
}

const kim = { name: "Kim", greeting: "Hello" };
/** `filled`: the value after defaults were applied; absent if unchanged. */
const cases: readonly { tool: string; value: unknown; fits: boolean; filled?: unknown }[] = [
  { tool: "circleOfFiles", value: { person: { name: "Kim" } }, fits: true, filled: { person: kim } },
  {
    tool: "circleOfFiles",
    value: { person: { name: "Kim", team: { people: [{ name: "Kim" }] } } },
    fits: true,
    filled: { person: { ...kim, team: { people: [kim] } } },
  },
  {
    tool: "circleOfFiles",
    value: { person: { ...kim, team: { people: [{ ...kim, name: "" }] } } },
    fits: false,
  },
  {
    tool: "circleOfFiles",
    value: { person: { ...kim, team: { people: [kim, kim, kim, kim] } } },
    fits: false,
  },
  {
    tool: "choice",
    value: { shape: { kind: "circle" } },
    fits: true,
    filled: { shape: { kind: "circle", radius: 1 } },
  },
  { tool: "choice", value: { shape: { kind: "box", side: 2 } }, fits: true },
  { tool: "choice", value: { shape: { kind: "box", radius: 2 } }, fits: false },
  { tool: "choice", value: { shape: { kind: "line" } }, fits: false },
  { tool: "choice", value: { shape: {} }, fits: false },
  {
    tool: "typedUnion",
    value: { shape: { kind: "dot" } },
    fits: true,
    filled: { shape: { kind: "dot", size: 1 } },
  },
  { tool: "typedUnion", value: { shape: { kind: "line" } }, fits: false },
  { tool: "typedUnion", value: { shape: [] }, fits: false },
  { tool: "partOfAFile", value: { code: "ab", named: "ab", pair: { left: "ab", right: "cd" } }, fits: true },
  { tool: "partOfAFile", value: { code: "A" }, fits: false },
  { tool: "partOfAFile", value: { named: "A" }, fits: false },
  { tool: "partOfAFile", value: { pair: { left: "ab", both: { left: "A" } } }, fits: false },
  {
    tool: "ownRecursion",
    value: { next: { next: {} } },
    fits: true,
    filled: { value: 7, next: { value: 7, next: { value: 7 } } },
  },
  { tool: "ownRecursion", value: { next: { next: { value: "7" } } }, fits: false },
  { tool: "unevaluated", value: { entry: { on: "2026-01-31", by: "Kim", title: "A" } }, fits: true },
  { tool: "unevaluated", value: { entry: { on: "2026-01-31", other: 1 } }, fits: false },
  { tool: "notFilled", value: { either: { name: "Kim" } }, fits: true },
  { tool: "notFilled", value: { either: null }, fits: true },
  { tool: "notFilled", value: { either: { name: "Kim", nick: "K" } }, fits: false },
];

describe("validators across modules", () => {
  const validators = new Map<string, Validate>();

  beforeAll(async () => {
    await inTemporaryProject(async (folder) => {
      writeAll(folder, await generate(sources()));
      for (const { tool } of cases) {
        const module = await import(/* @vite-ignore */ join(folder, "validators", `${tool}.ts`));
        validators.set(tool, module.input);
      }
    });
  });

  test.each(cases)("$tool: $value", ({ tool, value, fits, filled }) => {
    const given = structuredClone(value);
    expect(validators.get(tool)!(given)).toBe(fits);
    if (fits) expect(given).toEqual(filled ?? value);
  });
});

test("each used type gets one module", async () => {
  const files = await generate(sources());
  const paths = files.map(({ path }) => path).filter((path) => path.startsWith("validators/types/"));
  expect(paths).toEqual(
    ["Circle", "Parts", "Person", "Shape", "Square", "Team"].map((name) => `validators/types/${name}.ts`),
  );
});

test("modules that differ only in names are written once, even in circles", async () => {
  const circle = (one: string, other: string, most: number): Named => ({
    [one]: {
      type: "object",
      properties: { name: { type: "string", minLength: 1, maxLength: 20 }, in: { $ref: `${other}.yaml` } },
      required: ["name"],
      additionalProperties: false,
    },
    [other]: { type: "array", items: { $ref: `${one}.yaml` }, maxItems: most },
  });
  const files = await generate(
    sources(
      { ...circle("author", "books", 3), ...circle("band", "songs", 3), ...circle("crew", "ships", 4) },
      {
        write: { by: { $ref: "../types/author.yaml" } },
        play: { by: { $ref: "../types/band.yaml" } },
        sail: { by: { $ref: "../types/crew.yaml" } },
      },
    ),
  );
  const code = (path: string) => files.find((file) => file.path === `validators/${path}.ts`)!.text.trim();
  expect(code("play").split("\n").at(-1)).toBe('export { input } from "./write.ts";');
  expect(code("types/Band").split("\n").at(-1)).toBe('export { validate } from "./Author.ts";');
  for (const path of ["write", "sail", "types/Author", "types/Crew", "types/Ships"])
    expect(code(path), path).toContain("function validate");
});
