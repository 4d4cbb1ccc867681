/** If requests are limited, arguments of one object are sent in one call, and one without an effect is still found. */
import { expect, test } from "vitest";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";

const reporter = "arguments/tracker_create_issue/reporter";
const estimate = "arguments/tracker_create_issue/estimate";

/** The verdicts on two arguments of one tool, and the requests for them. @param ignored an argument that the server does not read */
async function run({
  isLimited = true,
  ignored,
}: {
  isLimited?: boolean;
  ignored?: "reporter" | "estimate";
}) {
  const served = await serveTrackerWithSdk([], trackerCases);
  const { handlers } = served.tracker;
  const create = handlers.createIssue.bind(handlers);
  handlers.createIssue = (input: Parameters<typeof create>[0], call) => {
    const { [ignored ?? "none"]: _, ...read } = input as typeof input & { readonly none?: never };
    return create(read as typeof input, call);
  };
  // A case that is left out is what limits the requests.
  const selection = { cases: [reporter, estimate, ...(isLimited ? ["limits/request_rate/over"] : [])] };
  const maxRequests = isLimited ? 60 : Number.POSITIVE_INFINITY;
  const report = await testTracker(served, { selection, maxRequests }).finally(served.close);
  const statusOf = (id: string) => report.results.find(({ subject }) => subject.id === id)?.verdict.status;
  return {
    verdicts: [statusOf(reporter), statusOf(estimate)],
    requests: report.requestsByKind.arguments ?? 0,
  };
}

test("both hold, with fewer requests than one by one", async () => {
  const [whole, brief] = [await run({ isLimited: false }), await run({})];
  expect([whole.verdicts, brief.verdicts]).toEqual([
    ["held", "held"],
    ["held", "held"],
  ]);
  expect(brief.requests).toBeLessThan(whole.requests);
});

test.each([
  ["reporter", ["unverified", "held"]],
  ["estimate", ["held", "unverified"]],
] as const)("a server that does not read %s is found", async (ignored, expected) => {
  const { verdicts } = await run({ ignored });
  expect(verdicts).toEqual(expected);
});
