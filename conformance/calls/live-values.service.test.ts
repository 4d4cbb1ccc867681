/** A server that takes each name and each time once, and times a day ahead: examples with live values work at it. */
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../results/report.ts";
import { serveClock } from "../test/support/servers/clock-hook.ts";
import { serveSlots, slotsCases, slotsTokens } from "../test/support/servers/slots-server.ts";
import { testServer } from "../test/support/test-server.ts";

const dayMs = 86_400_000;

function listOpen({ results }: Report): string[] {
  return results.flatMap(({ subject, verdict }) =>
    verdict.status === "held" || verdict.status === "inapplicable"
      ? []
      : [`${subject.id} ${JSON.stringify(verdict)}`],
  );
}

/** The kinds whose cases make slots. */
const kinds = ["output", "states", "effects", "access", "results", "scenarios"] as const;

test("each thing that is made has a time from now and a name of its own", async () => {
  const served = await serveSlots();
  onTestFinished(served.close);
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const report = await testServer(served.url, { cases: slotsCases, target, selection: { kinds } });
  const withoutClock = ["open/lock", "locked/begin"].map((id) =>
    expect.stringMatching(new RegExp(`^states/slot/${id} .*"cause":"no-control"`)),
  );
  expect(listOpen(report)).toEqual(withoutClock);
  expect(report.results.filter(({ subject }) => subject.kind === "scenarios")).toHaveLength(6);
});

test("times count from the clock of the target, which stands years ahead", async () => {
  const clock = await serveClock(Date.UTC(2040, 0, 1));
  onTestFinished(clock.close);
  const served = await serveSlots({ now: clock.now });
  onTestFinished(served.close);
  const target = {
    name: "slots",
    tokens: slotsTokens,
    bindings: {},
    refusalCode: "/_meta/code",
    hooks: { clock: clock.url },
  };
  const selection = { cases: ["scenarios/**", "states/**"] };
  const report = await testServer(served.url, { cases: slotsCases, target, selection });
  expect(listOpen(report)).toEqual([]);
  clock.add(400 * dayMs);
  expect(listOpen(await testServer(served.url, { cases: slotsCases, target, selection }))).toEqual([]);
});
