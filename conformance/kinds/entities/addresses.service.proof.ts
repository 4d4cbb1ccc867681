/** Tests the cases about addresses in results: what counts as a page, and what is not judged. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Verdict } from "../../results/verdict.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import type { ServedTracker } from "../../test/support/tracker-server/toolwright-server.ts";

const selection = { cases: ["results/tracker_get_issue/addresses"] };

async function verdictOn(change: (served: ServedTracker) => void): Promise<Verdict | undefined> {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  change(served);
  const { results } = await testTracker(served, { selection });
  expect(results).toHaveLength(1);
  return results[0]?.verdict;
}

test.each([
  ["a page for everybody", 200, { status: "held" }],
  ["a redirect to a sign-in", 303, { status: "held" }],
  ["a page that asks for a sign-in", 401, { status: "inapplicable" }],
  ["a page that is for others", 403, { status: "inapplicable" }],
  ["a server that has no time", 503, { status: "inapplicable" }],
  ["a server that may hide what is private", 404, { status: "failed", advice: true }],
  ["an error", 500, { status: "failed", advice: undefined }],
] as const)("%s: HTTP %i", async (_, status, verdict) => {
  const change = ({ tracker }: ServedTracker) => {
    tracker.handlers.pageStatus = () => status;
  };
  const found = await verdictOn(change);
  expect({ advice: undefined, ...found }).toMatchObject(verdict);
});

test("a page that is there in one of the states is enough", async () => {
  const verdict = await verdictOn(({ tracker: { handlers } }) => {
    handlers.pageStatus = (id) => (handlers.issues.all.get(id)?.state === "closed" ? 200 : 404);
  });
  expect(verdict).toEqual({ status: "held" });
});

test("an address of another origin is not opened", async () => {
  let requests = 0;
  const other = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/page`;
  const verdict = await verdictOn(({ tracker: { handlers } }) => {
    const get = handlers.getIssue.bind(handlers);
    handlers.getIssue = (input, call) => ({ ...get(input, call), page_url: address });
  });
  expect(verdict).toMatchObject({ status: "inapplicable" });
  expect(requests).toBe(0);
});
