import { expect, test } from "vitest";
import { passesFilter } from "./filters.ts";
import type { FilterRule } from "./rules/lists.ts";

const issue = {
  title: "The lamp is broken",
  body: "Since Monday",
  labels: ["lamp", "urgent"],
  watchers: [{ name: "Ana" }, { name: "Bo" }],
  sprint: null,
  opened: "2026-03-14T09:26:53.589Z",
};

test.each<
  [path: string | readonly [string, ...string[]], is: FilterRule["is"], wanted: unknown, passes: boolean]
>([
  ["/title", "equal", "The lamp is broken", true],
  ["/title", "equal", "the lamp is broken", false],
  ["/title", "contains", "LAMP", true],
  [["/title", "/body"], "contains", "monday", true],
  [["/title", "/body"], "contains", "tuesday", false],
  ["/labels/*", "equal", "urgent", true],
  ["/labels/*", "equal", "urg", false],
  ["/labels/*", "contains", "urg", true],
  // A list has an entry, or it has not.
  ["/labels", "equal", "urgent", true],
  ["/labels", "equal", ["lamp", "urgent"], true],
  ["/labels", "contains", "urgent", true],
  ["/labels", "contains", "urg", false],
  ["/watchers/*/name", "equal", "Bo", true],
  ["/watchers/*/name", "equal", "Cy", false],
  [["/title", "/watchers/*/name"], "contains", "bo", true],
  ["/sprint", "equal", null, false],
  ["/estimate", "at-most", 3, false],
  ["/opened", "at-least", "2026-03-14T10:26:53.589+01:00", true],
  ["/opened", "below", "2026-03-14T09:26:53.589Z", false],
])("an item passes the filter %j %s %j: %s", (places, is, wanted, passes) => {
  const [path, ...otherPaths] = typeof places === "string" ? [places] : places;
  expect(passesFilter({ argument: "/wanted", path, otherPaths, is }, issue, wanted)).toBe(passes);
});
