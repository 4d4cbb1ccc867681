/** A first run of the suite at a healthy server of another domain. `strangers.soak.ts` makes whole runs at more of them. */
import { expect, test } from "vitest";
import type { Kind } from "../results/verdict.ts";
import { failedIn, firstRun } from "./support/servers/first-runs.ts";

test.each<Kind>(["pages", "access"])(
  "the first run at the library has no finding of kind %s",
  async (kind) => {
    const report = await firstRun("library", 1, { kinds: [kind] });
    expect(failedIn(report)).toEqual([]);
    const held = report.results.filter(({ verdict }) => verdict.status === "held");
    expect(held.length).toBeGreaterThan(8);
  },
);
