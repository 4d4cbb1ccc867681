/** Tests the pages of items with equal times, where others work with the same list. */
import { expect, onTestFinished, test } from "vitest";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

const id = "pages/tracker_list_issues/equal-times";
const largestPage = 20;

/** Removes an issue as soon as the list is read in small pages. @param isShownLater whether large pages show it all the same */
function removeOne(handlers: TrackerHandlers, isShownLater: boolean): void {
  const list = handlers.listIssues.bind(handlers);
  let last: string | undefined;
  let removed: string | undefined;
  handlers.listIssues = (input, call) => {
    const page = list(input, call);
    const isSmall = (input.limit ?? 10) < largestPage;
    if (isSmall) removed ??= last;
    else last = page.issues.at(-1)?.issue_id ?? last;
    const isThere = (issue: { issue_id: string }) => issue.issue_id !== removed || (isShownLater && !isSmall);
    return { ...page, issues: page.issues.filter(isThere) };
  };
}

test.each([
  ["removed by others", false, { status: "unverified", cause: "shared" }],
  ["on a large page, and on no small one", true, { status: "failed" }],
])("an item that is %s", async (_, isShownLater, verdict) => {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  removeOne(served.tracker.handlers, isShownLater);
  const { results } = await testTracker(served, { selection: { cases: [id] } });
  expect(results).toMatchObject([{ subject: { id }, verdict }]);
});
