/** Tests mistakes of lists that no list of new, own items in plain letters shows. */
import { expect, onTestFinished, test } from "vitest";
import { casesWith } from "../../test/support/tracker-server/changed.ts";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import type { ListInput } from "../../test/support/tracker-server/store/pages.ts";

/** An address is no text that two places have by chance. */
const cases = casesWith({
  "tools/tracker_create_issue.yaml": (text) => text.replaceAll("reporter: Ana", "reporter: ana@example.org"),
});

type List = TrackerHandlers["listIssues"];
type Page = ReturnType<List>;

/** Makes a wrong list of a right one. */
type Mistake = (list: List, handlers: TrackerHandlers) => List;

/** Sorts the newest by the time at which they were made, and shows the time of their last change. */
const sortsAsMade: Mistake = (list, { issues }) => {
  const made = new Map<string, number>();
  return (input, call) => {
    const all = [...issues.all.values()];
    const changed = new Map(all.map((issue) => [issue.issue_id, issue.updated]));
    for (const issue of all) {
      if (!made.has(issue.issue_id)) made.set(issue.issue_id, issue.updated);
      issue.updated = made.get(issue.issue_id)!;
    }
    const page = list(input, call);
    for (const issue of all) issue.updated = changed.get(issue.issue_id)!;
    const shown = page.issues.map((issue) => ({
      ...issue,
      updated_at: new Date(changed.get(issue.issue_id)!).toISOString(),
    }));
    return { ...page, issues: shown } as Page;
  };
};

/** Compares titles without accents with a text that keeps them. */
const foldsTitles: Mistake =
  (list, { issues }) =>
  (input: ListInput, call) => {
    const titles = new Map([...issues.all.values()].map((issue) => [issue, issue.title]));
    for (const [issue, title] of titles) issue.title = title.normalize("NFD").replace(/\p{M}/gu, "");
    const page = list(input, call);
    for (const [issue, title] of titles) issue.title = title;
    const shown = page.issues.map((issue) => ({ ...issue, title: issues.all.get(issue.issue_id)!.title }));
    return { ...page, issues: shown } as Page;
  };

/** Counts shared issues of every state. */
const countsAllShared: Mistake =
  (list, { issues }) =>
  (input: ListInput, call) => {
    const page = list(input, call);
    if (input.state === undefined) return page;
    const shared = issues.of(call.account).filter(({ owner }) => owner !== call.account);
    return { ...page, total: page.total + shared.filter(({ state }) => state !== input.state).length };
  };

/** Shows who reported an issue among its labels. */
const labelsReporters: Mistake =
  (list, { issues }) =>
  (input, call) => {
    const page = list(input, call);
    const shown = page.issues.map((issue) => {
      const { reporter } = issues.all.get(issue.issue_id)!;
      return reporter === undefined ? issue : { ...issue, labels: [...issue.labels, reporter] };
    });
    return { ...page, issues: shown } as Page;
  };

test.each<[name: string, mistake: Mistake, id: string]>([
  ["sorts as items were made", sortsAsMade, "pages/tracker_list_issues/order/newest"],
  ["folds titles, and not what is searched for", foldsTitles, "pages/tracker_list_issues/filter/query"],
  ["counts shared items that a filter leaves out", countsAllShared, "pages/tracker_list_issues/shared-items"],
  [
    "shows a text that needs a scope at another place",
    labelsReporters,
    "fields/tracker_list_issues/issues/*/reporter/without",
  ],
])("a server that %s", async (_, mistake, id) => {
  for (const [makes, status] of [
    [(list: List) => list, "held"],
    [mistake, "failed"],
  ] as const) {
    const served = await serveTrackerWithSdk([], cases);
    onTestFinished(served.close);
    const { handlers } = served.tracker;
    handlers.listIssues = makes(handlers.listIssues.bind(handlers), handlers);
    const { results } = await testTracker(served, { cases, selection: { cases: [id] } });
    expect(results).toMatchObject([{ subject: { id }, verdict: { status } }]);
  }
});
