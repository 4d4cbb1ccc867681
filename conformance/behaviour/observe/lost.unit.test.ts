import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { fellBySent, findLosses, isOtherState } from "./lost.ts";

const tenFrom = (first: number) => Array.from({ length: 10 }, (_, index) => `item ${first + index}`);

test.each<[before: Json, after: Json, lost: readonly string[]]>([
  [{ title: "A" }, { title: "A", note: "new" }, []],
  [{ title: "A" }, { title: "B" }, ["/title"]],
  [{ labels: ["a", "b"] }, { labels: ["b", "c", "a"] }, []],
  [{ labels: ["a", "b"] }, { labels: ["b"] }, ["/labels"]],
  [{ comments: 2 }, { comments: 3 }, []],
  [{ comments: 2 }, { comments: 1 }, ["/comments"]],
  [{ changed_at: "2026-03-14T09:26:53Z" }, { changed_at: "2026-03-15T09:26:53Z" }, []],
  // A link to another thing sets a flag, and takes nothing away.
  [{ is_blocked: false }, { is_blocked: true }, []],
  [{ is_open: true }, { is_open: false }, ["/is_open"]],
  // A text that lists things for people.
  ["1 task:\n  TASK-1 - Paint", "2 tasks:\n  TASK-1 - Paint\n  TASK-2 - Sand", [""]],
  ["To do (1):\n  TASK-1 - Paint", "To do (2):\n  TASK-1 - Paint\n  TASK-2 - Sand", []],
  ["To do (1):\n  TASK-1 - Paint", "To do (1):\n  TASK-2 - Sand", [""]],
  // A text that is JSON.
  ['[{"id":1}]', '[{"id":2},{"id":1}]', []],
  [
    '{"items":[{"id":1,"note":"a"}],"total":1}',
    '{"items":[{"id":1,"note":""}],"total":2}',
    ["/items/0/note"],
  ],
  ['{"items":[{"id":1}]}', '{"items":[]}', ["/items"]],
  ['{"title":"A"}', "{gone}", [""]],
  // A page of the newest items.
  [tenFrom(1), [0, ...tenFrom(1).slice(0, -1)], []],
  [tenFrom(1), [0, ...tenFrom(2).slice(0, -1)], ["/0"]],
  [["a", "b"], ["c", "a"], ["/1"]],
  ["12.50", "3.00", [""]],
  ["3.00", "12.50", []],
  ["-1.11", "-2.22", [""]],
  ["1.2", "1.10", [""]],
])("%j, then %j, has lost %j", (before, after, lost) => {
  expect(findLosses(before, after, () => false).map(({ at }) => at)).toEqual(lost);
});

test.each<[before: Json, after: Json, input: Json, fell: boolean]>([
  ["-1.11", "-2.22", { lease_id: "L-1", amount: "1.11" }, true],
  [5772, 772, { payments: [{ cents: 5000 }] }, true],
  [5772, 0, { payments: [{ cents: 5000 }] }, false],
  [7, 7, { amount: 0 }, false],
  ["open", "paid", { amount: 1 }, false],
])("that %j became %j is what %j has sent: %j", (before, after, input, fell) => {
  expect(fellBySent({ before, after }, input)).toBe(fell);
});

test.each<[at: string, before: Json, after: Json | undefined, isState: boolean]>([
  ["/available", true, false, true],
  ["/available", true, undefined, false],
  ["/status", "on_shelf", "on_loan", true],
  ["/lease/paymentStatus", "in arrears", "settled", true],
  ["/status", "on_shelf", undefined, false],
  ["/estate", "north", "south", false],
  ["/name", "North", "South", false],
])("at %s, %j and then %j are states: %j", (at, before, after, isState) => {
  expect(isOtherState({ at, before, after })).toBe(isState);
});
