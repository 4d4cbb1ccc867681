/** If requests are limited, most cases look at an instance by the one tool that shows most of it. */
import { expect, test } from "vitest";
import { parseOptions } from "../../cli/options.ts";
import { planRun, testTarget } from "../../cli/test-target.ts";
import { runSuite } from "../../run/suite.ts";
import { serveTracker } from "../../test/support/tracker-server/toolwright-server.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";

const looked = "replay/tracker_comment_issue/same";

/** The verdict on the case, and the number of requests that it made. */
async function run(...chosen: readonly string[]) {
  const served = await serveTracker();
  const options = parseOptions(["--case", looked, ...chosen]);
  const target = { folder: ".", url: served.url, tokens: [{ token: "trk_a1" }] };
  const plan = planRun(options, trackerCases, target);
  const watched = { signal: new AbortController().signal, onResult: () => undefined };
  const targetTest = { options, cases: trackerCases, target, plan, watched };
  const report = await testTarget(targetTest, runSuite).finally(served.close);
  const result = report.results.find(({ subject }) => subject.id === looked);
  return { status: result?.verdict.status, requests: report.requestsByKind.replay ?? 0 };
}

test("a case needs fewer requests then, and is decided all the same", async () => {
  const whole = await run();
  // The other case is left out, since it needs more requests.
  const brief = await run("--case", "limits/request_rate/over", "--max-requests", "50");
  expect([whole.status, brief.status]).toEqual(["held", "held"]);
  expect(brief.requests).toBeLessThan(whole.requests);
});
