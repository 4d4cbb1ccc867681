/** The answer to every wish for a mailed link: the same page after the same time, whether the address has an account or not. */

import { isLocalRequest } from "../../config/loopback.ts";
import { html } from "../../markup/html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { replyTooMany } from "../public-form/message-replies.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { replyEntry } from "./reply-entry.ts";

/**
 * Counts the mail, known address or not, and says that it is on its way.
 * @param send looks the address up and sends the mail, after the answer
 */
export async function replySent(
  c: WebContext,
  site: Site,
  t: OwnerTranslation,
  email: string,
  send: () => Promise<void>,
): Promise<Response> {
  const wait = await waitForMail(c, site, email);
  if (wait !== undefined) return replyTooMany(c, site, wait);
  site.background.run("mail a link", send);
  const outbox =
    site.shownOutbox !== undefined &&
    isLocalRequest(c.env.incoming) &&
    html`<p class="hint">${t.say("sent_dev")} <a href="/dev/mail">${t.say("sent_outbox")}</a></p>`;
  const more = html`<p class="hint">${t.say("sent_hint")}</p>${outbox}`;
  return replyEntry(c, site, { t, title: t.say("sent_title"), text: t.say("sent_text", { email }), more });
}

export async function waitForMail(
  c: WebContext,
  { limits, networkOf }: Site,
  email: string,
): Promise<number | undefined> {
  const ofNetwork = await limits.linksOfNetwork(networkOf(c.env.incoming));
  if (!ofNetwork.allowed) return ofNetwork.retryAfterSeconds;
  const verdict = await limits.links(email);
  return verdict.allowed ? undefined : verdict.retryAfterSeconds;
}
