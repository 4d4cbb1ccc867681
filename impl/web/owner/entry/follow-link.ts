/** Carries out the action of a mailed link after its use was recorded. */
import {
  type Account,
  accountById,
  changeEmail,
  confirmEmail,
  keepTimeZone,
} from "../../../accounts/accounts.ts";
import { endLinks, type MailedLink } from "../../../accounts/sign-in/mailed-links.ts";
import { makeSignedUpAccount } from "../../../accounts/sign-in/sign-up.ts";
import { acceptInvitations } from "../../../forms/sharing/invitations.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import { contactText } from "../contact.ts";
import { startSession } from "../known-browser.ts";
import { mailNotice } from "../mail-link.ts";
import { FIRST_PAGE, takeNextPage } from "../next-page.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { type EntrySite, replyEntry } from "../reply-entry.ts";
import { deleteAndReply } from "../settings/delete-account.ts";

/** Carries out the action. @returns undefined if it is no longer possible, such as when another account now has the address */
export async function followLink(
  c: WebContext,
  site: EntrySite,
  link: MailedLink,
  {
    password,
    tokens,
    zone,
  }: { readonly password: string; readonly tokens: "stay" | "end"; readonly zone: string },
): Promise<Response | undefined> {
  const { purpose, email } = link;
  const account =
    link.account_id === null
      ? await makeSignedUpAccount(site, email, password, acceptInvitations)
      : await accountById(site.storage.db, link.account_id);
  if (account === undefined) return undefined;
  const t = ownerTranslationFor(c, account);
  if (account.locked_at !== null) {
    const text = t.say("sign_in_locked", { contact: contactText(site, t) });
    return replyEntry(c, { t, title: t.say("sign_in_title"), text }, 403);
  }
  site.log.info({ event: "link_followed", kind: "audit", account: account.id, purpose });
  await confirmEmail(site.storage.db, account.id);
  if (purpose === "delete_account") return deleteAndReply(c, site, account);
  if (purpose === "change_email") return moveAccount(c, site, account, email);
  if (purpose === "reset_password") {
    await site.sessions.setPassword(account.id, password, tokens);
    site.background.run("mail a notice", () => mailNotice(site, t, account.email, "password_changed"));
  }
  await keepTimeZone(site.storage.db, account, zone);
  const page = purpose === "sign_in" ? takeNextPage(c) : FIRST_PAGE;
  return seeOther(c, page, await startSession(c, site, account));
}

/** Changes the address. A mail informs the old address, in case another person did it. */
async function moveAccount(
  c: WebContext,
  site: EntrySite,
  account: Account,
  email: string,
): Promise<Response | undefined> {
  const isChanged = await site.storage.db.transaction().execute(async (transaction) => {
    await endLinks(transaction, account.id);
    if (!(await changeEmail(transaction, account.id, email))) return false;
    await acceptInvitations(transaction, { id: account.id, email }, site.clock());
    return true;
  });
  if (!isChanged) return undefined;
  const t = ownerTranslationFor(c, account);
  site.background.run("mail a notice", () => mailNotice(site, t, account.email, "email_changed", email));
  return seeOther(c, "/settings/account?saved");
}
