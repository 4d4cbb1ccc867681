/** A limit at a server whose refusals have no codes, where another rule refuses the first thing, and nothing says what comes before it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { casesOf } from "./support/notes-server.ts";
import { testStranger } from "./support/test-stranger.ts";

/** The wallets without all that tells how a customer is verified, and without what refusals say. */
function withoutVerifying(cases: CaseFile): CaseFile {
  const { verify_customer: _tool, ...tools } = cases.tools;
  const { customer: _machine, ...states } = cases.behaviour!.states;
  const failures = Object.entries(cases.failures).map(([code, { says: _, ...rule }]) => [code, rule]);
  return {
    ...cases,
    tools,
    failures: Object.fromEntries(failures),
    behaviour: { ...cases.behaviour!, states, workflows: {} },
  };
}

test("a refusal of the first card is not taken for that of the limit", async () => {
  const cases = withoutVerifying(casesOf(join(import.meta.dirname, "strangers/wallet/spec")));
  const selection = { cases: ["limits/cards_of_a_wallet/order_card/*"] };
  const { results } = await testStranger("wallet", 2, { cases, selection });
  expect(results.map(({ verdict }) => verdict.status)).toEqual(["unverified", "unverified"]);
}, 60_000);
