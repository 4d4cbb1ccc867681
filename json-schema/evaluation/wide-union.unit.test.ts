/** Unions of many branches: the same verdicts as Ajv's, with calls of the branches that a value resembles. */
import { describe, expect, test } from "vitest";
import { makeResolver } from "../schema-locations.ts";
import { plainValidatorOf } from "../test/support/plain-ajv.ts";
import type { SchemaObject, SchemaRoot } from "../types.ts";
import type { Validator } from "./ajv.ts";
import { evaluatorFor } from "./evaluator.ts";
import { listWideUnions, unionValidator } from "./wide-union.ts";

const count = 70;
const numbers = Array.from({ length: count }, (_, index) => index);

const named = (index: number): SchemaObject => ({
  type: "object",
  properties: {
    [`name${index}`]: { type: "string", maxLength: 3 },
    size: { type: "integer", minimum: index },
  },
  required: [`name${index}`],
  additionalProperties: false,
});
const tagged = (index: number): SchemaObject => ({
  type: "object",
  properties: { kind: { const: `kind${index}` }, size: { type: "integer" } },
  required: ["kind"],
});
const referred = (index: number): SchemaObject => ({ $ref: `#/$defs/branch${index}` });

function rootOf(schema: SchemaObject, branch = named): SchemaRoot {
  const $defs = Object.fromEntries(numbers.map((index) => [`branch${index}`, branch(index)]));
  return {
    uri: "spec:///input",
    schema: { ...schema, $defs },
    dialect: "2020-12",
    at: { file: "", path: [] },
  };
}

const values = [
  ...[{}, [], "", "3", 3, -1, null, true, [1], { size: 3 }, { name3: "abc" }, { name3: "abcd" }],
  ...[
    { name3: "a", size: 2 },
    { name3: "a", size: 3 },
    { name3: "a", name4: "b" },
    { name69: "a", other: 1 },
  ],
  ...[{ kind: "kind3" }, { kind: "kind70" }, { kind: 3 }, { kind: "kind69", size: "a" }, { __proto__: null }],
];

describe.each<[string, SchemaObject]>([
  ["objects", { oneOf: numbers.map(named) }],
  ["objects of which several may fit", { anyOf: numbers.map(named) }],
  ["objects with a tag", { oneOf: numbers.map(tagged) }],
  ["references", { oneOf: numbers.map(referred) }],
  ["references, beside a type", { type: "object", anyOf: numbers.map(referred) }],
  ["constants", { oneOf: numbers.map((value) => ({ const: value })) }],
  ["branches that overlap", { oneOf: [...numbers.map((minimum) => ({ minimum })), { maximum: 0 }] }],
  ["branches beside others", { allOf: [{ minProperties: 1 }], oneOf: [...numbers.map(tagged), true, false] }],
  [
    "unions below a property",
    { properties: { size: { anyOf: numbers.map((value) => ({ enum: [value] })) } } },
  ],
  ["unions in unions", { not: { oneOf: [{ anyOf: numbers.map(named) }, ...numbers.map(tagged)] } }],
])("a union of many %s", (_, schema) => {
  const root = rootOf(schema);
  const target = { root, pointer: "", schema: root.schema };
  const evaluator = evaluatorFor(makeResolver([root]));
  const fits = plainValidatorOf(root.schema as SchemaObject)!;

  test.each(values.map((value) => [JSON.stringify(value), value]))("judges %s as Ajv does", (_, value) => {
    const want = fits(value);
    expect(evaluator.fits(value, target)).toBe(want);
    expect(evaluator.problems(value, target).length === 0).toBe(want);
    expect(evaluator.ownProblems(value, target).length === 0).toBe(want);
  });
});

test.each([
  ["a value of one branch", { name3: "abc" }, true, 1],
  ["a value that is like one branch", { name3: "abc", other: 1 }, false, 1],
  ["a value that is like all branches", { size: 1 }, false, 64],
])("calls few of 200 branches for %s", (_, value, fitting, most) => {
  let called = 0;
  const branches = Array.from({ length: 200 }, (_, index) => named(index));
  const root = rootOf({ oneOf: branches });
  const [union] = listWideUnions(root.schema as SchemaObject, root);
  const validators = branches.map((branch): Validator => {
    const fits = plainValidatorOf(branch)!;
    return (value) => {
      called++;
      return fits(value);
    };
  });
  expect(unionValidator(union!, validators, makeResolver([root]))(value)).toBe(fitting);
  expect(called).toBeLessThanOrEqual(most);
});
