import { describe, expect, test } from "vitest";
import type { Engine } from "../../behaviour/engine.ts";
import type { Json } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { addUp, withOneItem } from "./amounts.ts";

/** An engine that knows by a function which amounts the tool takes. */
function engineWith(fits: (amount: number) => boolean): Engine {
  const schemas = { fits: (_: string, input: { readonly amount: Json }) => fits(Number(input.amount)) };
  return { context: { schemas } } as unknown as Engine;
}

function add(max: number, amount: Json, fits: (amount: number) => boolean, times = 1) {
  const sum = { argument: "/amount", times };
  return addUp(max, { tool: "pay", input: { amount }, sum }, engineWith(fits));
}

const isQuarter = (amount: number) => amount > 0 && amount <= 12 && amount % 0.25 === 0;
const isWhole = (amount: number) => amount > 0 && Number.isInteger(amount);

describe("amounts that reach a limit", () => {
  test("two calls reach it, where each takes one unit more", () => {
    const amounts = add(12, 7.75, isQuarter);
    expect(amounts.split(amounts.full).map(amounts.show)).toEqual(["6", "6"]);
    expect(amounts.show(1)).toBe("0.25");
  });

  test("more calls reach it, where a call takes less", () => {
    const amounts = add(30, 7.75, isQuarter);
    expect(amounts.split(amounts.full).map(amounts.show)).toEqual(["10", "10", "10"]);
  });

  test("cents reach a limit in euros", () => {
    const amounts = add(9.99, 1250, isWhole, 0.01);
    expect(amounts.split(amounts.full).map(amounts.show)).toEqual(["499", "500"]);
  });

  test("a text keeps its digits", () => {
    const amounts = add(0.3, "12.50", (amount) => amount > 0);
    expect(amounts.full).toBe(30);
    expect(amounts.set({ amount: "12.50" }, amounts.full)).toEqual({ amount: "0.30" });
  });

  test("a text without digits after the point stays whole", () => {
    expect(add(5, "12", (amount) => amount > 0).full).toBe(5);
  });

  test("one unit is reached by one call, and nothing by none", () => {
    const amounts = add(1, 3, isWhole);
    expect(amounts.split(1)).toEqual([1]);
    expect(amounts.split(0)).toEqual([]);
  });

  test("what many calls reach is not tried", () => {
    const amounts = add(1_000_000, 12, (amount) => isWhole(amount) && amount <= 10_000);
    expect(() => amounts.split(amounts.full)).toThrow(PreconditionError);
  });

  test("a limit below the smallest amount is not tried", () => {
    expect(() => add(0, 12, isWhole)).toThrow(PreconditionError);
  });

  test("a tool that takes no small amount is not tried", () => {
    expect(() => add(10, 7, (amount) => amount === 7)).toThrow(PreconditionError);
  });
});

test("a list of lines keeps one, where its amounts are added up", () => {
  const input = { lines: [{ quantity: 2 }, { quantity: 3 }], note: "x" };
  const sum = { argument: "/lines/0/quantity", times: 1 };
  expect(withOneItem(input, sum)).toEqual({ lines: [{ quantity: 2 }], note: "x" });
  expect(withOneItem(input, { argument: "/note", times: 1 })).toEqual(input);
  expect(withOneItem(input, undefined)).toEqual(input);
});
