/** `/forms/ID/connections/WEBHOOK/DELIVERY`: one delivery. */
import { setTimeout as wait } from "node:timers/promises";
import { type Delivery, findDelivery, findWebhook } from "../../../../forms/webhooks/webhooks.ts";
import { webhookRequest } from "../../../../responses/webhooks/body.ts";
import { deliveryPage } from "../../views/forms/connections/delivery.ts";
import { doneText } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { type ConnectionsRequest, readPlace } from "./place.ts";

/** The maximum wait of the page of a test: a little longer than the receiver's time limit. */
const TEST_MS = 12_000;

const LOOK_MS = 200;

/** Shows a delivery. Waits for the answer of one in progress, so the page of a test needs no script. */
export const showDelivery = refuseOnOverview(async (request: ConnectionsRequest, formId) => {
  const { t, csrf, site, c, reply } = request;
  const { db } = site.storage;
  const { form, webhook } = await findWebhook(db, readPlace(request, formId));
  const delivery = await sentDelivery(request, webhook.id, c.req.param("delivery") ?? "");
  const sentAt = new Date(delivery.sent_at ?? delivery.created_at);
  const sent = await webhookRequest(db, webhook, delivery, site.publicUrl(), sentAt);
  const main = deliveryPage({ t, csrf, form, webhook, delivery, request: sent });
  return reply({ title: new URL(webhook.url).host, main, notice: doneText(request) });
});

async function sentDelivery({ site, c }: ConnectionsRequest, hook: string, id: string): Promise<Delivery> {
  const until = performance.now() + TEST_MS;
  for (;;) {
    const delivery = await findDelivery(site.storage.db, hook, id);
    const isBeingSent = delivery.state === "waiting" && delivery.attempts === 0;
    if (!isBeingSent || performance.now() > until || c.env.outgoing.closed) return delivery;
    await wait(LOOK_MS);
  }
}
