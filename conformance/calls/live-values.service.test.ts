/** A server that takes each name and each time once, and times a day ahead: examples with live values work at it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../results/report.ts";
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
  const withoutClock = expect.stringMatching(/^states\/slot\/open\/lock .*no hook clock/);
  expect(listOpen(report)).toEqual([withoutClock]);
  expect(report.results.filter(({ subject }) => subject.kind === "scenarios")).toHaveLength(6);
});

test("times count from the clock of the target, which stands years ahead", async () => {
  let now = Date.UTC(2040, 0, 1);
  const control = createServer(async (request, response) => {
    now += 1000 * (JSON.parse(await text(request)).seconds ?? 0);
    response.end(JSON.stringify({ now: new Date(now).toISOString() }));
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void control.close());
  const served = await serveSlots({ now: () => now });
  onTestFinished(served.close);
  const { port } = control.address() as AddressInfo;
  const clock = `http://127.0.0.1:${port}`;
  const target = {
    name: "slots",
    tokens: slotsTokens,
    bindings: {},
    refusalCode: "/_meta/code",
    hooks: { clock },
  };
  const selection = { cases: ["scenarios/**", "states/**"] };
  const report = await testServer(served.url, { cases: slotsCases, target, selection });
  expect(listOpen(report)).toEqual([]);
  now += 400 * dayMs;
  expect(listOpen(await testServer(served.url, { cases: slotsCases, target, selection }))).toEqual([]);
});
