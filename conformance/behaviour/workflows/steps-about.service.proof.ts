/** A call that needs a history: the steps of a workflow lead there, about the things that the case is about. */
import { expect, test } from "vitest";
import { testStranger } from "../../test/support/test-stranger.ts";

const cases = [
  "effects/record_payment/**",
  "input/record_payment/method/enum/*",
  "isolation/record_payment/key",
  "replay/record_payment/**",
  "results/record_payment/names/*",
];

test("payments of owners who owe nothing yet are decided", async () => {
  const { results } = await testStranger("vet", 1, { selection: { cases } });
  const others = results.filter(
    ({ verdict }) => verdict.status !== "held" && verdict.status !== "inapplicable",
  );
  expect(others.map(({ subject }) => subject.id)).toEqual([]);
  const kinds = new Set(results.map(({ subject }) => subject.kind));
  expect([...kinds].toSorted()).toEqual(["effects", "input", "isolation", "replay", "results"]);
});

test("a payment that is recorded twice is a finding", async () => {
  const { results } = await testStranger("vet", 1, { selection: { cases }, mistake: "payment-twice" });
  const failed = results.flatMap(({ subject, verdict }) => (verdict.status === "failed" ? [subject.id] : []));
  expect(failed).toEqual(
    expect.arrayContaining(["replay/record_payment/same", "replay/record_payment/at-once"]),
  );
});
