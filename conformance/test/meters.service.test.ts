/** A server whose callers choose ids, and whose lists do not refuse foreign ones: the suite accepts that, and finds mistakes beside it. */
import { expect, onTestFinished, test } from "vitest";
import {
  type MetersMistake,
  metersCases,
  metersTokens,
  serveMeters,
} from "./support/servers/meters/server.ts";
import { testServer } from "./support/test-server.ts";

const target = {
  name: "meters",
  tokens: metersTokens.map((each) => ({ ...each, scopes: "all" as const })),
  bindings: {},
  refusalCode: "/_meta/code",
};

async function testMeters(mistake: MetersMistake | undefined, cases: readonly string[]) {
  const served = await serveMeters(mistake);
  onTestFinished(served.close);
  const { results } = await testServer(served.url, { cases: metersCases, target, selection: { cases } });
  return Object.fromEntries(results.map(({ subject, verdict }) => [subject.id, verdict.status]));
}

test.each<[what: string, cases: readonly string[]]>([
  ["a second thing gets an id of its own", ["modes/register_meter/**", "effects/register_meter/**"]],
  [
    "the id that a caller chooses, and a filter, may be foreign",
    ["access/register_meter/**", "access/list_contracts/**"],
  ],
  ["a call that names two things may look for either first", ["access/make_bill/**"]],
  ["a call that names two readings is made with two", ["input/make_bill/required-only"]],
  ["each counted call names the present revision", ["limits/corrections/**"]],
  ["a text that lists show is no id of another thing", ["replay/sign_contract/**"]],
])("%s", async (_, cases) => {
  const statuses = await testMeters(undefined, cases);
  expect(Object.keys(statuses).length).toBeGreaterThan(0);
  expect(Object.entries(statuses).filter(([, status]) => status !== "held")).toEqual([]);
});

test.each<[mistake: MetersMistake, id: string]>([
  ["filter-shows-foreign-contracts", "access/list_contracts/serial/list/contracts/serial"],
  ["bills-foreign-readings", "access/make_bill/from_reading_id/other-account"],
  ["takes-readings-of-the-future", "failures/submit_reading/future"],
  ["corrects-without-end", "limits/corrections/correct_reading/one-more"],
  ["second-meter-replaces-first", "effects/register_meter/meter/id-taken"],
])("the mistake %s fails %s", async (mistake, id) => {
  expect(await testMeters(mistake, [id])).toEqual({ [id]: "failed" });
});
