/** Calculates by how much calls change places, and compares that with what tools show. */
import { describe, expect, test } from "vitest";
import type { ChangeRule } from "../../cases/change-rules.ts";
import type { Json } from "../../cases/edits.ts";
import type { Expression, Operand } from "../../cases/workflows.ts";
import type { Called } from "../calls/called.ts";
import { countMore, countNone, describeWrongValue, findWrongValue, listNewValues } from "./new-values.ts";
import type { Observation } from "./observation.ts";

function place(from: "request" | "result", pointer: string): Operand {
  const expression: Expression =
    from === "request" ? { from, pointer } : { from, member: "structuredContent", pointer };
  return { kind: "expression", expression };
}

const minus = (right: Operand): Operand => ({
  kind: "arithmetic",
  operator: "-",
  left: { kind: "literal", value: 0 },
  right,
});

const rule = { at: "", entity: "product" };
const lines = [
  { sku: "tea", quantity: 2 },
  { sku: "cup", quantity: 5 },
  { sku: "tea", quantity: 4 },
];

describe("the new values of an entity", () => {
  test.each<[string, ChangeRule, Json, Json, unknown]>([
    [
      "a number",
      { ...rule, id: "/sku", places: ["/orders"], growsBy: { kind: "literal", value: 1 } },
      { sku: "tea" },
      {},
      [{ place: "/orders", growth: 1 }],
    ],
    [
      "the amounts of all its lines",
      {
        ...rule,
        id: "/lines/*/sku",
        places: ["/stock"],
        growsBy: minus(place("result", "/lines/*/quantity")),
      },
      {},
      { lines },
      [{ place: "/stock", growth: -6 }],
    ],
    [
      "a text of a decimal number",
      { ...rule, id: "/sku", places: ["/paid"], growsBy: place("request", "/amount") },
      { sku: "tea", amount: "12.50" },
      {},
      [{ place: "/paid", growth: 12.5 }],
    ],
    [
      "an argument that is left out",
      { ...rule, id: "/sku", places: ["/paid"], growsBy: place("request", "/amount") },
      { sku: "tea" },
      {},
      [],
    ],
    [
      "the value of its own line",
      { ...rule, id: "/lines/*/sku", places: ["/last"], equals: place("request", "/lines/*/quantity") },
      { lines },
      {},
      [{ place: "/last", to: 4 }],
    ],
    ["another entity", { ...rule, id: "/sku", places: ["/stock"], to: 3 }, { sku: "cup" }, {}, []],
  ])("%s", (_name, each, request, result, want) => {
    expect(listNewValues([each], { request, result }, "tea")).toEqual(want);
  });

  test("what several rules say about one place is added up", () => {
    const one = {
      ...rule,
      id: "/from",
      places: ["/count"],
      growsBy: { kind: "literal", value: -1 },
    } as const;
    const other = { ...rule, id: "/to", places: ["/count"], growsBy: { kind: "literal", value: 1 } } as const;
    const values = listNewValues([one, other], { request: { from: "tea", to: "tea" }, result: {} }, "tea");
    expect(values).toEqual([{ place: "/count", growth: 0 }]);
  });
});

const called = { tool: "get_product", input: {} } as Called;
const show = (value: Json): Observation => [{ tool: "get_product", value, called }];

describe("what tools show", () => {
  test.each<[string, string, number, Json, Json, string | undefined]>([
    ["the right amount", "/stock", -2, { stock: 7 }, { stock: 5 }, undefined],
    ["binary fractions", "/paid", 0.2, { paid: 0.1 }, { paid: 0.30000000000000004 }, undefined],
    ["texts", "/paid", 0.5, { paid: "1.00" }, { paid: "1.50" }, undefined],
    ["another amount", "/stock", -2, { stock: 7 }, { stock: 6 }, "get_product shows 6 there where it was 7"],
    [
      "the sum of a list with a new item",
      "/levels/*/stock",
      3,
      { levels: [] },
      { levels: [{ stock: 3 }] },
      undefined,
    ],
    [
      "the sum of a list",
      "/levels/*/stock",
      0,
      { levels: [{ stock: 3 }, { stock: 1 }] },
      { levels: [{ stock: 3 }, { stock: 2 }] },
      "get_product shows 5 there where it was 4",
    ],
    ["a list that is not shown", "/levels/*/stock", 3, {}, {}, undefined],
    ["a place that is not shown", "/stock", 3, {}, {}, undefined],
    ["what is no number", "/stock", 3, { stock: null }, { stock: null }, undefined],
  ])("%s", (_name, at, growth, before, after, want) => {
    const wrong = findWrongValue([{ place: at, growth }], show(before), show(after));
    expect(wrong && describeWrongValue(wrong)).toBe(want);
  });
});

test.each<[string, Json, Json, Json, boolean]>([
  ["a statement of March, and a call of today", { from: "2026-03-01" }, { amount: 3 }, { net: 0 }, false],
  [
    "a statement of March, and a call of March",
    { from: "2026-03-01" },
    { day: "2026-03-14" },
    { net: 0 },
    true,
  ],
  [
    "a statement of March that shows the call of today",
    { from: "2026-03-01" },
    { amount: 3 },
    { net: 2 },
    true,
  ],
  ["a statement of all days", {}, { amount: 3 }, { net: 0 }, true],
])("%s", (_name, input, request, shown, isWrong) => {
  const look = (value: Json): Observation => [{ tool: "statement", value, called: { ...called, input } }];
  const values = [{ place: "/net", growth: 3 }];
  expect(findWrongValue(values, look({ net: 0 }), look(shown), request) !== undefined).toBe(isWrong);
});

test("the arguments that rules calculate with become more", () => {
  const rules = [{ ...rule, id: "/sku", places: ["/paid"], growsBy: place("request", "/amount") }];
  expect(countMore({ sku: "tea", amount: 3 }, rules)).toEqual({ sku: "tea", amount: 4 });
  expect(countMore({ sku: "tea", amount: 0.25 }, rules)).toEqual({ sku: "tea", amount: 0.5 });
  expect(countMore({ sku: "tea", amount: "12.50" }, rules)).toEqual({ sku: "tea", amount: "25.00" });
  expect(countMore({ sku: "tea" }, rules)).toBeUndefined();
});

test("where a place gets the number of an argument, zero is tried", () => {
  const set = { ...rule, id: "/sku", places: ["/stock"], equals: place("request", "/amount") };
  const grows = { ...rule, id: "/sku", places: ["/paid"], growsBy: place("request", "/amount") };
  expect(countNone({ sku: "tea", amount: 3 }, [set])).toEqual({ sku: "tea", amount: 0 });
  expect(countNone({ sku: "tea", amount: 0 }, [set])).toBeUndefined();
  expect(countNone({ sku: "tea", amount: 3 }, [grows])).toBeUndefined();
});
