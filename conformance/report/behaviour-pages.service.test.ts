/** The pages of the report about access and states, after a run against a tracker that breaks its spec. */
import { expect, test } from "vitest";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { accessPage } from "./access-page.ts";
import { htmlReport } from "./html.ts";
import { statesPage } from "./states-page.ts";

const served = await serveTracker(["move-is-open-to-everybody", "refused-moves-are-applied"]);
const report = await testTracker(served, { selection: { kinds: ["states", "access"] } }).finally(
  served.close,
);

/** The text of each cell of the row that has all of `words`. */
function cellsOf(html: string, ...words: readonly string[]): string[] {
  const row = html.split("<tr>").find((each) => words.every((word) => each.includes(word)));
  return (row ?? "")
    .split("</td>")
    .slice(0, -1)
    .map((cell) =>
      cell
        .replace(/^.*<td>/s, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
}

test("the access matrix shows the answer of every tool to each kind of caller", () => {
  const html = accessPage(report);
  // The owner comes last, when the other account has moved the issue.
  expect(cellsOf(html, "move_<wbr>issue", "/issue_id")).toEqual([
    "wrong_state",
    "success (wrong)",
    "not_found",
  ]);
  expect(cellsOf(html, "get_<wbr>issue")).toEqual(["success", "not_found", "not_found"]);
  expect(cellsOf(html, "list_<wbr>issues")).toEqual(["listed", "not listed", "takes no id"]);
});

test("the page of states shows the result of each transition, and its picture the transitions that the spec allows", () => {
  const html = statesPage(report);
  expect(cellsOf(html, '<th scope="row">open')).toEqual([
    "leads to in_progress",
    "leads to closed",
    "refused wrong_state",
  ]);
  expect(cellsOf(html, '<th scope="row">closed')).toEqual([
    "wrong refused, and applied",
    "refused wrong_state",
    "leads to open",
  ]);
  expect(html.match(/class="arrow held"/g)).toHaveLength(4);
  expect(html).toContain('aria-label="State machine issue, which begins in open.');
});

test("the report links its pages and lists the values that change by themselves", () => {
  const html = htmlReport(report);
  expect(html).toContain('<a href="access.html">Access matrix</a><a href="states.html">States</a>');
  expect(html).toMatch(/Values that change by themselves.*tracker_get_issue.*\/shown_at/s);
});
