import { newAjv } from "@toolwright/json-schema/evaluation";
import { expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import type { SpecSource } from "../parse/source.ts";

/** Schemas with an exponential number of reference paths: each level names the one below twice. */
type Level = (left: object, right: object) => object;

const levels: Readonly<Record<string, Level>> = {
  allOf: (left, right) => ({ allOf: [left, right] }),
  anyOf: (left, right) => ({ anyOf: [left, right] }),
  oneOf: (left, right) => ({ oneOf: [left, right] }),
  not: (left, right) => ({ allOf: [{ not: left }, { not: right }] }),
  if: (left, right) => ({ if: left, then: right, else: left }),
  dependentSchemas: (left, right) => ({ dependentSchemas: { a: left, b: right } }),
  "allOf and unevaluatedProperties": (left, right) => ({
    allOf: [left, right],
    unevaluatedProperties: false,
  }),
  properties: (a, b) => ({ properties: { a, b } }),
  required: (a, b) => ({ type: "object", properties: { a, b }, required: ["a", "b"] }),
  prefixItems: (left, right) => ({ type: "array", prefixItems: [left, right], minItems: 2 }),
};
const inPlace = Object.keys(levels).slice(0, 7);
const deeper = Object.keys(levels).slice(7);

test.each(inPlace)("reports 30 levels of %s", async (kind) => {
  expect(await outcome(diamond(levels[kind]!, 30))).toEqual(["ref-not-multiplied"]);
});

test.each(inPlace)("generates 7 levels of %s", async (kind) => {
  expect(await outcome(diamond(levels[kind]!, 7))).toBe("generated");
});

test.each(deeper)("generates 30 levels of %s", async (kind) => {
  expect(await outcome(diamond(levels[kind]!, 30))).toBe("generated");
});

test.each(["required", "prefixItems"])(
  "30 levels of %s that lead back to the first never end",
  async (kind) => {
    const top = { $ref: "./n29a.yaml" };
    expect(await outcome(diamond(levels[kind]!, 30, levels[kind]!(top, top)))).toEqual(["satisfiable"]);
  },
);

test("generates or reports schemas that all refer to each other", async () => {
  const others = (own: number) =>
    Array.from({ length: 14 }, (_, index) => ({ $ref: `./n${index}a.yaml` })).filter(
      (_, index) => index !== own,
    );
  const inPlace = Array.from({ length: 14 }, (_, own) => [`n${own}a`, { allOf: others(own) }] as const);
  expect(await outcome(specOf(inPlace, "n0a"))).toEqual(["ref-goes-deeper"]);
  const below = inPlace.map(
    ([name, { allOf }]) =>
      [name, { type: "object", properties: { ...allOf, own: { type: "string" } } }] as const,
  );
  expect(await outcome(specOf(below, "n0a"))).toBe("generated");
});

test("does not validate the items of an array that is too long", () => {
  const validate = newAjv({}).compile({ type: "array", maxItems: 2, items: { type: "string" } });
  const keywords = (value: unknown) => [validate(value), validate.errors?.map(({ keyword }) => keyword)];
  expect(keywords([1, 2])).toEqual([false, ["type", "type"]]);
  expect(keywords([1, 2, 3])).toEqual([false, ["maxItems"]]);
  expect(keywords(["a", "b"])).toEqual([true, undefined]);
});

test("skips bounds for which no value can be made", async () => {
  const many = 2_000_000_000;
  const properties = [
    { type: "string", maxLength: many },
    { type: "string", minLength: many },
    { type: "string", pattern: `^a{${many}}$` },
    { type: "string", format: "email", maxLength: many },
    { type: "array", items: { type: "string" }, maxItems: many },
    { type: "array", items: { type: "string" }, minItems: many },
    { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: many },
    { type: "array", prefixItems: [{ type: "string" }], minItems: many },
    { type: "array", contains: { type: "string" }, minContains: many },
    { type: "array", contains: { type: "string" }, maxContains: many },
    { type: "object", additionalProperties: { type: "string" }, minProperties: many },
    { type: "object", additionalProperties: { type: "string" }, maxProperties: many },
  ];
  expect(await outcome(specOf([["all", { type: "object", properties: { ...properties } }]], "all"))).toBe(
    "generated",
  );
});

function diamond(level: Level, depth: number, lowest?: object): SpecSource[] {
  const below = (index: number, side: string) =>
    index === 0
      ? (lowest ?? { type: "object", properties: { [side]: {} }, required: [side] })
      : { $ref: `./n${index - 1}${side}.yaml` };
  const types = Array.from({ length: depth }, (_, index) =>
    ["a", "b"].map((side) => [`n${index}${side}`, level(below(index, "a"), below(index, "b"))] as const),
  ).flat();
  return specOf(types, `n${depth - 1}a`, `n${depth - 1}b`);
}

function specOf(
  types: readonly (readonly [name: string, schema: object])[],
  ...tops: string[]
): SpecSource[] {
  const service = {
    toolwright: 1,
    server: { name: "hostile", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["ask"],
  };
  const properties = Object.fromEntries(tops.map((name) => [name, { $ref: `../types/${name}.yaml` }]));
  const file = (path: string, value: object) => ({ path, text: JSON.stringify(value) });
  return [
    file("service.yaml", service),
    file("tools/ask.yaml", { mode: "read", input: { type: "object", properties } }),
    ...types.map(([name, schema]) => file(`types/${name}.yaml`, schema)),
  ];
}

/** Returns the codes of the diagnostics, or the success of the generation. */
async function outcome(sources: readonly SpecSource[]): Promise<readonly string[] | "generated"> {
  const { model, diagnostics } = compile(sources);
  if (!model)
    return [...new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code))];
  await emit(model);
  return "generated";
}
