/** Mocks against the suite of their own specs; `conformance.proof.ts` has all kinds of all specs. */
import { expect, test } from "vitest";
import { conformance, templateModel, trackerModel } from "../support/mock/serving.ts";

test("the mock of a new project has no finding", async () => {
  const judged = await conformance(templateModel());
  expect(judged.filter(({ status }) => status === "failed")).toEqual([]);
  expect(judged.filter(({ status }) => status === "held").length).toBeGreaterThan(200);
});

test("the mock of the tracker behaves as its spec declares", async () => {
  const kinds = ["states", "access", "fields", "replay", "pages", "results", "scenarios"] as const;
  const judged = await conformance(trackerModel(), { kinds: [...kinds] });
  expect(judged.filter(({ status }) => status !== "held")).toEqual([]);
  expect(new Set(judged.map(({ kind }) => kind))).toEqual(new Set(kinds));
});
