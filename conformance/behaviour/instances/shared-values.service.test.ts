/** Cases share the values that name entities. The changes that one case makes to an entity must not decide another case. */
import { expect, onTestFinished, test } from "vitest";
import { openIn, testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import type { ServedTracker } from "../../test/support/tracker-server/toolwright-server.ts";

const cases = ["input/tracker_label_issue/label/m*Length/at"];

/** Limits the labels of an issue, by a rule that is not in the schema. New issues have one label, and another call on the same issue can break the rule. */
function allowLabels({ tracker: { handlers } }: ServedTracker, most: number): void {
  const label = handlers.labelIssue.bind(handlers);
  handlers.labelIssue = (input, call) =>
    handlers.issues.mine(input.issue_id, call).labels.length < most
      ? label(input, call)
      : call.fail("invalid_input" as never, `An issue has at most ${most} labels.`);
}

async function testWithLabels(most: number): Promise<string[]> {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  allowLabels(served, most);
  const report = await testTracker(served, { selection: { cases } });
  expect(report.results).toHaveLength(2);
  return openIn(report);
}

test("arguments are accepted that a server refuses only after a call of another case", async () => {
  expect(await testWithLabels(2)).toEqual([]);
});

test("a rule that refuses the first call, too, is reported", async () => {
  const open = await testWithLabels(1);
  expect(open).toEqual([
    expect.stringContaining("An issue has at most 1 labels."),
    expect.stringContaining("An issue has at most 1 labels."),
  ]);
});
