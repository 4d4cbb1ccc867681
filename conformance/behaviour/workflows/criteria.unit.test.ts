/** Tests how conditions of scenarios are evaluated. */
import { expect, test } from "vitest";
import type { Scope } from "../../cases/expressions.ts";
import type { Condition, CriterionRule, Expression, Operand } from "../../cases/workflows.ts";
import { describeValues, isMet } from "./criteria.ts";

const result = (pointer: string): Expression => ({ from: "result", member: "structuredContent", pointer });
const at = (pointer: string): Operand => ({ kind: "expression", expression: result(pointer) });
const is = (value: string | number | boolean | null): Operand => ({ kind: "literal", value });
const compare = (
  left: Operand,
  operator: "==" | "!=" | "<" | "<=" | ">" | ">=",
  right: Operand,
): Condition => ({
  kind: "compare",
  operator,
  left,
  right,
});
const simple = (condition: Condition): CriterionRule => ({ at: "", text: "", type: "simple", condition });

const scope: Scope = {
  inputs: { email: "grace@example.org" },
  outputs: { create: { id: "frm_1" } },
  result: {
    structuredContent: { id: "frm_1", status: "Draft", count: 3, none: null, tags: ["a"], flag: false },
    isError: false,
  },
};
const created: Operand = { kind: "expression", expression: { from: "steps", step: "create", output: "id" } };
const email: Operand = { kind: "expression", expression: { from: "inputs", name: "email" } };

test.each<[name: string, criterion: CriterionRule, holds: boolean]>([
  ["equal texts, whatever their case", simple(compare(at("/status"), "==", is("draft"))), true],
  ["different texts", simple(compare(at("/status"), "!=", is("draft"))), false],
  ["an output of an earlier step", simple(compare(at("/id"), "==", created)), true],
  ["an input", simple(compare(email, "==", is("grace@example.org"))), true],
  ["a number at its bound", simple(compare(at("/count"), "<=", is(3))), true],
  ["a number above its bound", simple(compare(at("/count"), ">", is(3))), false],
  ["a number and a text have no order", simple(compare(at("/count"), "<", is("four"))), false],
  ["a number and the text of a number are ordered", simple(compare(at("/count"), "<", is("4"))), true],
  ["a number and its text are not equal", simple(compare(at("/count"), "==", is("3"))), false],
  ["what is missing equals null", simple(compare(at("/missing"), "==", is(null))), true],
  ["what is null equals null", simple(compare(at("/none"), "==", is(null))), true],
  ["a value that is false", simple({ kind: "holds", operand: at("/flag") }), false],
  ["not a value that is false", simple({ kind: "not", of: { kind: "holds", operand: at("/flag") } }), true],
  [
    "one of two conditions",
    simple({
      kind: "either",
      left: compare(at("/count"), "==", is(4)),
      right: compare(at("/count"), "==", is(3)),
    }),
    true,
  ],
  [
    "both of two conditions",
    simple({
      kind: "both",
      left: compare(at("/count"), "==", is(4)),
      right: compare(at("/count"), "==", is(3)),
    }),
    false,
  ],
  [
    "a pattern that matches",
    { at: "", text: "", type: "regex", context: result("/status"), pattern: "^D" },
    true,
  ],
  [
    "a pattern minds case",
    { at: "", text: "", type: "regex", context: result("/status"), pattern: "^d" },
    false,
  ],
  [
    "no pattern matches what is missing",
    { at: "", text: "", type: "regex", context: result("/x"), pattern: "" },
    false,
  ],
  [
    "a path that leads somewhere",
    { at: "", text: "", type: "jsonpath", context: result(""), path: "$.tags[?@ == 'a']" },
    true,
  ],
  [
    "a path that leads nowhere",
    { at: "", text: "", type: "jsonpath", context: result(""), path: "$.tags[?@ == 'b']" },
    false,
  ],
])("%s", (_, criterion, holds) => {
  expect(isMet(criterion, scope)).toBe(holds);
});

// The call took from second 10 to second 20.
const timed: Scope = {
  ...scope,
  before: Date.UTC(2027, 0, 1, 9, 0, 10),
  now: Date.UTC(2027, 0, 1, 9, 0, 20),
};
const callTime: Operand = { kind: "expression", expression: { from: "now", seconds: 0 } };
const second = (number: number): Operand => is(new Date(Date.UTC(2027, 0, 1, 9, 0, number)).toISOString());

test.each<[second: number, operator: "==" | "!=" | "<=" | ">=", holds: boolean]>([
  [8, "==", false],
  [9, "==", true],
  [15, "==", true],
  [21, "==", true],
  [22, "==", false],
  [22, "!=", true],
  [15, "!=", false],
  [21, "<=", true],
  [22, "<=", false],
  [9, ">=", true],
  [8, ">=", false],
])("second %i %s the time of a call holds: %s", (number, operator, holds) => {
  expect(isMet(simple(compare(second(number), operator, callTime)), timed)).toBe(holds);
  const mirrored = ({ "<=": ">=", ">=": "<=" } as const)[operator as "<="] ?? operator;
  expect(isMet(simple(compare(callTime, mirrored, second(number))), timed)).toBe(holds);
});

test("the values of a condition are named for people", () => {
  const criterion = simple(compare(at("/status"), "==", created));
  expect(describeValues(criterion, scope)).toBe(
    'structuredContent/status is "Draft", $steps.create.outputs.id is "frm_1"',
  );
});

test("long values are shown from where they differ", () => {
  const start = "line ".repeat(100);
  const text: Operand = { kind: "expression", expression: { from: "inputs", name: "text" } };
  const criterion = simple(compare(at("/text"), "==", text));
  const long: Scope = {
    inputs: { text: `${start}wanted` },
    outputs: {},
    result: { structuredContent: { text: `${start}printed` } },
  };
  const before = `…${start.slice(-60)}`;
  expect(describeValues(criterion, long)).toBe(
    `structuredContent/text is ${before}printed", $inputs.text is ${before}wanted"`,
  );
});
