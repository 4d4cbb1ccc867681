/** `/forms/ID/connections`: the webhooks of a form, and new ones. */
import type { Refusal } from "@toolwright/runtime";
import { WEBHOOK_EVENTS } from "../../../../forms/webhooks/events.ts";
import { WEBHOOK_FORMATS } from "../../../../forms/webhooks/format.ts";
import {
  addWebhook,
  listWebhooks,
  MAX_URL_LENGTH,
  type NewWebhook,
} from "../../../../forms/webhooks/webhooks.ts";
import { readLiveAddress } from "../../../../responses/live/live-addresses.ts";
import type { FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import { mailNotice } from "../../mail-link.ts";
import { connectionsPage } from "../../views/forms/connections/connections.ts";
import { madePage } from "../../views/forms/connections/new-webhook.ts";
import { doneAddress, doneText } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { PageRefusal, refusalText } from "../refusal-text.ts";
import { audit, handleRefusal } from "../refusals.ts";
import { type ConnectionsRequest, readPlace } from "./place.ts";

const EMPTY: NewWebhook = { url: "", events: ["response.verified"], withAddresses: false };

export const showConnections = refuseOnOverview((request: ConnectionsRequest, formId) =>
  replyConnections(request, formId),
);

async function replyConnections(
  request: ConnectionsRequest,
  formId: string,
  entry = EMPTY,
  refusal?: Refusal,
): Promise<Response> {
  const { t, csrf, site } = request;
  const { form, webhooks } = await listWebhooks(site.storage.db, readPlace(request, formId));
  const refused = refusal && refusalText(t, refusal);
  const again = signInAgain(request, `/forms/${formId}/connections`);
  const live = await readLiveAddress(site.storage.db, form.id);
  const main = connectionsPage({ t, csrf, form, webhooks, live, again, entry, refused });
  const view = { title: t.say("hooks_form", { title: form.title }), main, notice: doneText(request) };
  return request.reply(view, refused && { status: refused.status });
}

export const postWebhook = refuseOnOverview((request: ConnectionsRequest, formId, values: FormValues) => {
  const entry = {
    url: (values.get("url") ?? "").trim(),
    events: WEBHOOK_EVENTS.filter((event) => values.all("event").includes(event)),
    withAddresses: values.get("addresses") === "yes",
    language: request.t.language,
    format: WEBHOOK_FORMATS.find((one) => one === values.get("format")),
  };
  const add = async () => {
    const { site, t, c, reply } = request;
    const place = readPlace(request, formId);
    const added = await addWebhook(site, place, { ...entry, url: readUrl(request, entry) });
    // The webhook exists already, such as after a repeated post. Its secret is not shown again.
    if (added === undefined) return seeOther(c, doneAddress(`/forms/${formId}/connections`, "unchanged"));
    audit(request, "webhook_added", formId, { webhook: added.id });
    const { form } = await listWebhooks(site.storage.db, place);
    const { host } = new URL(added.url);
    site.background.run("mail a notice", () => mailNotice(site, t, form.owner_email, "webhook_added", host));
    // A chat checks no signature, so there is no secret to copy.
    if (added.format !== "json")
      return seeOther(c, doneAddress(`/forms/${formId}/connections/${added.id}`, "hook_added"));
    return reply({ title: t.say("hook_made_title"), main: madePage({ t, form }, added), scripts: ["copy"] });
  };
  return handleRefusal(add, (refusal) => replyConnections(request, formId, entry, refusal));
});

/** Reads the address of a new webhook. @throws PageRefusal */
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
