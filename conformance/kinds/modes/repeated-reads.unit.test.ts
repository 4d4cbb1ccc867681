/** Tests which places of repeated answers count as changed by reading. */
import { expect, test } from "vitest";
import { Observer } from "../../behaviour/observe/observer.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";
import { readRepeatedly } from "./repeated-reads.ts";

const tool = "tracker_list_issues";

/** Reads a list several times, each time with the next of these first items. */
async function read(itemOf: (time: number) => object) {
  let time = 0;
  const rules = trackerCases.behaviour!;
  const observer = new Observer({
    rules,
    runLog: { volatile: [] } as never,
    reader: {} as never,
    make: () => Promise.reject(new Error("nothing is made")),
    isBrief: false,
  });
  const engine = { observer, rules, context: { cases: trackerCases } } as never;
  const answer = async () => {
    const structuredContent = { issues: [itemOf(time++)], total: 1, next_cursor: null };
    return { tool, outcome: { is: "success", result: { structuredContent } } } as never;
  };
  return readRepeatedly(tool, engine, answer);
}

test("a number that each reading of an item raises is changed by reading", async () => {
  const { change } = await read((time) => ({ issue_id: "iss_7", views: time }));
  expect(change).toMatchObject({ at: "/issues/0/views" });
});

test("an item that is another one in each answer is not, since somebody else adds to the list", async () => {
  const { change } = await read((time) => ({ issue_id: `iss_${time}`, number: time }));
  expect(change).toBeUndefined();
});
