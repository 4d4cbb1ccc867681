/** Reads conditions as a spec has them, and evaluates them at a result. */
import { holds, type Json } from "@toolwright/conformance/cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConditionError, parseCondition } from "./condition.ts";

const structuredContent = {
  net: 300,
  rate: 7,
  vat: 21,
  gross: 321,
  paid: "121.50",
  open: "199.50",
  mean: 1.67,
  lines: [
    { quantity: 2, price: 50, total: 100, tags: ["a", "b"] },
    { quantity: 4, price: 50, total: 200, tags: [] },
  ],
  scores: [{ score: 1 }, { score: 2 }, { score: 2 }],
  rooms: { red: { beds: 1 }, blue: { beds: 3 } },
  none: [],
  dearest: "9.50",
  budget: "12.00",
  arrives: "2026-03-28",
  leaves: "2026-03-30",
  begins_at: "2026-03-28T23:30:00+01:00",
};

/** Whether a condition holds, in which `#/` is a place of the result and `@/` an argument. */
function check(text: string, request: Json = { quantity: 3 }): boolean {
  const condition = text.replaceAll("#/", "$result.structuredContent#/").replaceAll("@/", "$request.body#/");
  const scope = { inputs: {}, outputs: {}, request, result: { structuredContent } };
  return holds(parseCondition(condition), scope);
}

test.each([
  ["a sum", "#/net + #/vat == #/gross", true],
  ["a wrong sum", "#/net + #/rate == #/gross", false],
  ["points before lines", "#/net + 3 * #/rate == #/gross", true],
  ["brackets of numbers", "(#/net + #/vat) * 2 == 642", true],
  [
    "brackets of numbers in brackets of conditions",
    "((#/net + #/vat) * 2 == 642 && #/vat > 0) || false",
    true,
  ],
  ["what is taken away, from the left on", "#/gross - #/vat - #/net == 0", true],
  ["a number that is taken away without a blank", "#/gross -21 == #/net", true],
  ["a negative number", "#/vat > -5", true],
  ["a negative place", "-#/vat == -21 && #/net == -(#/vat - #/gross)", true],
  ["a share", "#/net * #/rate / 100 == #/vat", true],
  ["a sum of binary fractions", "0.1 + 0.2 == 0.3", true],
  ["nothing is less than itself, however it is calculated", "0.1 + 0.2 > 0.3", false],
  ["texts of decimal numbers in a calculation", "#/paid + #/open == #/gross", true],
  ["a text of a decimal number beside a calculation", "#/gross - 199.5 == #/paid", true],
  ["two texts of decimal numbers are ordered as numbers", "#/dearest < #/budget", true],
  ["a text of a decimal number is ordered beside a number", "#/dearest < 10 && #/budget >= 12", true],
  ["a text of a decimal number does not equal a number", "#/budget == 12", false],
  ["a share by nothing", "#/net / 0 == 0", false],
  ["what is missing is no number", "#/tip + 1 == 1", false],
  ["what is missing does not equal what is missing", "#/tip + 1 == #/tip + 1", false],
  ["a value that is rounded to digits", "#/mean == round(5 / 3, 2)", true],
  ["a half that is rounded up, although 1.005 is less in binary", "round(1.005, 2) == 1.01", true],
  ["a negative half that is rounded away from zero", "round(-2.5) == -3", true],
  ["whole numbers below and above", "floor(2.9) == 2 && ceil(2.1) == 3 && floor(4.35 * 100) == 435", true],
  ["each line", "#/lines/*/total == #/lines/*/quantity * #/lines/*/price", true],
  ["each line, of which one is wrong", "#/lines/*/total == 2 * #/lines/*/price", false],
  ["each item of an empty list", "#/none/*/total == 7", true],
  ["each item of a missing list", "#/nowhere/*/total == 7", true],
  ["each entry of a map", "#/rooms/*/beds >= 1", true],
  ["a list within each line", "#/lines/*/tags/* != #/lines/*/price", true],
  ["a part of the whole beside each line", "#/lines/*/total < #/gross", true],
  ["the sum of all lines", "#/net == sum(#/lines/*/total)", true],
  ["the number of all lines", "count(#/lines/*) == 2", true],
  ["the mean of all scores", "#/mean == round(mean(#/scores/*/score), 2)", true],
  ["the least and the most", "min(#/scores/*/score) == 1 && max(#/scores/*/score) == 2", true],
  ["the sum of what is calculated for each line", "#/net == sum(#/lines/*/quantity * #/lines/*/price)", true],
  ["a sum of all lines that is rounded", "round(sum(#/lines/*/price / 3)) == 33", true],
  ["the sum of nothing", "sum(#/none/*/total) == 0", true],
  ["the mean of nothing is no number", "mean(#/none/*/total) == 0", false],
  ["the items of each line are counted", "count(#/lines/*/tags/*) + #/lines/*/quantity == 4", true],
  ["the nights between two days", "(seconds(#/leaves) - seconds(#/arrives)) / 86400 == 2", true],
  ["a time in another zone", "seconds(#/begins_at) - seconds(#/arrives) == 22.5 * 3600", true],
  ["a time that is none", "seconds(#/paid) > 0 || seconds(#/nowhere) > 0", false],
  ["an argument", "#/lines/0/quantity + 1 == @/quantity", true],
  ["a comma in a name", "count(#/lines/*/a,b) == 0", true],
])("%s", (_, text, holding) => {
  expect(check(text)).toBe(holding);
});

test.each([
  ["#/net +", "It ends in place of a value."],
  ["#/net + #/vat", "A calculation is compared with a value, such as == 0."],
  ["(#/net + #/vat == 3", "A bracket is not closed."],
  ["(#/net > 3) == (#/vat > 3)", "A comparison is not compared again: join comparisons with && and ||."],
  ["#/net == mean #/net", "Write the items in brackets: mean($result.structuredContent#/lines/*/total)."],
  [
    "#/net == sum(3)",
    "sum is about all items at a place with *: sum($result.structuredContent#/lines/*/total).",
  ],
  ["seconds #/arrives > 0", "Write the time in brackets: seconds(TIME)."],
  ["#/net == round(#/net, 1.5)", "round rounds to 0 to 12 digits after the point."],
  [
    "#/lines/*/total == #/scores/*/score",
    "All * of a condition are in one list; functions such as sum may name others.",
  ],
])("%s cannot be read", (text, message) => {
  expect(() => check(text)).toThrow(new ConditionError(message));
});

/** A calculation with its value, as JavaScript computes it. */
const calculations = fc.letrec<{ all: { readonly text: string; readonly value: number } }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 5 },
    fc.integer({ min: -9, max: 9 }).map((value) => ({ text: String(value), value })),
    fc.tuple(tie("all"), fc.constantFrom("+", "-", "*"), tie("all")).map(([left, operator, right]) => ({
      text: `(${left.text} ${operator} ${right.text})`,
      value:
        operator === "+"
          ? left.value + right.value
          : operator === "-"
            ? left.value - right.value
            : left.value * right.value,
    })),
  ),
})).all;

test("a calculation has the value that it has elsewhere", () => {
  fc.assert(
    fc.property(calculations, ({ text, value }) => {
      expect(check(`${text} == ${value}`)).toBe(true);
      expect(check(`${text} + 1 == ${value}`)).toBe(false);
    }),
  );
});
