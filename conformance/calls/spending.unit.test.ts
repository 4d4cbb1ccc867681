/** The limits of a run: calls that must be refused are sent where other calls may not be. */
import { expect, test } from "vitest";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { EntityRule } from "../cases/behaviour.ts";
import { BudgetExhausted, Spending } from "./spending.ts";

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

test("a tenth of a limit is kept for calls that must be refused", () => {
  const spending = new Spending(rules, "a tenth", fits);
  repeat(18, () => spending.draw("make_quote", {}));
  expect(() => spending.draw("make_quote", {})).toThrow("the call makes one more quote");
  repeat(30, () => spending.draw("make_quote", { wrong: true })());
  repeat(2, () => spending.draw("make_quote", { wrong: true }));
  expect(() => spending.draw("make_quote", { wrong: true })).toThrow(BudgetExhausted);
  expect(spending.listDrawn()).toContainEqual({ quota: "quote", kind: "entity", drawn: 20, most: 20 });
});
