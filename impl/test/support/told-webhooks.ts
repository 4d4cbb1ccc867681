/** Webhooks of a service that may end at any moment: each event comes, and one that comes twice has the same id. */
import { expect } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { addWebhook } from "../../forms/webhooks/webhooks.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { OWNER, type prepareWork } from "./acknowledged-work.ts";
import type { ReceivedEvent } from "./webhook-receiver.ts";

/** An event that waits for the lease of a killed process does not delay the others. */
const WEBHOOKS = 3;

/** Adds several webhooks with one receiver, for each verified response of the form. */
export async function addWebhooks(
  storage: Storage,
  { form: formId }: Awaited<ReturnType<typeof prepareWork>>,
  url: string,
): Promise<void> {
  const { id: accountId } = await ensureAccount(storage.db, OWNER, "business", new Date());
  for (let n = 0; n < WEBHOOKS; n += 1) {
    const wish = { url: `${url}/${n}`, events: ["response.verified"] as const, withAddresses: false };
    await addWebhook({ storage, clock: () => new Date() }, { accountId, formId }, wish);
  }
}

/** Each webhook got each verified response under one id, and nothing else; each delivery is recorded. */
export async function expectTold({ db }: Pick<Storage, "db">, received: readonly ReceivedEvent[]) {
  const verified = await db.selectFrom("responses").select("id").where("status", "=", "verified").execute();
  const idsOf = Map.groupBy(received, ({ body }) => String(body.data.response_id));
  for (const { id } of verified)
    expect([id, new Set(idsOf.get(id)?.map((event) => event.id)).size]).toEqual([id, WEBHOOKS]);
  expect(idsOf.size).toBe(verified.length);
  const deliveries = await db.selectFrom("webhook_deliveries").select(["id", "state"]).execute();
  const events = new Set(received.map(({ id }) => id));
  for (const { id, state } of deliveries)
    expect([id, state, events.has(id)]).toEqual([id, "delivered", true]);
  return { events: events.size, repeatedEvents: received.length - events.size };
}
