/** Tests what a refusal for a missing scope has to say. */
import { expect, onTestFinished, test } from "vitest";
import {
  type SlotsOptions,
  serveSlots,
  slotsCases,
  slotsTokens,
} from "../test/support/servers/slots-server.ts";
import { testServer } from "../test/support/test-server.ts";

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
