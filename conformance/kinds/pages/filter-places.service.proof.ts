/** Filters that look into a list of an item (its labels), and at several places: one of the values has to fit. */
import { expect, onTestFinished, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import type { Issue } from "../../test/support/tracker-server/store/issues.ts";
import type { ListInput } from "../../test/support/tracker-server/store/pages.ts";

const labels = "{ type: array, items: { type: string, minLength: 1 }, maxItems: 5 }";
const cases = casesWith({
  "tools/tracker_create_issue.yaml": (text) =>
    replaced(
      "repeats: [title]",
      "repeats: [title, labels]",
    )(replaced("    title: {", `    labels: ${labels}\n    title: {`)(text)),
  "tools/tracker_list_issues.yaml": (text) =>
    replaced(
      "query: { path: /title, is: contains }",
      'query: { path: [/title, /labels/*], is: contains }\n    label: "/labels/*"',
    )(replaced("    query:", "    label: { type: string, minLength: 1 }\n    query:")(text)),
});

const list = "pages/tracker_list_issues/";

/** A search, and a filter by a label. */
interface Filtered extends ListInput {
  readonly label?: string;
}

type Fits = (issue: Issue, input: Filtered) => boolean;

const contains = (text: string, { query = "" }: Filtered) => text.toLowerCase().includes(query.toLowerCase());
const hasLabel: Fits = (issue, { label }) => label === undefined || issue.labels.includes(label);
const isFound: Fits = (issue, input) => [issue.title, ...issue.labels].some((text) => contains(text, input));

/** @param fits whether an issue belongs to a list */
function labelIssues(handlers: TrackerHandlers, fits: Fits): void {
  const { issues } = handlers;
  const [list, create, all] = [
    handlers.listIssues.bind(handlers),
    handlers.createIssue.bind(handlers),
    issues.of.bind(issues),
  ];
  let latest = 0;
  handlers.createIssue = (
    { labels = [], ...input }: Parameters<typeof create>[0] & { labels?: string[] },
    call,
  ) => {
    const created = create(input, call) as { readonly issue_id: string };
    const issue = issues.all.get(created.issue_id)!;
    issue.labels = labels;
    // The newest comes first, and chance must not order issues of one millisecond.
    latest = Math.max(latest + 1, issue.updated);
    issue.updated = latest;
    return { ...created, labels };
  };
  handlers.listIssues = ({ label, query, ...input }: Filtered, call) => {
    const filters = { ...(label !== undefined && { label }), ...(query !== undefined && { query }) };
    issues.of = (...of) => all(...of).filter((issue) => fits(issue, filters));
    try {
      return list(input, call);
    } finally {
      issues.of = all;
    }
  };
}

test.each<[name: string, fits: Fits, failed: readonly string[]]>([
  ["looks everywhere", (...of) => hasLabel(...of) && isFound(...of), []],
  [
    "looks at the first label",
    (issue, input) =>
      hasLabel({ ...issue, labels: issue.labels.slice(0, 1) }, input) && isFound(issue, input),
    ["filter/label", "filter/label/every-page"],
  ],
  ["ignores the label", isFound, ["filter/label", "filter/label/every-page"]],
  ["searches the titles alone", (...of) => hasLabel(...of) && contains(of[0].title, of[1]), ["filter/query"]],
])("a server that %s", async (_, fits, failed) => {
  const served = await serveTrackerWithSdk([], cases);
  onTestFinished(served.close);
  labelIssues(served.tracker.handlers, fits);
  const ids = ["filter/label", "filter/label/every-page", "filter/query"].map((id) => list + id);
  const { results } = await testTracker(served, { cases, selection: { cases: ids } });
  const wrong = results.flatMap(({ subject, verdict }) =>
    verdict.status === "held" ? [] : [`${subject.id.slice(list.length)} ${verdict.status}`],
  );
  expect(wrong).toEqual(failed.map((id) => `${id} failed`));
});
