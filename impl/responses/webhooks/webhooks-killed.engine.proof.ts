/** Tests that a server killed twice during a delivery sends it again with the same id, and keeps its records. */
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { WEBHOOK_EVENTS } from "../../forms/webhooks/events.ts";
import { addWebhook, listDeliveries } from "../../forms/webhooks/webhooks.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { startServerProcess } from "../../test/support/program.ts";
import { respondents } from "../../test/support/respondents.ts";
import { webhookReceiver } from "../../test/support/webhook-receiver.ts";

test("kill -9 while a receiver delays its answer: the same event is sent again, and delivered ones are not", async () => {
  const people = await respondents();
  const { storage, time, folder, publish, verified } = people;
  time.now = new Date();
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const receiver = await webhookReceiver();
  const form = await publish();
  const webhook = await addWebhook(
    { storage, clock: () => time.now },
    { accountId: owner.id, formId: form.id },
    { url: receiver.url, events: WEBHOOK_EVENTS, withAddresses: false },
  );
  const ids = [
    await verified(form, { name: "A" }, "a@example.net"),
    await verified(form, { name: "B" }, "b@example.net"),
  ];
  const environment = {
    ...(await engineEnvironment(folder)),
    WEBHOOK_NETWORKS: "127.0.0.1",
    TEST_CONTROL: "1",
  };
  const told = (id: string) => receiver.received.filter(({ body }) => body.data.response_id === id);
  receiver.says((response, { body }) => {
    // The second one is never answered while servers are killed.
    if (body.data.response_id === ids[0]) response.writeHead(200).end();
  });
  for (let kills = 1; kills <= 2; kills += 1) {
    const server = await startServerProcess(environment);
    // The lease of the one that was killed ends in half a minute.
    if (kills > 1) await pass(server.endpoint, 60);
    await expect.poll(() => told(ids[1]!).length, { timeout: 30_000 }).toBe(kills);
    server.process.kill("SIGKILL");
    await server.ended;
  }
  receiver.answers(200);
  const server = await startServerProcess(environment);
  // The clock of the one before was a minute ahead, too.
  await pass(server.endpoint, 120);
  await expect
    .poll(async () => (await listDeliveries(storage.db, webhook!.id)).map(({ state }) => state), {
      timeout: 30_000,
    })
    .toEqual(["delivered", "delivered"]);
  expect([told(ids[0]!).length, told(ids[1]!).length]).toEqual([1, 3]);
  expect(new Set(told(ids[1]!).map(({ id }) => id)).size).toBe(1);
  expect(server.stderr()).not.toContain(webhook!.secret);
}, 120_000);

async function pass(endpoint: string, seconds: number): Promise<void> {
  const moved = await fetch(new URL("/control", endpoint), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ hook: "clock", seconds }),
  });
  expect(moved.ok).toBe(true);
}
