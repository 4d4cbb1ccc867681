/** Tests the periods of the list of responses. */
import { expect, test } from "vitest";
import { readShown, shownPeriod, withPeriod } from "./response-filter.ts";

const today = "2026-03-15";

/** The days that an address leads to, and the period that the page shows for them. */
function shown(entries: Readonly<Record<string, string>>) {
  const { from, to, ...read } = readShown(withPeriod((name) => entries[name], today));
  return [from, to, shownPeriod({ from, to }, today), read.status];
}

test.each([
  ["7", "2026-03-09", "7"],
  ["30", "2026-02-14", "30"],
])("the last days end today: %s", (period, from, chosen) => {
  expect(shown({ period, status: "spam" })).toEqual([from, "", chosen, "spam"]);
  // The days that were entered before, and are not shown any more.
  expect(shown({ period, from: "2001-01-01", to: "2001-01-02", status: "spam" })).toEqual([
    from,
    "",
    chosen,
    "spam",
  ]);
  expect(shown({ from, status: "spam" })).toEqual([from, "", chosen, "spam"]);
});

test.each<[Record<string, string>, string[]]>([
  [{}, ["", "", "all", "verified"]],
  [{ period: "all", from: "2026-01-01", to: "2026-01-02" }, ["", "", "all", "verified"]],
  [{ period: "own", from: "2026-01-01" }, ["2026-01-01", "", "own", "verified"]],
  [{ period: "own" }, ["", "", "all", "verified"]],
  [{ from: "2026-01-01", to: "2026-01-02" }, ["2026-01-01", "2026-01-02", "own", "verified"]],
  [{ period: "never", to: "2026-01-02" }, ["", "2026-01-02", "own", "verified"]],
  [{ from: "2026-03-09", to: "2026-03-15" }, ["2026-03-09", "2026-03-15", "own", "verified"]],
])("reads %j", (entries, days) => {
  expect(shown(entries)).toEqual(days);
});
