/** A revision at a bound of its schema is seldom the present one: the refusal that the spec declares for it accepts the arguments. */
import { expect, onTestFinished, test } from "vitest";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTracker } from "../../test/support/tracker-server/toolwright-server.ts";

test("a call with the largest revision is accepted, and refused as stale", async () => {
  const served = await serveTracker();
  onTestFinished(served.close);
  const cases = ["input/tracker_label_issue/expected_revision/maximum/*"];
  const { results } = await testTracker(served, { selection: { cases } });
  expect(results.map(({ subject, verdict }) => [subject.id.split("/").at(-1), verdict.status])).toEqual([
    ["below", "held"],
    ["at", "held"],
    ["above", "held"],
  ]);
});
