/** A call whose defaults are written out is the same call as one without them. */
import { expect, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

const cases = casesWith({
  "tools/tracker_comment_issue.yaml": replaced(
    "    text: {",
    "    urgent: { type: boolean, default: false }\n    text: {",
  ),
});

test.each([
  ["held", "compares keys with the defaults", false],
  ["failed", "compares keys with what was written", true],
] as const)("the case %s for a server that %s", async (status, _, isWritten) => {
  const served = await serveTrackerWithSdk([], cases);
  const { handlers } = served.tracker;
  const comment = handlers.commentIssue.bind(handlers);
  handlers.commentIssue = (input: Parameters<typeof comment>[0] & { readonly urgent?: boolean }, call) => {
    const { urgent = false, ...rest } = input;
    return comment(isWritten ? input : { urgent, ...rest }, call);
  };
  const selection = { cases: ["replay/tracker_comment_issue/defaults"] };
  const report = await testTracker(served, { cases, selection }).finally(served.close);
  expect(report.results.map(({ verdict }) => verdict)).toMatchObject([{ status }]);
});
