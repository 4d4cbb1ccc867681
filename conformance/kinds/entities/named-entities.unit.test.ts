/** Compares what a result says of an entry with what its list shows. */
import { expect, test } from "vitest";
import { successfulCall } from "../../behaviour/calls/answered-calls.ts";
import { findDifferent } from "./named-entities.ts";

const pair = { place: "/entry/position", tool: "list_waiting", shown: "/position" };
const result = { entry: { id: 7, position: 3 } };

test.each([
  ["a place in the list, when another entry has left", [1, 2], 2, undefined],
  ["a number that is no place in the list", [1, 5], 5, { pair, values: [3, 5] }],
  ["the same number", [1, 3], 3, undefined],
] as const)("%s", (_, positions, position, different) => {
  const entries = positions.map((each, index) => ({ id: index + 6, position: each }));
  const called = successfulCall("list_waiting", {}, { entries });
  const shown = { tool: "list_waiting", value: { id: 7, position }, called };
  expect(findDifferent([pair], result, [shown])).toEqual(different);
});
