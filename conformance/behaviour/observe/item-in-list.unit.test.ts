/** A list that has as many items as the spec allows may leave out others. */
import { expect, test } from "vitest";
import type { Behaviour } from "../../cases/behaviour.ts";
import { successfulCall } from "../calls/answered-calls.ts";
import { noBehaviour } from "../rules/rules.ts";
import { findInList } from "./item-in-list.ts";

const rules: Behaviour = {
  ...noBehaviour,
  // A list in one piece has a rule where it has filters.
  pages: { find: { at: "", first: { tool: "find", input: {} }, items: "/students", filters: {} } },
  limits: { found: { kind: "count", at: "", max: 2, tools: ["find"], field: "/students" } },
};

test.each<[what: string, ids: readonly number[], found: object]>([
  ["an item that is there", [1, 7], { value: { id: 7 } }],
  ["no item in a short list", [1], { absent: "not in the list" }],
  ["no item in a full list", [1, 2], { absent: "not in the list", unknown: true }],
])("%s", async (_, ids, found) => {
  const called = successfulCall("find", {}, { students: ids.map((id) => ({ id })) });
  const calls = { call: async () => called };
  const observer = { tool: "find", input: {}, list: "/students/*/id" };
  const { called: last, ...rest } = await findInList(rules, calls, { id: 7, account: undefined }, observer);
  expect(last).toBe(called);
  expect(rest).toEqual(found);
});
