/** Answers every request for a mailed link with the same page after the same time, whether the address has an account or not. */
import { type Html, html } from "../../platform/html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { findOpenedOutbox } from "../dev-mail.ts";
import { secondsToWait } from "../limits.ts";
import type { WebContext } from "../reply.ts";
import { replyTooMany } from "../respondent/public-form/message-replies.ts";
import { askerKey } from "./known-browser.ts";
import { type EntrySite, replyEntry } from "./reply-entry.ts";

/**
 * Counts the mail, even for an unknown address, and sends the page that says that the mail is on its way.
 * @param send looks the address up and sends the mail, after the answer
 */
export async function replySent(
  c: WebContext,
  site: EntrySite,
  t: OwnerTranslation,
  email: string,
  send: () => Promise<void>,
): Promise<Response> {
  const wait = await waitForMail(c, site, email);
  if (wait !== undefined) return replyTooMany(c, wait);
  site.background.run("mail a link", send);
  const more = html`<p class="hint">${t.say("sent_hint")}</p>${site.shownOutbox && outboxHint(c, site, t)}`;
  return replyEntry(c, { t, title: t.say("sent_title"), text: t.say("sent_text", { email }), more });
}

/** Tells the operator where to read mails that are not sent. The page shows no secret: the operator knows it from the start message. */
function outboxHint(c: WebContext, site: EntrySite, t: OwnerTranslation): Html {
  const isOpen = findOpenedOutbox(c, site) !== undefined;
  const where = isOpen ? html`<a href="/dev/mail">${t.say("sent_outbox")}</a>` : t.say("sent_printed");
  return html`<p class="hint">${t.say("sent_dev")} ${where}</p>`;
}

/** Counts a mail. @returns the seconds to wait; undefined: the mail may be sent now */
export function waitForMail(c: WebContext, site: EntrySite, email: string) {
  const { limits } = site;
  const { key, isKnown } = askerKey(c, site, email);
  return secondsToWait([
    [limits.linksOfNetwork, c.var.network],
    [limits.linksOfAsker, key],
    ...(isKnown ? [] : [[limits.links, email] as const]),
  ]);
}
