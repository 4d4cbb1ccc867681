/** A call that needs a history: the steps of a workflow lead there, about the things that the case is about. */
import { expect, test } from "vitest";
import { testStranger } from "../../test/support/test-stranger.ts";

const cases = [
  "effects/create_transfer/wallet/changes",
  "effects/create_transfer/wallet/others-stay",
  "replay/create_transfer/**",
  "results/create_transfer/names/**",
  "results/create_transfer/repeats/**",
];

test("transfers from wallets that have no money yet are decided", async () => {
  const { results } = await testStranger("wallet", 1, { selection: { cases } });
  const others = results.filter(
    ({ verdict }) => verdict.status !== "held" && verdict.status !== "inapplicable",
  );
  expect(others.map(({ subject }) => subject.id)).toEqual([]);
  const kinds = new Set(results.map(({ subject }) => subject.kind));
  expect([...kinds].toSorted()).toEqual(["effects", "replay", "results"]);
});

test("a transfer that is made twice is a finding", async () => {
  const { results } = await testStranger("wallet", 1, { selection: { cases }, mistake: "retry-sends-twice" });
  const failed = results.flatMap(({ subject, verdict }) => (verdict.status === "failed" ? [subject.id] : []));
  expect(failed).toEqual(
    expect.arrayContaining(["replay/create_transfer/same", "replay/create_transfer/at-once"]),
  );
});
