import { expect, test } from "vitest";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import { briefBudget, chooseAttempts, countRequests, wholeBudget } from "./budget.ts";
import type { Attempt, Law, Spec } from "./law.ts";

const attempt: Attempt = {
  given: [{ thing: "one", entity: "page" }],
  watch: ["one"],
  acts: [{ tool: "edit" }, { tool: "edit" }],
};
const other = { ...attempt };
const spare: Attempt = { ...attempt, isSpare: true };
const all = [attempt, other, spare];
const law = {} as Law;
const chancy = { isChancy: true } as Law;
const observedBy = [{ tool: "get" }, { tool: "list" }];
const page = { at: "", arguments: [], results: [], observedBy };
const spec = { rules: { ...noBehaviour, entities: { page } } } as unknown as Spec;

test.each([
  ["all attempts", law, wholeBudget, all],
  ["the most telling one with one token", law, briefBudget, [attempt, spare]],
  [
    "each of a race four times",
    chancy,
    wholeBudget,
    [attempt, other, spare].flatMap((each) => [each, each, each, each]),
  ],
])("the budget allows %s", (_, of, budget, attempts) => {
  expect(chooseAttempts(of, all, budget)).toEqual(attempts);
});

test.each([
  // A thing, two calls, and two observations by two tools.
  ["a case", law, wholeBudget, [attempt], 7],
  ["a case with one token", law, briefBudget, [attempt], 5],
  ["a case with used things", { isShared: true } as Law, wholeBudget, [attempt], 4],
  ["a race", chancy, wholeBudget, [attempt], 28],
  ["a case without its spare attempt", law, wholeBudget, [attempt, spare], 7],
])("the requests of %s are estimated", (_, of, budget, attempts, requests) => {
  expect(countRequests(of, attempts, spec, budget)).toBe(requests);
});
