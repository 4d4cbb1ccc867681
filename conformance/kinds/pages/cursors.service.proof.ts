/** Tests the case of a forged cursor at servers that do not sign cursors. */
import { expect, onTestFinished, test } from "vitest";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

/** Text around which a changed character makes no difference. */
const padding = "_".repeat(100);

/** Makes a server add padding to its cursors, and read each text of that form as a cursor, also one that it did not return. */
function readUnsigned(handlers: TrackerHandlers, read: (cursor: string) => string | undefined): void {
  const list = handlers.listIssues.bind(handlers);
  handlers.listIssues = ({ cursor, ...input }, call) => {
    const inner = cursor === undefined ? undefined : read(cursor);
    const page = list({ ...input, ...(inner !== undefined && { cursor: inner }) }, call);
    return page.next_cursor === null ? page : { ...page, next_cursor: `${page.next_cursor}${padding}.` };
  };
}

test.each<[name: string, read: (cursor: string) => string | undefined, status: string]>([
  [
    "refuses what it cannot read",
    (cursor) => (cursor.endsWith(".") ? cursor.replace(/[_A]+\.$/, "") : "?"),
    "held",
  ],
  [
    "begins anew at what it cannot read",
    (cursor) => (cursor.endsWith(".") ? cursor.replace(/[_A]+\.$/, "") : undefined),
    "failed",
  ],
  // Half of a number is a number, too, so a server whose cursors are positions cannot tell.
  ["goes on where half of a cursor points to", (cursor) => cursor.replace(/[_A]+\.?$/, ""), "held"],
])("a server that %s", async (_, read, status) => {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  readUnsigned(served.tracker.handlers, read);
  const selection = { cases: ["pages/tracker_list_issues/forged-cursor"] };
  const { results } = await testTracker(served, { selection });
  expect(results.map(({ verdict }) => verdict.status)).toEqual([status]);
});
