/** `/forms/ID/connections/WEBHOOK`: one webhook with its log and its actions. */
import {
  enableWebhook,
  findWebhook,
  listDeliveries,
  type Place,
  removeWebhook,
  resendDelivery,
  testWebhook,
} from "../../../../forms/webhooks/webhooks.ts";
import type { FormValues } from "../../../form-body.ts";
import { secondsToWait } from "../../../limits.ts";
import { seeOther } from "../../../reply.ts";
import { replyTooManyPosts } from "../../refusals.ts";
import { webhookPage } from "../../views/forms/connections/webhook.ts";
import { doneAddress, doneText } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit } from "../refusals.ts";
import { type ConnectionsRequest, readPlace } from "./place.ts";

export const showWebhook = refuseOnOverview(async (request: ConnectionsRequest, formId) => {
  const { t, csrf, site, reply } = request;
  const { form, webhook } = await findWebhook(site.storage.db, readPlace(request, formId));
  const deliveries = await listDeliveries(site.storage.db, webhook.id);
  const main = webhookPage({ t, csrf, form, webhook, deliveries });
  return reply({ title: new URL(webhook.url).host, main, notice: doneText(request) });
});

export const postAction = refuseOnOverview(
  async (request: ConnectionsRequest, formId, values: FormValues) => {
    const { c, site, account } = request;
    // Limits how often an account can make the service call other servers.
    const seconds = await secondsToWait([[site.limits.webhookPosts, account.id]]);
    if (seconds !== undefined) return replyTooManyPosts(c, seconds);
    const place = readPlace(request, formId);
    const path = await act(request, place, values);
    audit(request, `webhook_${values.get("action")}`, formId, { webhook: place.webhookId });
    site.wakeWorker();
    return seeOther(c, path);
  },
);

/** Runs an action. @returns the address to redirect to */
async function act({ site, t }: ConnectionsRequest, place: Place, values: FormValues): Promise<string> {
  const path = makePath(place);
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

function makePath({ formId, webhookId }: Place): string {
  return `/forms/${formId}/connections/${webhookId}`;
}
