/** Tests what a refusal for a missing scope has to say, and whether a token lives as long as it should. */
import { expect, onTestFinished, test } from "vitest";
import {
  type SlotsOptions,
  serveSlots,
  slotsCases,
  slotsTokens,
} from "../test/support/servers/slots-server.ts";
import { testServer } from "../test/support/test-server.ts";
import type { TrackerFault } from "../test/support/tracker-server/faults.ts";
import { testTracker, trackerHooks } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";

test.each<[says: string, denial: SlotsOptions["denial"], verdict: object]>([
  ["names the scope", undefined, { status: "held" }],
  // No standard asks for more of a server that knows no codes.
  ["is a sentence", { text: "Permission denied." }, { status: "failed", advice: true }],
  [
    "has the code and no scope",
    { text: "Permission denied.", code: "insufficient_scope" },
    { status: "failed" },
  ],
])("a refusal that %s", async (_, denial, verdict) => {
  const served = await serveSlots({ ...(denial && { denial }) });
  onTestFinished(served.close);
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, {
    cases: slotsCases,
    target,
    selection: { cases: ["authorization/get_slot/without*"] },
  });
  expect(results).toMatchObject([{ verdict }]);
  const advised = results.map(({ verdict }) => "advice" in verdict);
  expect(advised).toEqual(["advice" in verdict]);
});

test.each<[says: string, faults: readonly TrackerFault[], verdict: object]>([
  ["is kept to the second", [], { status: "held" }],
  ["ends early", ["tokens-end-a-minute-early"], { status: "failed" }],
  ["ends late", ["tokens-live-a-minute-longer"], { status: "failed" }],
  ["starts again with each use", ["tokens-live-on-when-used"], { status: "failed" }],
])("a token that expires, where its life %s", async (_, faults, verdict) => {
  const served = await serveTracker(faults);
  onTestFinished(served.close);
  const { results } = await testTracker(served, { selection: { cases: ["authorization/*/until-expiry"] } });
  expect(results).toMatchObject([{ verdict }]);
});

test("a hook that makes no tokens that expire decides nothing about them", async () => {
  const served = await serveTracker();
  onTestFinished(served.close);
  const answer = JSON.stringify({ tokens: [{ token: "t", scopes: [] }] });
  const mint = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(answer)})`];
  const { results } = await testTracker(served, {
    selection: { cases: ["authorization/*/until-expiry"] },
    target: { hooks: { ...trackerHooks(served.url), mint } },
  });
  const why = "no hook mint makes a token with expires_in";
  expect(results).toMatchObject([{ verdict: { status: "inapplicable", why } }]);
});

test.each([
  ["names one of two missing scopes is advice", "The scope slots is missing.", true],
  ["names none of two missing scopes fails", "Permission denied.", false],
])("a refusal that %s", async (_, text, advice) => {
  const served = await serveSlots({ denial: { text, code: "insufficient_scope" } });
  onTestFinished(served.close);
  const cases = slotsCases.cases.map((each) =>
    each.kind === "authorization" && "expect" in each && typeof each.expect === "object"
      ? { ...each, expect: { denied: ["slots", "rooms"] } }
      : each,
  );
  const { results } = await testServer(served.url, {
    cases: { ...slotsCases, cases },
    target: { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code" },
    selection: { cases: ["authorization/get_slot/without*"] },
  });
  expect(results.map(({ verdict }) => verdict)).toMatchObject([{ status: "failed" }]);
  expect("advice" in results[0]!.verdict).toBe(advice);
});
