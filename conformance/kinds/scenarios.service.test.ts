/** Tests steps of scenarios that leave something unchanged, and criteria that come to hold within a time. */
import { expect, onTestFinished, test } from "vitest";
import {
  type SlotsOptions,
  serveSlots,
  slotsCases,
  slotsTokens,
} from "../test/support/servers/slots-server.ts";
import { testServer } from "../test/support/test-server.ts";

const confirmed = "scenarios/slots-are-confirmed/confirmed";
const another = "scenarios/slots-are-confirmed/another";

async function findVerdicts(options: SlotsOptions): Promise<Record<string, string>> {
  const served = await serveSlots(options);
  onTestFinished(served.close);
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: [confirmed, another] };
  const { results } = await testServer(served.url, { cases: slotsCases, target, selection });
  const entries = results.map(({ subject: { id }, verdict }) => [
    id,
    verdict.status === "failed" ? `${verdict.expected}: ${verdict.got}` : verdict.status,
  ]);
  return Object.fromEntries(entries);
}

test("a criterion may come to hold within the time of its step", async () => {
  expect(await findVerdicts({ confirmsAfterMs: 500 })).toEqual({ [confirmed]: "held", [another]: "held" });
});

test("a criterion that does not hold within the time fails", async () => {
  const verdicts = await findVerdicts({ confirmsAfterMs: 60_000 });
  expect(verdicts[confirmed]).toMatch(/confirmed == true within 2 s: structuredContent\/confirmed is false$/);
});

test("a step that changes what stays as it was fails", async () => {
  const verdicts = await findVerdicts({ renamesOthers: true });
  expect(verdicts).toMatchObject({
    [confirmed]: "held",
    [another]: expect.stringMatching(/as it was.*"renamed"/),
  });
});
