/** `/forms/ID/connections`: the webhooks of a form, their logs and tests. */
import { setTimeout as wait } from "node:timers/promises";
import type { Refusal } from "@toolwright/runtime";
import { WEBHOOK_EVENTS } from "../../../forms/webhooks/events.ts";
import {
  addWebhook,
  type Delivery,
  enableWebhook,
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  MAX_URL_LENGTH,
  type NewWebhook,
  type Place,
  removeWebhook,
  resendDelivery,
  testWebhook,
} from "../../../forms/webhooks/webhooks.ts";
import { webhookRequest } from "../../../responses/webhooks/body.ts";
import { type AcceptInput, acceptOnly, type FormValues } from "../../form-body.ts";
import { secondsToWait } from "../../limits.ts";
import { seeOther } from "../../reply.ts";
import { freshly, signInAgain } from "../fresh-sign-in.ts";
import { mailNotice } from "../mail-link.ts";
import type { OwnerPages, OwnerRequest } from "../owner-pages.ts";
import { replyTooManyPosts } from "../refusals.ts";
import type { EntrySite } from "../reply-entry.ts";
import { connectionsPage, deliveryPage, madePage, webhookPage } from "../views/forms/connections.ts";
import { doneAddress, doneText } from "./done.ts";
import { orOverview } from "./overview.ts";
import { PageRefusal, refusalText } from "./refusal-text.ts";
import { audit, FORM, onForm, orRefused } from "./refused.ts";

type ConnectionsRequest = OwnerRequest<keyof EntrySite | "webhookNetworks" | "formUrls" | "wakeWorker">;

const EMPTY: NewWebhook = { url: "", events: ["response.verified"], withAddresses: false };

/** The page of a test is answered when the receiver has, or a little after its time is over. */
const TEST_MS = 12_000;
const LOOK_MS = 200;

const newInputs: AcceptInput = (name, value) =>
  name === "event"
    ? { values: WEBHOOK_EVENTS.length, length: 40 }
    : acceptOnly("url", "addresses")(name, value);

export function connectionRoutes(owner: OwnerPages): void {
  const list = `/forms/${FORM}/connections`;
  const one = `${list}/:webhook{whk_[0-9A-Za-z]{22}}`;
  owner.get(list, onForm(showConnections));
  owner.post(list, newInputs, onForm(freshly(postWebhook, "/connections")));
  owner.get(one, onForm(showWebhook));
  owner.post(one, acceptOnly("action", "delivery"), onForm(postAction));
  owner.get(`${one}/:delivery{msg_[0-9A-Za-z]{22}}`, onForm(showDelivery));
}

function placeOf({ account, c }: ConnectionsRequest, formId: string): Place {
  return { accountId: account.id, formId, webhookId: c.req.param("webhook") ?? "" };
}

const showConnections = orOverview((request: ConnectionsRequest, formId) =>
  replyConnections(request, formId),
);

async function replyConnections(
  request: ConnectionsRequest,
  formId: string,
  entry = EMPTY,
  refusal?: Refusal,
): Promise<Response> {
  const { t, csrf, site } = request;
  const { form, webhooks } = await listWebhooks(site.storage.db, placeOf(request, formId));
  const refused = refusal && refusalText(t, refusal);
  const again = signInAgain(request, `/forms/${formId}/connections`);
  const main = connectionsPage({ t, csrf, form, webhooks, again, entry, refused });
  const view = { title: t.say("hooks_form", { title: form.title }), main, notice: doneText(request) };
  return request.reply(view, refused && { status: refused.status });
}

const postWebhook = orOverview((request: ConnectionsRequest, formId, values: FormValues) => {
  const entry = {
    url: (values.get("url") ?? "").trim(),
    events: WEBHOOK_EVENTS.filter((event) => values.all("event").includes(event)),
    withAddresses: values.get("addresses") === "yes",
  };
  const add = async () => {
    const { site, t, c, reply } = request;
    const place = placeOf(request, formId);
    const added = await addWebhook(site, place, { ...entry, url: readUrl(request, entry) });
    // Such as by a form that was sent twice; the secret is not shown again.
    if (added === undefined) return seeOther(c, doneAddress(`/forms/${formId}/connections`, "unchanged"));
    audit(request, "webhook_added", formId, { webhook: added.id });
    const { form } = await listWebhooks(site.storage.db, place);
    const { host } = new URL(added.url);
    site.background.run("mail a notice", () => mailNotice(site, t, form.owner_email, "webhook_added", host));
    return reply({ title: t.say("hook_made_title"), main: madePage({ t, form }, added), scripts: ["copy"] });
  };
  return orRefused(add, (refusal) => replyConnections(request, formId, entry, refusal));
});

/** @throws PageRefusal */
function readUrl({ t, site }: ConnectionsRequest, { url: text, events }: NewWebhook): string {
  const url = URL.parse(text);
  const isKnown =
    url?.protocol === "https:" || (url?.protocol === "http:" && site.webhookNetworks.length > 0);
  const isPlain = url?.username === "" && url.password === "" && url.href.length <= MAX_URL_LENGTH;
  if (!isKnown || !isPlain) throw new PageRefusal(t.say("hook_url_wrong"));
  if (events.length === 0) throw new PageRefusal(t.say("hook_events_missing"));
  url.hash = "";
  return url.href;
}

const showWebhook = orOverview(async (request: ConnectionsRequest, formId) => {
  const { t, csrf, site, reply } = request;
  const { form, webhook } = await findWebhook(site.storage.db, placeOf(request, formId));
  const deliveries = await listDeliveries(site.storage.db, webhook.id);
  const main = webhookPage({ t, csrf, form, webhook, deliveries });
  return reply({ title: new URL(webhook.url).host, main, notice: doneText(request) });
});

/** A delivery that is being sent is shown when its answer has come: the page of a test shows it without a script. */
const showDelivery = orOverview(async (request: ConnectionsRequest, formId) => {
  const { t, csrf, site, c, reply } = request;
  const { db } = site.storage;
  const { form, webhook } = await findWebhook(db, placeOf(request, formId));
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

const postAction = orOverview(async (request: ConnectionsRequest, formId, values: FormValues) => {
  const { c, site, account } = request;
  // Limits how often an account can have the service call other servers.
  const seconds = await secondsToWait([[site.limits.webhookPosts, account.id]]);
  if (seconds !== undefined) return replyTooManyPosts(c, seconds);
  const place = placeOf(request, formId);
  const path = await act(request, place, values);
  audit(request, `webhook_${values.get("action")}`, formId, { webhook: place.webhookId });
  site.wakeWorker();
  return seeOther(c, path);
});

/** @returns where the browser goes on */
async function act({ site, t }: ConnectionsRequest, place: Place, values: FormValues): Promise<string> {
  const path = pathOf(place);
  const delivery = values.get("delivery") ?? "";
  switch (values.get("action")) {
    case "test":
      return `${path}/${await testWebhook(site, place)}`;
    case "resend":
      await resendDelivery(site, place, delivery);
      return doneAddress(`${path}/${delivery}`, "hook_resent");
    case "enable":
      await enableWebhook(site, place);
      return doneAddress(path, "hook_enabled");
    case "remove":
      await removeWebhook(site.storage, place);
      return doneAddress(`/forms/${place.formId}/connections`, "hook_removed");
    default:
      throw new PageRefusal(t.say("refused_detail_other"));
  }
}

function pathOf({ formId, webhookId }: Place): string {
  return `/forms/${formId}/connections/${webhookId}`;
}
