/** The answer to every wish for a mailed link: the same page after the same time, whether the address has an account or not. */
import { type Html, html } from "../../platform/html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { openedOutbox } from "../dev-mail.ts";
import { secondsToWait } from "../limits.ts";
import type { WebContext } from "../reply.ts";
import { replyTooMany } from "../respondent/public-form/message-replies.ts";
import { askerKey } from "./known-browser.ts";
import { type EntrySite, replyEntry } from "./reply-entry.ts";

/**
 * Counts the mail, known address or not, and says that it is on its way.
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

/** Where mails are not sent. The page names no secret: who may see the mails has read it at the start. */
function outboxHint(c: WebContext, site: EntrySite, t: OwnerTranslation): Html {
  const isOpen = openedOutbox(c, site) !== undefined;
  const where = isOpen ? html`<a href="/dev/mail">${t.say("sent_outbox")}</a>` : t.say("sent_printed");
  return html`<p class="hint">${t.say("sent_dev")} ${where}</p>`;
}

/** Counts a mail. @returns how many seconds to wait; undefined: none */
export function waitForMail(c: WebContext, site: EntrySite, email: string) {
  const { limits } = site;
  const { key, isKnown } = askerKey(c, site, email);
  return secondsToWait([
    [limits.linksOfNetwork, c.var.network],
    [limits.linksOfAsker, key],
    ...(isKnown ? [] : [[limits.links, email] as const]),
  ]);
}
