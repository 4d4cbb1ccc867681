/** Tests limits that count back from a time, with a clock that stands and without one, and states that end with them. */
import { expect, onTestFinished, test } from "vitest";
import { serveClock } from "../../test/support/servers/clock-hook.ts";
import {
  type SlotsOptions,
  serveSlots,
  slotsCases,
  slotsTokens,
} from "../../test/support/servers/slots-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const hourMs = 3_600_000;

async function findVerdicts(
  options: SlotsOptions,
  hasClock: boolean,
  cases = "limits/notice/**",
): Promise<readonly string[]> {
  const clock = await serveClock();
  const served = await serveSlots({ ...options, ...(hasClock && { now: clock.now }) });
  onTestFinished(async () => {
    clock.close();
    await served.close();
  });
  const hooks = hasClock ? { hooks: { clock: clock.url } } : {};
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code", ...hooks };
  const selection = { cases: [cases] };
  const { results } = await testServer(served.url, { cases: slotsCases, target, selection });
  return results.map(({ verdict }) => (verdict.status === "unverified" ? verdict.cause : verdict.status));
}

test.each<[name: string, options: SlotsOptions, hasClock: boolean, verdicts: readonly string[]]>([
  ["a right server, to the second", {}, true, ["held", "held"]],
  ["a right server without a clock", { leadMs: 0 }, false, ["held", "held"]],
  ["a server that takes no time so near, without a clock", {}, false, ["setup", "setup"]],
  ["a server that closes too early", { noticeMs: hourMs + 5_000 }, true, ["failed", "held"]],
  ["a server that closes too late", { noticeMs: hourMs - 5_000 }, true, ["held", "failed"]],
  ["a server that closes too late, without a clock", { leadMs: 0, noticeMs: 0 }, false, ["held", "failed"]],
])("the notice is tried at %s", async (_, options, hasClock, verdicts) => {
  expect(await findVerdicts(options, hasClock)).toEqual(verdicts);
});

test.each<[name: string, options: SlotsOptions, verdict: string]>([
  ["a right server", {}, "held"],
  ["a server that locks slots too early", { noticeMs: hourMs + 5_000 }, "failed"],
  ["a server that locks slots too late", { noticeMs: hourMs - 5_000 }, "failed"],
])("a state that ends with the notice is tried at %s", async (_, options, verdict) => {
  expect(await findVerdicts(options, true, "states/slot/open/lock")).toEqual([verdict]);
});

test.each<[name: string, options: SlotsOptions, verdict: string]>([
  ["a right server", {}, "held"],
  ["a server where slots begin too early", { beginsMs: 5_000 }, "failed"],
  ["a server where slots begin too late", { beginsMs: -5_000 }, "failed"],
  ["a server where slots never begin", { beginsMs: Number.NEGATIVE_INFINITY }, "failed"],
])("a state that begins at a time of the thing itself is tried at %s", async (_, options, verdict) => {
  expect(await findVerdicts(options, true, "states/slot/locked/begin")).toEqual([verdict]);
});
