/** `/mails/TOKEN`: unsubscribes from mails about new responses to a form, without signing in. */

import { accountById } from "../../../accounts/accounts.ts";
import { html } from "../../../platform/html.ts";
import { confirmCopy, endCopy, findCopy } from "../../../responses/notifications/copies.ts";
import {
  mailChoice,
  type Subscription,
  unsubscribe,
} from "../../../responses/notifications/subscriptions.ts";
import { actions, button, linkButton } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import { reply, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { replyNoSuchPage } from "../refusals.ts";
import { entryPage } from "../views/entry-page.ts";

type MailsSite = Pick<Site, "storage" | "clock" | "log" | "subscriptions">;

/** Shows a button, because mail scanners open links. */
export async function showEndMails(c: WebContext, site: MailsSite, token: string): Promise<Response> {
  const subscription = site.subscriptions.verify(token);
  if (subscription === undefined) return replyNoSuchPage(c);
  const { db } = site.storage;
  const copy = await findCopy(db, subscription, site.clock());
  const isOver = copy === undefined && (subscription.copy ?? !(await mailChoice(db, subscription)));
  if (isOver) return replyDone(c, subscription, "mails_ended");
  const account = await accountById(db, subscription.account);
  const t = ownerTranslationFor(c, account);
  const wish = copy?.confirmed_at === null ? "mails_confirm" : "mails_end";
  const page = entryPage({
    t,
    title: t.say(`${wish}_title`),
    text: t.say(`${wish}_text`, { email: copy?.email ?? account.email, owner: account.email }),
    more: postForm({
      action: `/mails/${token}`,
      content: actions(button({ text: t.say(`${wish}_button`), look: "main", name: "wish", value: wish })),
    }),
  });
  return reply(c, page);
}

/** Unsubscribes. The token in the address suffices, because mail programs post to it without a page (RFC 8058). */
export async function postEndMails(c: WebContext, site: MailsSite, token: string): Promise<Response> {
  const subscription = site.subscriptions.verify(token);
  if (subscription === undefined) return replyNoSuchPage(c);
  const { copy } = subscription;
  const wish = copy === undefined ? undefined : (await readForm(c, acceptOnly("wish"))).get("wish");
  const isConfirmed =
    wish === "mails_confirm" && (await confirmCopy(site.storage, subscription, site.clock()));
  if (!isConfirmed) await (copy === undefined ? unsubscribe : endCopy)(site.storage, subscription);
  const done = isConfirmed ? "mails_confirmed" : "mails_ended";
  site.log.info({ event: `response_${done}`, kind: "audit", ...subscription });
  return replyDone(c, subscription, done);
}

/** Sends the confirmation, with a link to the settings unless the address has no account. */
function replyDone(c: WebContext, { form, copy }: Subscription, done: "mails_ended" | "mails_confirmed") {
  const t = ownerTranslationFor(c);
  const more = html`
    ${
      copy === undefined &&
      actions(
        linkButton({
          text: t.say("home_to_forms"),
          look: "quiet",
          address: `/forms/${form}/settings#mails`,
        }),
      )
    }
  `;
  const text = t.say(copy === undefined ? "mails_ended_text" : `${done}_copy`);
  return reply(c, entryPage({ t, title: t.say(`${done}_title`), text, more }));
}
