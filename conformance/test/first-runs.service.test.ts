/** First runs of the suite at healthy servers of other domains. `first-runs.soak.ts` makes whole runs with more seeds. */
import { expect, test } from "vitest";
import type { Kind } from "../results/verdict.ts";
import { failedIn, firstRun } from "./support/servers/first-runs.ts";

const samples: readonly [name: string, kind: Kind][] = [
  ["fleet", "pages"],
  ["clinic", "authorization"],
  ["library", "access"],
  ["issues", "access"],
];

test.each(samples)("the first run at the %s has no finding of kind %s", async (name, kind) => {
  const report = await firstRun(name, 1, { kinds: [kind] });
  expect(failedIn(report)).toEqual([]);
  const held = report.results.filter(({ verdict }) => verdict.status === "held");
  expect(held.length).toBeGreaterThan(8);
});
