/** Tests that a result repeats an argument in a form that the server gives to all values. */
import { expect, test } from "vitest";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Json } from "../../cases/edits.ts";
import { checkRepeat } from "./repeats.ts";

test.each<
  [name: string, results: readonly (readonly [sent: Json, shown: Json | undefined])[], isBroken: boolean]
>([
  ["as it is", [["Ada", "Ada"]], false],
  ["another text", [["Ada", "Bo"]], true],
  ["a time without its milliseconds", [["2027-03-15T13:00:15.845Z", "2027-03-15T14:00:15+01:00"]], false],
  ["a time to the minute", [["2027-03-15T13:00:15.845Z", "2027-03-15T13:00:00Z"]], false],
  ["another second", [["2027-03-15T13:00:15.845Z", "2027-03-15T13:00:17Z"]], true],
  [
    "without blanks around it",
    [
      ["Ada", "Ada"],
      [" Bo ", "Bo"],
    ],
    false,
  ],
  [
    "in lower case",
    [
      ["Ada@example.org", "ada@example.org"],
      ["bo@example.org", "bo@example.org"],
    ],
    false,
  ],
  [
    "once in lower case, once as it is",
    [
      ["Ada", "ada"],
      ["Bo", "Bo"],
    ],
    true,
  ],
  [
    "nothing for an empty text",
    [
      ["", null],
      ["Ada", "Ada"],
    ],
    false,
  ],
  ["no place for an empty text", [[" ", undefined]], false],
  [
    "an empty text once kept, once not",
    [
      ["", ""],
      ["", null],
    ],
    true,
  ],
  ["a missing text", [["Ada", undefined]], true],
  [
    "each entry of a list once, in lower case",
    [
      [
        ["Sun", "sun", "rain"],
        ["sun", "rain"],
      ],
    ],
    false,
  ],
  ["a list that lacks an entry", [[["sun", "rain"], ["sun"]]], true],
  ["an amount with two decimals", [["12.5", "12.50"]], false],
  ["another amount", [["12.5", "12.05"]], true],
  ["a number without its first digit", [["0151", "151"]], true],
  ["a time in another zone", [["2031-05-14T09:00:00Z", "2031-05-14T11:00:00+02:00"]], false],
  ["a text in an object", [[{ name: " Ada " }, { name: "Ada" }]], false],
])("%s", (_, results, isBroken) => {
  const check = checkRepeat({ at: "", argument: "/value", path: "/value" });
  const problems = results.map(([sent, shown]) =>
    check({ value: sent }, shown === undefined ? {} : { value: shown }, {} as CompletedCall),
  );
  expect(problems.some((problem) => problem !== undefined)).toBe(isBroken);
});

test.each([
  ["the entries of a list, one in each item", ["a", "b"], [{ text: "a" }, { text: "b" }], false],
  ["a list whose second entry no item has", ["a", "b"], [{ text: "a" }], true],
  [
    "items in another order than the entries",
    ["a", "b", "a"],
    [{ text: "b" }, { text: "a" }, { text: "a" }],
    true,
  ],
  ["a list of lists, each of which is the whole argument", ["a"], [{ text: ["a"] }, { text: ["a"] }], false],
  ["one value in each item", "a", [{ text: "a" }, { text: "a" }], false],
])("%s", (_, value, items, isBroken) => {
  const check = checkRepeat({ at: "", argument: "/value", path: "/items/*/text" });
  expect(check({ value }, { items }, {} as CompletedCall) !== undefined).toBe(isBroken);
});
