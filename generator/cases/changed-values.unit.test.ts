/** Validation of changed values: the same verdicts as for the whole value, in a number of steps that grows with the schema. */
import { applyEdits, type Edit, type Json } from "@toolwright/conformance/cases";
import { isSchemaObject } from "@toolwright/json-schema";
import { type Evaluator, findSource } from "@toolwright/json-schema/evaluation";
import { describe, expect, test } from "vitest";
import { modelOf } from "../test/support/mock/serving.ts";
import { inputTarget } from "./arguments.ts";
import { argumentCases } from "./behaviour/argument-effects.ts";
import { behaviourContext } from "./behaviour/context.ts";
import { caseContextFor, type ModelContext } from "./case-context.ts";
import { changeFits, changeProblems } from "./changed-values.ts";
import { deriveTool } from "./derive-tools.ts";

const service = `
toolwright: 1
server: { name: wide, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { write: { readOnlyHint: false } }
tools: [make]
`;

function contextOf(input: object, example: object, rules: object = {}): ModelContext {
  const tool = {
    mode: "write",
    title: "Make",
    description: "Makes things.",
    input,
    ...rules,
    examples: { one: { input: example, content: [] } },
  };
  return caseContextFor(
    modelOf([
      { path: "service.yaml", text: service },
      { path: "tools/make.yaml", text: JSON.stringify(tool) },
    ]),
  );
}

function wideObject(count: number): { readonly type: "object"; readonly properties: Record<string, object> } {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name, index) => [
        name,
        { type: "string", description: "A part.", maxLength: 5 + (index % 9) },
      ]),
    ),
  };
}

const allOf = (count: number) =>
  Object.fromEntries(Object.keys(wideObject(count).properties).map((name) => [name, "a"]));

describe("deriving the cases of an object", () => {
  /** Counts the properties of the schemas that values are validated against. */
  function countSteps({ context, model }: ModelContext): number {
    let steps = 0;
    const counted =
      <Result>(validate: (...of: Parameters<Evaluator["fits"]>) => Result) =>
      (...of: Parameters<Evaluator["fits"]>): Result => {
        const { schema } = of[1];
        const { properties } = isSchemaObject(schema) ? schema : {};
        steps += 1 + Object.keys(properties ?? {}).length;
        return validate(...of);
      };
    const { fits, problems, ownProblems } = context.evaluator;
    const evaluator = { fits: counted(fits), problems: counted(problems), ownProblems: counted(ownProblems) };
    const counting = { ...context, fits: evaluator.fits, evaluator };
    const { bases, cases } = deriveTool({ context: counting, model }, 0);
    const effects = argumentCases(model.tools[0]!, behaviourContext(model, counting, new Map(bases)));
    expect(cases.length + effects.length).toBeGreaterThan(100);
    return steps;
  }

  const inputs: [string, (count: number) => ModelContext][] = [
    ["optional properties", (count) => contextOf(wideObject(count), { p0: "a" })],
    ["optional properties that an example has", (count) => contextOf(wideObject(count), allOf(count))],
    [
      "required properties",
      (count) => contextOf({ ...wideObject(count), required: Object.keys(allOf(count)) }, allOf(count)),
    ],
    [
      "properties of a property",
      (count) =>
        contextOf({ type: "object", properties: { body: wideObject(count) } }, { body: allOf(count) }),
    ],
  ];
  test.each(inputs)("with twice as many %s takes about twice as many validations", (_, context) => {
    expect(countSteps(context(200)) / countSteps(context(100))).toBeLessThan(2.5);
  });
});

const { properties } = wideObject(70);
const place = {
  type: "object",
  properties: { city: { type: "string", minLength: 2 }, zip: { type: "string" } },
};

describe.each([
  ["nothing else", {}, {}],
  ["required properties", { required: ["p0", "p1", "place"] }, {}],
  ["no other properties", { additionalProperties: false, required: ["p0"] }, {}],
  ["a limit of properties", { maxProperties: 4, minProperties: 3 }, {}],
  ["dependent properties", { dependentRequired: { p2: ["p3"], p0: ["p1"] } }, {}],
  ["an alternative", { anyOf: [{ required: ["p1"] }, { properties: { p0: { const: "b" } } }] }, {}],
  ["unevaluated properties", { unevaluatedProperties: false }, {}],
  ["patterns of names", { patternProperties: { "^p[01]$": { minLength: 1 } } }, {}],
  ["names", { propertyNames: { maxLength: 5 } }, {}],
  ["one of several", {}, { exactlyOne: ["p0", "p2"] }],
])("a wide object with %s", (_, keywords, rules) => {
  const value = { p0: "a", p1: "b", place: { city: "Ulm" } };
  const { context, model } = contextOf(
    { type: "object", properties: { ...properties, place }, ...keywords },
    value,
    rules,
  );
  const target = context.graph(inputTarget(model.tools[0]!));
  const edits: Edit[][] = [
    [{ set: "/p0", to: "b" }],
    [{ set: "/p0", to: "" }],
    [{ set: "/p0", to: 1 }],
    [{ set: "/p0", text: "x", times: 6 }],
    [{ set: "/p2", to: "a" }],
    // Its schema has the same text as that of p0.
    [{ set: "/p9", to: 1 }],
    [
      { set: "/p2", to: "a" },
      { set: "/p3", to: "b" },
    ],
    [{ set: "/p3", to: "a" }, { remove: "/p3" }],
    [{ remove: "/p0" }],
    [{ remove: "/p1" }],
    [{ remove: "/p1" }, { set: "/p1", to: null }],
    [{ remove: "/p69" }],
    [{ remove: "/place" }],
    [{ set: "/place/city", to: "U" }],
    [
      { set: "/place/city", to: "Bonn" },
      { set: "/p0", to: [] },
    ],
    [{ remove: "/place/city" }],
    [{ set: "/place/street", to: 1 }],
    [{ set: "/unknown", to: 1 }],
    [{ set: "/__proto__", to: {} }],
    [{ set: "", to: [] }],
    [],
  ];

  test.each(edits.map((some) => [JSON.stringify(some), some] as const))(
    "is judged as a whole is, with %s",
    (_, some) => {
      const change = { target, value, edits: some };
      const whole = context.evaluator.ownProblems(applyEdits(value as Json, some), target);
      const nameOf = (problem: (typeof whole)[number]) =>
        [["", target] as const, ...target.properties].find(
          ([, { schema }]) => schema === findSource(problem),
        )?.[0];
      const brief = (problem: (typeof whole)[number]) =>
        JSON.stringify([problem.keyword, problem.instancePath, problem.params, nameOf(problem)]);
      expect(changeProblems(change, context.evaluator).map(brief).sort()).toEqual(whole.map(brief).sort());
      expect(changeFits(change, context.evaluator)).toBe(whole.length === 0);
    },
  );
});

const branches = Array.from({ length: 70 }, (_, index) => ({
  type: "object",
  properties: { [`name${index}`]: { type: "string", maxLength: 3 }, size: { type: "integer" } },
  required: [`name${index}`],
  additionalProperties: false,
}));

describe.each([
  ["oneOf", { oneOf: branches }],
  ["anyOf", { anyOf: branches }],
  ["oneOf beside a type", { type: "object", oneOf: branches }],
])("a value of a wide union: %s", (_, union) => {
  const value = { of: { name3: "abc", size: 1 } };
  const { context, model } = contextOf(
    { type: "object", properties: { of: union }, required: ["of"] },
    value,
  );
  const target = context.graph(inputTarget(model.tools[0]!));
  const branch = target.properties.get("of")!.schema as { oneOf?: object[]; anyOf?: object[] };
  const [, , , own] = (branch.oneOf ?? branch.anyOf)!;
  const edits: [edits: Edit[], broken: string | undefined][] = [
    [[{ set: "/of/name3", to: "b" }], undefined],
    [[{ set: "/of", to: { name4: "b" } }], undefined],
    [[{ set: "/of/name3", to: "abcd" }], "maxLength"],
    [[{ set: "/of/size", to: "b" }], "type"],
    [[{ remove: "/of/name3" }], "required"],
    [[{ set: "/of/other", to: 1 }], "additionalProperties"],
    [[{ set: "/of", to: 1 }], "type"],
    [[{ remove: "/of" }], "required"],
  ];
  test.each(edits.map((row) => [JSON.stringify(row[0]), ...row] as const))(
    "breaks a keyword of its branch, with %s",
    (_, some, broken) => {
      const change = { target, value, edits: some };
      expect(changeFits(change, context.evaluator)).toBe(broken === undefined);
      const problems = changeProblems(change, context.evaluator);
      if (broken === undefined) expect(problems).toEqual([]);
      else expect(problems.map(({ keyword }) => keyword)).toContain(broken);
      const sources = problems.map((problem) => findSource(problem));
      const others = (branch.oneOf ?? branch.anyOf)!.filter((each) => each !== own);
      expect(sources.filter((source) => others.some((each) => each === source))).toEqual([]);
    },
  );
});
