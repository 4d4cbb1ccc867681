/** The addresses of the webhooks of a form, their logs and tests. */
import { WEBHOOK_EVENTS } from "../../../../forms/webhooks/events.ts";
import { type AcceptInput, acceptOnly } from "../../../form-body.ts";
import { requireFreshSignIn } from "../../fresh-sign-in.ts";
import type { OwnerPages } from "../../owner-pages.ts";
import { FORM, onForm } from "../refusals.ts";
import { postWebhook, showConnections } from "./connections.ts";
import { showDelivery } from "./delivery.ts";
import { postLive } from "./post-live.ts";
import { postAction, showWebhook } from "./webhook.ts";

const newInputs: AcceptInput = (name, value) =>
  name === "event"
    ? { values: WEBHOOK_EVENTS.length, length: 40 }
    : acceptOnly("url", "format", "addresses")(name, value);

export function connectionRoutes(owner: OwnerPages): void {
  const list = `/forms/${FORM}/connections`;
  const one = `${list}/:webhook{whk_[0-9A-Za-z]{22}}`;
  owner.get(list, onForm(showConnections));
  owner.post(list, newInputs, onForm(requireFreshSignIn(postWebhook, "/connections")));
  owner.post(`${list}/live`, acceptOnly("action", "addresses"), onForm(postLive));
  owner.get(one, onForm(showWebhook));
  owner.post(one, acceptOnly("action", "delivery"), onForm(postAction));
  owner.get(`${one}/:delivery{msg_[0-9A-Za-z]{22}}`, onForm(showDelivery));
}
