/** The options that the editor offers in a formula, and the part that it underlines. `|` is the caret. */
import { expect, test } from "vitest";
import { small } from "../../test/support/editors.ts";
import { completeFormula, findMistake } from "./inputs/formula-completion.ts";
import { listSources } from "./model/sources.ts";

const sources = listSources({ ...small, hidden_fields: [{ id: "not" }] });

function offered(marked: string, isAsked = false): unknown {
  const caret = marked.indexOf("|");
  const formula = marked.replace("|", "");
  const found = completeFormula(formula, caret, isAsked, sources);
  return found?.options.map(({ text }) => formula.slice(0, found.from) + text + formula.slice(found.to));
}

test.for<[typed: string, offered: readonly string[] | undefined]>([
  ["2 * ag|", ["2 * age"]],
  ["2 * AG|", ["2 * age"]],
  ["2 * age|", undefined],
  ["2 * |", undefined],
  ["2 * 3|", undefined],
  ["rou|", ["round()"]],
  ["rou|(age)", ["round(age)"]],
  ["no|", ["{not}", "notes"]],
  ["nowhere|", undefined],
  ["course = '|", ["course = 'c1'", "course = 'c2'"]],
  ["course = 'pain|", ["course = 'c1'"]],
  ["score(course, 'c2': 20, '|')", ["score(course, 'c2': 20, 'c1')", "score(course, 'c2': 20, 'c2')"]],
  ["score(course, 'c|': 20)", ["score(course, 'c1': 20)", "score(course, 'c2': 20)"]],
  ["name = 'A|", undefined],
])("%s is completed", ([typed, want]) => {
  expect(offered(typed)).toEqual(want);
});

test("offers everything on request, fields before functions", () => {
  expect(offered("|", true)).toEqual([
    ...["{not}", "name", "course", "age", "notes"],
    ...["if()", "min()", "max()", "round()", "answered()", "contains()", "count()", "score()"],
  ]);
});

test.for<[formula: string, marked: string | undefined]>([
  ["2 * age", undefined],
  ["2 * agee", "agee"],
  ["2 ** age", "*"],
  ["rond(age)", "rond"],
  ["if(course = 'c1', later, 0)", "later"],
  ["course = 'c1", "'"],
  ["2 *", ""],
])("in %s the mistake is %s", ([formula, want]) => {
  const found = findMistake(formula, sources);
  expect(found && formula.slice(found.from, found.to)).toBe(want);
});
