/** Price lists are formulas: what is written is read again, and its value is the sum that a person counts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answers } from "../../forms/answers/answer.ts";
import { evaluate } from "../../forms/answers/calculation.ts";
import { parseFormula } from "../../forms/answers/formula/parse.ts";
import { type Price, readPriceList, writePriceList } from "./model/price-list.ts";

const prices = (...list: Price[]) => ({ prices: list, fixed: 0, digits: undefined });
const size = { field: "size", amount: { s: 4, l: 5 }, isOptional: false };

test.each([
  ["0", prices()],
  ["3", { ...prices(), fixed: 3 }],
  ["score(size, 's': 4, 'l': 5)", prices(size)],
  ["score(size, 's': 4, 'l': 5) * cups", prices({ ...size, times: "cups" })],
  ["cups * score(size, 's': 4, 'l': 5)", prices({ ...size, times: "cups" })],
  [
    "if(answered(cups), score(size, 's': 4, 'l': 5) * cups, 0)",
    prices({ ...size, times: "cups", isOptional: true }),
  ],
  ["cups * 4", prices({ field: "cups", amount: 4, isOptional: false })],
  ["4 * cups", prices({ field: "cups", amount: 4, isOptional: false })],
  ["gift", prices({ field: "gift", amount: 1, isOptional: false })],
  ["if(answered(cups), cups * 4, 0)", prices({ field: "cups", amount: 4, isOptional: true })],
  [
    "round(gift + 3.5, 2)",
    { prices: [{ field: "gift", amount: 1, isOptional: false }], fixed: 3.5, digits: 2 },
  ],
  ["round(gift)", { prices: [{ field: "gift", amount: 1, isOptional: false }], fixed: 0, digits: 0 }],
  ["gift - 5", { prices: [{ field: "gift", amount: 1, isOptional: false }], fixed: -5, digits: undefined }],
  // The removal of a question leaves such a product.
  ["gift + 0 * 4", prices({ field: "gift", amount: 1, isOptional: false })],
])("%s is a price list", (formula, list) => {
  expect(readPriceList(formula)).toEqual(list);
});

test.each([
  "",
  "cups *",
  "cups / 2",
  "gift - score(size, 's': 4)",
  "cups * 4 * days",
  "score(size, 's': 4) * score(colour, 'red': 2)",
  "if(answered(lunch), cups * 4, 0)",
  "if(answered(cups), cups * 4, 1)",
  "if(cups > 3, cups * 4, 0)",
  "if(answered(size), score(size, 's': 4), 0)",
  "min(cups, 3)",
  "max(cups * 4, 10)",
  "round(cups * 4, 0, 'up')",
  "count(size)",
])("%s is no price list", (formula) => {
  expect(readPriceList(formula)).toBeUndefined();
});

test("amounts with a fraction are rounded as money is", () => {
  const half = { field: "cups", amount: 4.5, isOptional: true };
  expect(writePriceList(prices(half))).toBe("round(if(answered(cups), cups * 4.5, 0), 2)");
  expect(writePriceList({ prices: [half], fixed: -1, digits: 1 })).toBe(
    "round(if(answered(cups), cups * 4.5, 0) - 1, 1)",
  );
  expect(writePriceList(prices({ ...half, amount: 4 }))).toBe("if(answered(cups), cups * 4, 0)");
});

/** Whole cents, so that sums can be counted without fractions. */
const cents = fc.integer({ min: -100_000, max: 100_000 });
const amount = cents.map((value) => value / 100);
const number = fc.constantFrom("n1", "n2", "n3");
const anyPrice = fc.oneof(
  fc.record({ field: number, amount, isOptional: fc.boolean() }),
  fc
    .record({
      field: fc.constantFrom("c1", "c2"),
      amount: fc.dictionary(fc.constantFrom("a", "b", "c"), amount, { minKeys: 1 }),
      times: fc.option(number, { nil: undefined }),
    })
    .chain((price) =>
      fc.boolean().map((isOptional) => ({ ...price, isOptional: isOptional && price.times !== undefined })),
    ),
);
const anyList = fc.record({
  prices: fc.array(anyPrice, { maxLength: 5 }),
  fixed: amount,
  digits: fc.constant(2),
});
const choice = fc.constantFrom("a", "b", "c");
const anyAnswers = fc.record(
  {
    n1: fc.integer({ min: 0, max: 20 }),
    n2: fc.integer({ min: 0, max: 20 }),
    n3: fc.integer({ min: 0, max: 20 }),
    c1: choice,
    c2: fc.uniqueArray(choice),
  },
  { requiredKeys: [] },
);

/** The sum in cents, counted answer by answer; undefined where an answer that is needed is missing. */
function countedCents(list: readonly Price[], answers: Answers): number | undefined {
  let sum = 0;
  for (const { field, amount: each, times, isOptional } of list) {
    const counter = typeof each === "number" ? field : times;
    const count = counter === undefined ? 1 : (answers[counter] as number | undefined);
    if (count === undefined && !isOptional) return undefined;
    const chosen = [answers[field] ?? []].flat() as readonly string[];
    const one = typeof each === "number" ? each : chosen.reduce((all, id) => all + (each[id] ?? 0), 0);
    sum += Math.round(one * 100) * (count ?? 0);
  }
  return sum;
}

test("a written list is read as the same list, and its formula gives the sum of the chosen amounts", () => {
  fc.assert(
    fc.property(anyList, anyAnswers, (list, answers) => {
      const formula = writePriceList(list);
      const read = readPriceList(formula);
      expect(read).toEqual({ ...list, fixed: list.fixed + 0 });
      const parsed = parseFormula(formula);
      if ("mistake" in parsed) throw parsed.mistake;
      const sum = countedCents(list.prices, answers as Answers);
      const value = evaluate(parsed.tree, answers as Answers);
      if (sum === undefined) expect(value).toBeUndefined();
      else expect(Math.round(value! * 100)).toBe(sum + Math.round(list.fixed * 100));
    }),
    { numRuns: 500 },
  );
});
