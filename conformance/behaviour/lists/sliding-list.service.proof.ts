/** A list with offset pages slides while somebody ends one of its items. An item that is only passed over is not absent. */
import { expect, onTestFinished, test } from "vitest";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { openIn, testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import { summaryOf } from "../../test/support/tracker-server/store/issues.ts";
import type { ListInput } from "../../test/support/tracker-server/store/pages.ts";
import { mainAccount } from "../../test/support/tracker-server/tracker.ts";

/** One page is full of issues of another client. The issues of the run follow, the newest first. */
const pageSize = 20;

/** Between two pages of each second walk the other client ends an issue of the first page, and makes another one later. */
function slide(handlers: TrackerHandlers, slidesFirst: boolean): void {
  const { issues } = handlers;
  const others = new Set<string>();
  let walks = slidesFirst ? 1 : 0;
  const fill = () => {
    while (others.size < pageSize) others.add(issues.add(mainAccount, "Of another client").issue_id);
  };
  fill();
  handlers.listIssues = ({ limit = 10, cursor, state }: ListInput, call) => {
    if (call.account === mainAccount && cursor === undefined) {
      walks += 1;
      fill();
    } else if (call.account === mainAccount && walks % 2 === 0 && others.size === pageSize) {
      const [ended = ""] = others;
      others.delete(ended);
      issues.all.delete(ended);
    }
    const own = [...issues.all.values()].filter(
      ({ owner, issue_id }) => owner === call.account && !others.has(issue_id),
    );
    const first = [...others].map((id) => issues.all.get(id)!).filter(({ owner }) => owner === call.account);
    const all = [...first, ...own.toReversed()].filter(
      (issue) => state === undefined || issue.state === state,
    );
    const start = Number(cursor ?? 0);
    const next = start + limit;
    const page = all.slice(start, next).map((issue) => summaryOf(issue, call));
    return { issues: page, total: all.length, next_cursor: next < all.length ? String(next) : null };
  };
}

test.each([false, true])(
  "an item that slides past a page is there (first walk slides: %s)",
  async (slidesFirst) => {
    const served = await serveTrackerWithSdk();
    onTestFinished(served.close);
    slide(served.tracker.handlers, slidesFirst);
    const cases = [
      "access/tracker_move_issue/issue_id/other-account",
      "access/tracker_label_issue/issue_id/other-account",
    ];
    const report = await testTracker(served, { selection: { cases } });
    expect(openIn(report)).toEqual([]);
    expect(report.behaviour?.volatile.map(({ tool, place }) => `${tool} ${place}`)).not.toContain(
      "tracker_list_issues ",
    );
  },
);
