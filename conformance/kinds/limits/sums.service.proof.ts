/** Tests limits on the sum of an amount, such as the tonnes of a crossing, at servers with and without mistakes. */
import { expect, onTestFinished, test } from "vitest";
import { serveClock } from "../../test/support/servers/clock-hook.ts";
import {
  type FerriesMistake,
  ferriesCases,
  ferriesTokens,
  serveFerries,
} from "../../test/support/servers/ferries/server.ts";
import { testServer } from "../../test/support/test-server.ts";

async function findVerdicts(
  cases: string | readonly string[],
  mistake?: FerriesMistake,
  hasClock = true,
): Promise<object> {
  const clock = await serveClock();
  const served = await serveFerries({ ...(mistake && { mistake }), ...(hasClock && { now: clock.now }) });
  onTestFinished(async () => {
    clock.close();
    await served.close();
  });
  const hooks = hasClock ? { hooks: { clock: clock.url } } : {};
  const target = {
    name: "ferries",
    tokens: ferriesTokens,
    bindings: {},
    refusalCode: "/_meta/code",
    ...hooks,
  };
  const { results } = await testServer(served.url, {
    cases: ferriesCases,
    target,
    selection: { cases: [cases].flat() },
  });
  return Object.fromEntries(
    results.map(({ subject: { id }, verdict }) => [
      id.replace(/^limits\/(tonnes_of_a_crossing\/book_load|tolls_of_a_day\/pay_toll)\//, ""),
      verdict.status === "unverified" ? verdict.cause : verdict.status,
    ]),
  );
}

const ofLoads = [
  "one-more",
  "too-large",
  "other/crossing",
  "state/booked",
  "state/aboard",
  "state/cancelled",
  "state/cancelled/rebook",
  "last-at-once",
];
const ofTolls = ["one-more", "too-large", "other/card", "next-period", "last-at-once"];
const all = (checks: readonly string[], status: string) =>
  Object.fromEntries(checks.map((check) => [check, status]));

test("the tonnes of a crossing are added up", async () => {
  expect(await findVerdicts("limits/tonnes_of_a_crossing/**")).toEqual(all(ofLoads, "held"));
});

test("the euros of a day are added up, also where they are paid in cents", async () => {
  expect(await findVerdicts("limits/tolls_of_a_day/**")).toEqual(all(ofTolls, "held"));
});

test("without a clock that can be moved, the end of a day is not verified", async () => {
  const verdicts = { ...all(ofTolls, "held"), "next-period": "no-control" };
  expect(await findVerdicts("limits/tolls_of_a_day/**", undefined, false)).toEqual(verdicts);
});

test.each<[mistake: FerriesMistake, failing: readonly string[]]>([
  [
    "half-a-tonne-more",
    ["one-more", "too-large", "state/booked", "state/aboard", "state/cancelled/rebook", "last-at-once"],
  ],
  ["half-a-tonne-less", ofLoads.filter((name) => name !== "last-at-once")],
  [
    "each-load-alone",
    ["one-more", "too-large", "state/booked", "state/aboard", "state/cancelled/rebook", "last-at-once"],
  ],
  ["all-crossings", ofLoads],
  ["keeps-cancelled", ["state/cancelled"]],
  ["forgets-aboard", ["state/aboard"]],
  ["refused-counts", ["too-large"]],
  ["rebooks-any", ["state/cancelled/rebook"]],
  ["looks-before", ["last-at-once"]],
])("the mistake %s with tonnes fails %j", async (mistake, failing) => {
  const verdicts = Object.entries(await findVerdicts("limits/tonnes_of_a_crossing/**", mistake));
  expect(verdicts.flatMap(([name, status]) => (status === "failed" ? [name] : []))).toEqual(failing);
});

test.each<[mistake: FerriesMistake, failing: readonly string[]]>([
  ["days-never-end", ["next-period"]],
  ["all-cards", ofTolls],
  ["counts-tolls", ["one-more", "too-large", "last-at-once"]],
])("the mistake %s with tolls fails %j", async (mistake, failing) => {
  const verdicts = Object.entries(await findVerdicts("limits/tolls_of_a_day/**", mistake));
  expect(verdicts.flatMap(([name, status]) => (status === "failed" ? [name] : []))).toEqual(failing);
});

test("a right server has no finding", async () => {
  const kinds = ["limits", "effects", "states", "results", "modes", "access", "concurrency", "arguments"];
  const verdicts = Object.entries(await findVerdicts(kinds.map((kind) => `${kind}/**`)));
  expect(verdicts.filter(([, verdict]) => verdict === "failed")).toEqual([]);
});
