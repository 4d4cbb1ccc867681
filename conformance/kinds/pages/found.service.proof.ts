/** Tests the case of a search (`is: similar`): a new item is found by its own text, whatever else is found. */
import { expect, onTestFinished, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

const cases = casesWith({
  "tools/tracker_list_issues.yaml": replaced("is: contains", "is: similar"),
});
const ids = cases.cases.map(({ id }) => id).filter((id) => id.startsWith("pages/tracker_list_issues/"));

test("a search has one case in place of those of a filter", () => {
  expect(ids.filter((id) => id.includes("query"))).toEqual(["pages/tracker_list_issues/found/query"]);
});

test.each<[name: string, change: (handlers: TrackerHandlers) => void, status: string]>([
  ["finds what contains the text", () => undefined, "held"],
  ["also finds others", (handlers) => searchBy(handlers, (query) => query.slice(0, 6)), "held"],
  ["finds nothing", (handlers) => searchBy(handlers, (query) => `${query}?`), "failed"],
  ["finds what it has found before", rememberFirst, "failed"],
])("a server that %s", async (_, change, status) => {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  change(served.tracker.handlers);
  const selection = { cases: ["pages/tracker_list_issues/found/query"] };
  const { results } = await testTracker(served, { cases, selection });
  expect(results.map(({ verdict }) => verdict.status)).toEqual([status]);
});

function searchBy(handlers: TrackerHandlers, words: (query: string) => string): void {
  const list = handlers.listIssues.bind(handlers);
  handlers.listIssues = ({ query, ...input }, call) =>
    list(query === undefined ? input : { ...input, query: words(query) }, call);
}

/** Keeps the items of the first search. */
function rememberFirst(handlers: TrackerHandlers): void {
  const list = handlers.listIssues.bind(handlers);
  let first: ReturnType<typeof list> | undefined;
  handlers.listIssues = (input, call) => {
    if (input.query === undefined) return list(input, call);
    first ??= list(input, call);
    return first;
  };
}
