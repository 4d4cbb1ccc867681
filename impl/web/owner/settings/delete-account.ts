/** `/settings/account/delete`: lists the data to delete, and deletes the account after its password or a mailed confirmation. */
import type { Account } from "../../../accounts/accounts.ts";
import { hasPassword } from "../../../accounts/sign-in/sessions.ts";
import { html } from "../../../platform/html.ts";
import {
  countBelongings,
  deleteAccount,
  listRespondents,
} from "../../../responses/retention/delete-account.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import type { FormValues } from "../../form-body.ts";
import { addCookies, type WebContext } from "../../reply.ts";
import { audit } from "../audit.ts";
import { mailLink } from "../mail-link.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { type EntrySite, replyEntry } from "../reply-entry.ts";
import { belongingsList } from "../views/belongings.ts";
import { settingsFrame } from "../views/settings.ts";
import { ACCOUNT_PATH, currentPassword, replyAccount } from "./account.ts";
import { type CredentialsRequest, mailWait, wrongPassword } from "./credentials.ts";

const PATH = `${ACCOUNT_PATH}/delete`;

export async function replyDeletion(
  { t, site, account, csrf, reply }: OwnerRequest,
  wrong?: { readonly message: string; readonly status: 422 | 429 },
): Promise<Response> {
  const title = t.say("delete_title");
  const byPassword = await hasPassword(site.storage.db, account.id);
  const confirmation = byPassword
    ? html`
      ${currentPassword(t, "password", wrong?.message)}
      <div class="actions"><button class="main destroy">${t.say("delete_button")}</button></div>
    `
    : actions(button({ text: t.say("delete_by_link"), look: "main", name: "go", value: "link" }));
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t.say("delete_text")}</p>
    <section class="part panel">
      ${belongingsList(t, await countBelongings(site.storage.db, account.id))}
      ${postForm({ action: PATH, csrf, className: "stack", content: confirmation })}
    </section>
  `;
  return reply(
    { title, main: settingsFrame(t, ACCOUNT_PATH, main) },
    wrong === undefined ? {} : { status: wrong.status },
  );
}

export async function postDeletion(request: CredentialsRequest, values: FormValues): Promise<Response> {
  const { c, t, site, account } = request;
  if (values.get("go") === "link") {
    const wait = await mailWait(request, account.email);
    if (wait !== undefined) return replyAccount(request, { notice: wait }, 429);
    const link = { purpose: "delete_account", email: account.email, accountId: account.id } as const;
    site.background.run("mail a link", () => mailLink(site, t, link));
    return replyAccount(request, { notice: t.say("account_link_sent", { email: account.email }) });
  }
  const wrong = await wrongPassword(request, values.get("password"));
  if (wrong) return replyDeletion(request, wrong);
  audit(request, "account_deleted");
  return deleteAndReply(c, site, account);
}

/** Deletes the account, and the mails to it and its respondents in the outbox. */
export async function deleteAndReply(c: WebContext, site: EntrySite, account: Account): Promise<Response> {
  const t = ownerTranslationFor(c, account);
  const respondents = await listRespondents(site.storage.db, account.id);
  await deleteAccount(site, account.id, site.clock());
  await site.shownOutbox?.erase([account.email, ...respondents]);
  const page = replyEntry(c, { t, title: t.say("deleted_title"), text: t.say("deleted_text") });
  return addCookies(page, await site.sessions.end(c.req.raw.headers));
}
