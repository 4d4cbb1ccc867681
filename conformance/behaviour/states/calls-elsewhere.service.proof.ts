/** States that the server changes in calls about other entities: alerts about a product are sent when items of it come. */
import { expect, onTestFinished, test } from "vitest";
import {
  type AlertMistake,
  alertsCases,
  alertsTokens,
  serveAlerts,
} from "../../test/support/servers/alerts-server.ts";
import { testServer } from "../../test/support/test-server.ts";

async function findVerdicts(mistake?: AlertMistake, cases = ["states/alert/**"]) {
  const served = await serveAlerts(mistake);
  onTestFinished(() => served.close());
  const target = { name: "alerts", tokens: alertsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, { cases: alertsCases, target, selection: { cases } });
  return Object.fromEntries(results.map(({ subject, verdict }) => [subject.id, verdict]));
}

async function listHeld(mistake?: AlertMistake): Promise<string[]> {
  const verdicts = Object.entries(await findVerdicts(mistake));
  return verdicts.flatMap(([id, { status }]) => (status === "held" ? [id] : [])).sort();
}

const all = [
  "states/alert/confirmed/confirm",
  "states/alert/initial",
  "states/alert/path",
  "states/alert/sent/confirm",
  "states/alert/sent/confirm/at-once",
  "states/alert/waiting/confirm",
  "states/alert/waiting/send",
  "states/alert/waiting/send/changes/product",
];

test("the suite finds a call that changes the state, and tries the states after it", async () => {
  expect(await listHeld()).toEqual(all);
});

test("where calls of one tool do not change the state, those of the next one are tried", async () => {
  expect(await listHeld("sends-on-delivery-only")).toEqual(all);
});

test("a state that ends without a call is a finding", async () => {
  const verdicts = await findVerdicts("sends-by-itself", ["states/alert/waiting/send"]);
  expect(verdicts["states/alert/waiting/send"]).toMatchObject({ status: "failed" });
});

test("a call in which the server moves an alert, and leaves the count of its product, is a finding", async () => {
  const id = "states/alert/waiting/send/changes/product";
  const verdicts = await findVerdicts("keeps-count", [id]);
  expect(verdicts[id]).toMatchObject({
    expected: "send gives /alerts of the product the value 0",
    got: "get_product shows 1 there",
  });
});

test("where no call is found, the states after it are not verified, and the reason says what was tried", async () => {
  const verdicts = await findVerdicts("never-sends");
  const unverified = Object.keys(verdicts).filter((id) => verdicts[id]!.status === "unverified");
  expect(unverified.sort()).toEqual(all.filter((id) => /sent|confirmed|send/.test(id)));
  expect(await listHeld("never-sends")).toEqual(all.filter((id) => !unverified.includes(id)));
  expect(JSON.stringify(verdicts["states/alert/waiting/send"])).toContain(
    "led from waiting to sent: take_back left it waiting; restock left it waiting",
  );
});
