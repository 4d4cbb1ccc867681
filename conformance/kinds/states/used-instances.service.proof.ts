/** Tests transitions of instances that other cases have used before. */
import { expect, onTestFinished, test } from "vitest";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

test.each([
  ["an instance that another rule refuses", 1, "held"],
  ["every instance that another rule refuses", Number.POSITIVE_INFINITY, "failed"],
] as const)("%s is replaced once", async (_, refused, verdict) => {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  const { handlers } = served.tracker;
  const create = handlers.createIssue.bind(handlers);
  const move = handlers.moveIssue.bind(handlers);
  const blocked = new Set<string>();
  handlers.createIssue = (input, call) => {
    const made = create(input, call);
    if (blocked.size < refused) blocked.add((made as { issue_id: string }).issue_id);
    return made;
  };
  handlers.moveIssue = (input, call) =>
    blocked.has(input.issue_id) ? call.fail("not_found", "Not this one.") : move(input, call);
  const cases = ["states/issue/initial", "states/issue/open/close", "states/issue/open/close/at-once"];
  for (const id of cases.slice(1)) {
    blocked.clear();
    const { results } = await testTracker(served, {
      selection: { cases: [cases[0]!, id] },
      target: { parallel: 1 },
    });
    expect(results.map(({ subject, verdict: { status } }) => [subject.id, status])).toEqual([
      [cases[0], "held"],
      [id, verdict],
    ]);
  }
});

test.each([
  ["an instance that another case has closed meanwhile", 1, "held"],
  ["every instance that somebody closes first", Number.POSITIVE_INFINITY, "failed"],
] as const)("of two calls sent at once, %s is replaced once", async (_, closed, verdict) => {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  const { handlers } = served.tracker;
  const move = handlers.moveIssue.bind(handlers);
  const seen = new Set<string>();
  handlers.moveIssue = (input, call) => {
    const isFirst = seen.size < closed && !seen.has(input.issue_id);
    seen.add(input.issue_id);
    if (isFirst) move(input, call);
    return move(input, call);
  };
  const { results } = await testTracker(served, {
    selection: { cases: ["states/issue/initial", "states/issue/open/close/at-once"] },
    target: { parallel: 1 },
  });
  expect(results.map(({ verdict: { status } }) => status)).toEqual(["held", verdict]);
});
