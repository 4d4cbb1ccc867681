/** The limits of a run: calls that must be refused are sent where other calls may not be. */
import { expect, test } from "vitest";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { EntityRule } from "../cases/behaviour.ts";
import { BudgetExhausted, type Spend, Spending } from "./spending.ts";

const quote: Partial<EntityRule> = { madeBy: { tool: "make_quote", path: "/id", input: {} } };
const rules = {
  ...noBehaviour,
  spends: { buy: "credits" },
  entities: { quote: quote as EntityRule },
};
const fits = (_: string, input: unknown) => JSON.stringify(input) === "{}";

function repeat(count: number, send: () => unknown): void {
  for (let index = 0; index < count; index += 1) send();
}

test("calls that must be refused are sent until the server accepts one", () => {
  const spending = new Spending(rules, "a tenth", fits);
  expect(() => spending.draw("buy", {})).toThrow(BudgetExhausted);
  repeat(3, () => spending.draw("buy", { wrong: true })());
  repeat(3, () => spending.draw("buy", {}, false)());
  // The server accepts this one, so it is not taken back.
  spending.draw("buy", { wrong: true });
  expect(spending.listDrawn()).toContainEqual({ quota: "credits", kind: "money", drawn: 1, most: 0 });
  expect(() => spending.draw("buy", { wrong: true })).toThrow("the call spends credits");
});

test.each<[spend: Spend, left: number | undefined, why: string]>([
  [{}, undefined, "and the run draws nothing from it (--spend exports=N allows N)"],
  [
    "a tenth",
    0,
    "and the run draws nothing from it, since a tenth of what is left is less than one draw (--spend exports=N allows N)",
  ],
  [
    "a tenth",
    undefined,
    "and the run draws nothing from it, since no tool shows how much of it is left (--spend exports=N allows N)",
  ],
  ["a tenth", 2, "and the run draws at most 2 (--spend exports=N allows more)"],
])("a call that may not draw is explained (%j, %j)", (spend, left, why) => {
  const quotas = {
    limits: { exports: { kind: "quota", period: "day" } },
    draws: { export: { limit: "exports" } },
  } as unknown as Pick<typeof noBehaviour, "limits" | "draws">;
  const spending = new Spending({ ...noBehaviour, ...quotas }, spend);
  if (left !== undefined) spending.limit("exports", left);
  expect(() => repeat(3, () => spending.draw("export", {}))).toThrow(`the call draws from exports, ${why}`);
});

test("a tenth of a limit is kept for calls that must be refused", () => {
  const spending = new Spending(rules, "a tenth", fits);
  repeat(18, () => spending.draw("make_quote", {}));
  expect(() => spending.draw("make_quote", {})).toThrow("the call makes one more quote");
  repeat(30, () => spending.draw("make_quote", { wrong: true })());
  repeat(2, () => spending.draw("make_quote", { wrong: true }));
  expect(() => spending.draw("make_quote", { wrong: true })).toThrow(BudgetExhausted);
  expect(spending.listDrawn()).toContainEqual({ quota: "quote", kind: "entity", drawn: 20, most: 20 });
});
