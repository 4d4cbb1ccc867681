/** The SDK of MCP drops the key `__proto__` before a tool sees it, however strict the tool is. */
import { expect, onTestFinished, test } from "vitest";
import { countVerdicts } from "../results/report.ts";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../test/support/tracker-server/sdk-server.ts";

async function counted(target: { readonly coded?: boolean }) {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  const cases = ["input/tracker_get_issue/additionalProperties/*"];
  return countVerdicts((await testTracker(served, { selection: { cases }, target })).results);
}

test("a key that the library drops is advice, and other unknown keys are refused", async () => {
  expect(await counted({})).toMatchObject({ held: 2, failed: 0, advice: 1 });
});

test("if the target promises every refusal, it fails", async () => {
  expect(await counted({ coded: true })).toMatchObject({ held: 2, failed: 1, advice: 0 });
});
