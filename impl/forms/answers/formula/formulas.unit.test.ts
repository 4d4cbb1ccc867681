import { expect, test } from "vitest";
import {
  conditionsKeepValues,
  formulasKeepValues,
  printedIsRead,
} from "../../../test/support/formula-laws.ts";
import { sentenceText } from "../../../texts/sentences/sentence.ts";
import { presentCondition } from "../../structure/stored-structure.ts";
import { parseFormula } from "./parse.ts";
import { printFormula } from "./print.ts";
import { renameIn } from "./tokens.ts";

test("a formula converted from an earlier tree has its value", () => formulasKeepValues(300));

test("a condition converted from an earlier tree gives the same results, and most fit two levels", () => {
  expect(conditionsKeepValues(300)).toBeGreaterThan(250);
});

test("a printed formula is read as the same tree, and any text is either read or reported", () => {
  printedIsRead(300);
});

const canonical: [text: string, canonical: string][] = [
  ["ADULTS*20", "ADULTS * 20"],
  ['adults*20+IF( lunch=="yes" ,8,0 )', "adults * 20 + if(lunch = 'yes', 8, 0)"],
  ["(a + b) + c - (d - e)", "a + b + c - (d - e)"],
  ["a * (b + c) / -2", "a * (b + c) / -2"],
  ["-a * 2", "(0 - a) * 2"],
  ["if(not a = 1 and (b or c), 1, 0)", "if(a != 1 and (b = true or c = true), 1, 0)"],
  ["{if} + {and} + if(answered({not}), {not}, min)", "if + {and} + if(answered({not}), {not}, min)"],
  ["score(a, 'it''s': -1.50, \"x\": 2)", "score(a, 'it''s': -1.5, 'x': 2)"],
  ["if(3 < a, round(b, 0), round(b, 2, 'down'))", "if(a > 3, round(b), round(b, 2, 'down'))"],
];

test.each(canonical)("%s is %s", (text, want) => {
  const read = parseFormula(text);
  expect("tree" in read ? printFormula(read.tree) : sentenceText(read.mistake.sentence, "en")).toBe(want);
});

const mistakes: [formula: string, at: number, mistake: string][] = [
  ["", 0, "(its end): a number, the id of a field, a function or a bracket belongs there."],
  ["a +", 3, "(its end): a number, the id of a field, a function or a bracket belongs there."],
  ["a b", 2, "(b): an operator such as + or and belongs before it."],
  ["(a", 2, "(its end): ) belongs there."],
  ["a & b", 2, "(&): formulas do not know this. Texts stand in single quotes: 'red'."],
  ["if(a = 'x, 1, 0)", 7, "('): the quote that ends this text is missing."],
  [
    "rond(a)",
    0,
    "(rond): there is no such function; did you mean round? There are if, min, max, round, answered, contains, count, score.",
  ],
  ["a + (b = 1)", 4, "((): a number belongs there, and this is a condition. Write if(condition, 1, 0)."],
  ["if(a + 1, 1, 0)", 3, "(a): a condition belongs there, such as adults > 2."],
  ["a + 'x'", 4, "('x'): a text can only be compared with a field, such as size = 'm'."],
  ["if(a = 1, 2)", 11, "()): , belongs there."],
  ["round(a, 9)", 9, "(9): a whole number of digits from 0 to 6 belongs there."],
  ["round(a, 2, 'ceil')", 12, "('ceil'): 'up', 'down' or 'nearest' belongs there."],
  ["score(a, x: 1)", 9, "(x): points belong there, such as 'red': 2."],
  ["count(1)", 6, "(1): the id of a field belongs there."],
  ["1e999", 0, "(1e999): a number, the id of a field, a function or a bracket belongs there."],
  [`${"(".repeat(70)}1`, 65, "((): more than 64 brackets stand inside each other."],
];

test.each(mistakes)("%j has a mistake at %i", (formula, at, want) => {
  const read = parseFormula(formula);
  if ("tree" in read) throw new Error(`read as ${printFormula(read.tree)}`);
  expect(read.mistake.at).toBe(at);
  expect(sentenceText(read.mistake.sentence, "en")).toContain(`has a mistake at character ${at + 1} ${want}`);
});

test("replaces only names in a formula", () => {
  expect(renameIn("if(a=1,'a',{a}) + a * aa", "a", "not")).toBe("if({not}=1,'a',{not}) + {not} * aa");
  expect(renameIn("min(min, 2)", "min", "least")).toBe("min(least, 2)");
});

const a = { field: "a", op: "eq", value: 1 };
const b = { field: "b", op: "lt", value: 2 };
const c = { field: "c", op: "contains", value: "x" };
const now = { field: "a", op: "equals", value: 1 };
const wide = {
  all: Array.from({ length: 6 }, (_, at) => ({
    any: [{ ...a, value: at }, { all: [{ not: b }, { ...c, value: `${at}` }] }],
  })),
};

const conversions: [name: string, tree: unknown, want: unknown][] = [
  [
    "names of operators",
    { any: [a, { field: "b", op: "ne", value: 2 }] },
    { any: [now, { field: "b", op: "not_equals", value: 2 }] },
  ],
  [
    "not of a group",
    { not: { any: [a, c] } },
    {
      all: [
        { ...now, op: "not_equals" },
        { ...c, op: "not_contains" },
      ],
    },
  ],
  [
    "not of an order, which missing answers have neither way",
    { not: b },
    {
      any: [
        { ...b, op: "gte" },
        { field: "b", op: "empty" },
      ],
    },
  ],
  ["groups in groups of the same kind", { all: [a, { all: [b, { all: [c] }] }] }, { all: [now, b, c] }],
  [
    "three levels, multiplied out",
    { all: [a, { any: [b, { all: [a, c] }] }] },
    { any: [{ all: [now, b] }, { all: [now, c] }] },
  ],
  [
    "too many parts",
    { any: [wide, { all: [a, wide] }] },
    expect.stringContaining("not b < 2 and contains(c, '5')"),
  ],
];

test.each(conversions)("stored conditions: %s", (_name, tree, want) => {
  expect(presentCondition(tree)).toEqual(want);
});
