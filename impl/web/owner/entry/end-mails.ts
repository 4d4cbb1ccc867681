/** `/mails/TOKEN`: ends the mails about new responses to a form, without signing in. */

import { accountById } from "../../../accounts/accounts.ts";
import { html } from "../../../platform/html.ts";
import {
  mailChoice,
  type Subscription,
  unsubscribe,
} from "../../../responses/notifications/subscriptions.ts";
import { reply, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { entryPage } from "../../views/owner/entry-page.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { replyNoSuchPage } from "../refusals.ts";

type MailsSite = Pick<Site, "storage" | "log" | "subscriptions">;

/** A button, because programs that look for dangerous links open them. */
export async function showEndMails(c: WebContext, site: MailsSite, token: string): Promise<Response> {
  const subscription = site.subscriptions.verify(token);
  if (subscription === undefined) return replyNoSuchPage(c);
  if ((await mailChoice(site.storage.db, subscription)) === undefined) return replyEnded(c, subscription);
  const account = await accountById(site.storage.db, subscription.account);
  const t = ownerTranslationFor(c, account);
  const page = entryPage({
    t,
    title: t.say("mails_end_title"),
    text: t.say("mails_end_text", { email: account.email }),
    more: html`<form method="post" action="/mails/${token}"><div class="actions"><button class="main">${t.say("mails_end_button")}</button></div></form>`,
  });
  return reply(c, page);
}

/** The address is all that is needed: a mail program posts to it without a page (RFC 8058), and it does nothing else. */
export async function postEndMails(c: WebContext, site: MailsSite, token: string): Promise<Response> {
  const subscription = site.subscriptions.verify(token);
  if (subscription === undefined) return replyNoSuchPage(c);
  const { form, account } = subscription;
  await unsubscribe(site.storage, subscription);
  site.log.info({ event: "response_mails_ended", kind: "audit", form, account });
  return replyEnded(c, subscription);
}

function replyEnded(c: WebContext, { form }: Subscription): Response {
  const t = ownerTranslationFor(c);
  const page = entryPage({
    t,
    title: t.say("mails_ended_title"),
    text: t.say("mails_ended_text"),
    more: html`<div class="actions"><a class="quiet" href="/forms/${form}/settings#mails">${t.say("home_to_forms")}</a></div>`,
  });
  return reply(c, page);
}
