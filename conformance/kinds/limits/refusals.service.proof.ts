/** Tests the cases about refusals that a limit counts, at a tracker that counts moves which are not allowed. */
import { Refusal } from "@toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import type { Tracker } from "../../test/support/tracker-server/tracker.ts";

const max = 5;
const cases = casesWith({
  "service.yaml": replaced(
    "limits:\n",
    `limits:\n  wrong_moves: { kind: count, max: ${max}, refusals: wrong_state, period: day, applies_to: [tracker_move_issue] }\n`,
  ),
  "tools/tracker_move_issue.yaml": (text) =>
    `${text}  not-closed: { input: { issue_id: iss_4k1x7q0m2z9p, action: reopen }, failure: wrong_state }\n`,
});

interface Counting {
  /** The calls that are answered as before: all, those that are allowed, or none. */
  readonly passes?: "all" | "allowed";
  /** Whether a new day does not begin anew. */
  readonly isForGood?: boolean;
  readonly most?: number;
}

function countRefusals({ handlers, now }: Tracker, { passes, isForGood, most = max }: Counting): void {
  const move = handlers.moveIssue.bind(handlers);
  const counts = new Map<string, number>();
  handlers.moveIssue = (input, call) => {
    const day = isForGood ? "" : new Date(now()).toISOString().slice(0, 10);
    const key = `${call.account} ${day}`;
    const isOver = (counts.get(key) ?? 0) >= most;
    if (isOver && passes === undefined) call.fail("not_found", "There were too many wrong moves.");
    try {
      return move(input, call);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "wrong_state") throw error;
      if (isOver && passes === "allowed") call.fail("not_found", "There were too many wrong moves.");
      counts.set(key, (counts.get(key) ?? 0) + 1);
      throw error;
    }
  };
}

test.each<[name: string, counting: Counting, refused: string, next: string]>([
  ["counts them by days", {}, "held", "held"],
  ["counts them for good", { isForGood: true }, "held", "failed"],
  ["counts none", { passes: "all" }, "failed", "held"],
  ["tells allowed moves apart when there were too many", { passes: "allowed" }, "failed", "held"],
  ["allows one less", { most: max - 1 }, "failed", "held"],
  ["allows one more", { most: max + 1 }, "failed", "held"],
])("a server that %s", async (_, counting, refused, next) => {
  const served = await serveTrackerWithSdk([], cases);
  onTestFinished(served.close);
  countRefusals(served.tracker, counting);
  const selection = { cases: ["limits/wrong_moves/*/*"] };
  const { results } = await testTracker(served, { cases, selection });
  expect(results.map(({ subject, verdict }) => [subject.id.split("/").at(-1), verdict.status])).toEqual([
    ["refused", refused],
    ["next-period", next],
  ]);
});
