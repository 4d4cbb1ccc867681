/** Tests which places of repeated answers count as changed by reading. */
import { expect, test } from "vitest";
import { successfulCall } from "../../behaviour/calls/answered-calls.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { comparingObserver } from "../../test/support/comparing-observer.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";
import { readRepeatedly } from "./repeated-reads.ts";

const tool = "tracker_list_issues";

/** Reads a list several times, each time with the next of these first items. */
async function read(itemOf: (time: number) => JsonObject) {
  let time = 0;
  const rules = trackerCases.behaviour!;
  const observer = comparingObserver(rules);
  const readNext = async () =>
    successfulCall(tool, {}, { issues: [itemOf(time++)], total: 1, next_cursor: null });
  return readRepeatedly(tool, { observer, rules, context: { cases: trackerCases } }, readNext);
}

test("a number that each reading of an item raises is changed by reading", async () => {
  const { change } = await read((time) => ({ issue_id: "iss_7", views: time }));
  expect(change).toMatchObject({ at: "/issues/0/views" });
});

test("an item that is another one in each answer is not, since somebody else adds to the list", async () => {
  const { change } = await read((time) => ({ issue_id: `iss_${time}`, number: time }));
  expect(change).toBeUndefined();
});
