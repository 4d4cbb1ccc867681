/** A list that has as many items as the spec allows may leave out others. */
import { expect, test } from "vitest";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Calls } from "../calls/calls.ts";
import { findInList } from "./item-in-list.ts";

const rules = {
  entities: {},
  // A list in one piece has a rule where it has filters.
  pages: { find: { at: "", first: { tool: "find", input: {} }, items: "/students", filters: {} } },
  limits: { found: { kind: "count", at: "", max: 2, tools: ["find"], field: "/students" } },
} as unknown as Behaviour;

test.each<[what: string, ids: readonly number[], found: object]>([
  ["an item that is there", [1, 7], { value: { id: 7 } }],
  ["no item in a short list", [1], { absent: "not in the list" }],
  ["no item in a full list", [1, 2], { absent: "not in the list", unknown: true }],
])("%s", async (_, ids, found) => {
  const structuredContent = { students: ids.map((id) => ({ id })) };
  const called = { tool: "find", input: {}, outcome: { is: "success", result: { structuredContent } } };
  const calls = { call: async () => called } as unknown as Calls;
  const observer = { tool: "find", input: {}, list: "/students/*/id" };
  const { called: last, ...rest } = await findInList(rules, calls, { id: 7, account: undefined }, observer);
  expect(last).toBe(called);
  expect(rest).toEqual(found);
});
