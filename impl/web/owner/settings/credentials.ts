/** Changes the password, address and language. The first two require the current password. */
import { findAccount } from "../../../accounts/accounts.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { PASSWORD_LENGTH, passwordProblem } from "../../../accounts/sign-in/password-rules.ts";
import { isOwnerLanguage } from "../../../texts/owner/owner-texts.ts";
import { timeZone } from "../../../texts/time-zone.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { minutes } from "../../respondent/public-form/message-replies.ts";
import { audit } from "../audit.ts";
import { startSession } from "../known-browser.ts";
import { mailLink, mailNotice } from "../mail-link.ts";
import { waitForMail } from "../mailed-reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import type { EntrySite } from "../reply-entry.ts";
import { readEndTokens } from "../views/end-tokens.ts";
import { ACCOUNT_PATH, replyAccount } from "./account.ts";

/** A request of pages that ask for the password and mail links. */
export type CredentialsRequest = OwnerRequest<keyof EntrySite>;

/** Returns the problem with the entered current password; undefined if it is correct. */
export async function wrongPassword(
  { t, site, account }: CredentialsRequest,
  password: string | undefined,
): Promise<{ readonly message: string; readonly status: 422 | 429 } | undefined> {
  const verdict = await site.limits.signIns(`account ${account.id}`);
  if (!verdict.allowed)
    return { message: t.say("too_many_text", { count: minutes(verdict.retryAfterSeconds) }), status: 429 };
  const holder = await site.sessions.passwordHolder(account.email, password ?? "");
  return holder === undefined ? { message: t.say("account_password_wrong"), status: 422 } : undefined;
}

export async function postPassword(request: CredentialsRequest, values: FormValues): Promise<Response> {
  const { t, site, account, c } = request;
  const password = values.get("new_password") ?? "";
  const problem = await passwordProblem(password, account.email);
  if (problem !== undefined) {
    const count = problem === "short" ? PASSWORD_LENGTH.min : PASSWORD_LENGTH.max;
    return replyAccount(request, { wrong: { new_password: t.say(`password_${problem}`, { count }) } }, 422);
  }
  const wrong = await wrongPassword(request, values.get("password"));
  if (wrong) return replyAccount(request, { wrong: { password: wrong.message } }, wrong.status);
  const tokens = readEndTokens(values);
  await site.sessions.setPassword(account.id, password, tokens);
  audit(request, "password_changed", { tokens });
  site.background.run("mail a notice", () => mailNotice(site, t, account.email, "password_changed"));
  return seeOther(c, `${ACCOUNT_PATH}?saved`, await startSession(c, site, account));
}

/** Mails a link to choose a password. It works for accounts without a password, too. */
export async function postPasswordLink(request: CredentialsRequest): Promise<Response> {
  const { t, site, account } = request;
  const wait = await mailWait(request, account.email);
  if (wait !== undefined) return replyAccount(request, { notice: wait }, 429);
  const link = { purpose: "reset_password", email: account.email, accountId: account.id } as const;
  site.background.run("mail a link", () => mailLink(site, t, link));
  return replyAccount(request, { notice: t.say("account_link_sent", { email: account.email }) });
}

export async function mailWait(
  { c, t, site }: CredentialsRequest,
  email: string,
): Promise<string | undefined> {
  const wait = await waitForMail(c, site, email);
  return wait === undefined ? undefined : t.say("too_many_text", { count: minutes(wait) });
}

/** Mails a link to a new address. The answer is the same if the address has an account; only the mail tells. */
export async function postEmail(request: CredentialsRequest, values: FormValues): Promise<Response> {
  const { t, site, account } = request;
  const newEmail = values.get("new_email") ?? "";
  const email = normaliseEmail(newEmail);
  if (email === undefined)
    return replyAccount(request, { newEmail, wrong: { new_email: t.say("email_wrong") } }, 422);
  const wrong = await wrongPassword(request, values.get("email_password"));
  if (wrong)
    return replyAccount(request, { newEmail, wrong: { email_password: wrong.message } }, wrong.status);
  const wait = await mailWait(request, email);
  if (wait !== undefined) return replyAccount(request, { newEmail, wrong: { new_email: wait } }, 429);
  site.background.run("mail a link", async () => {
    const holder = await findAccount(site.storage.db, email);
    if (holder === undefined)
      return mailLink(site, t, { purpose: "change_email", email, accountId: account.id });
    if (holder.locked_at === null)
      await mailLink(site, t, { purpose: "sign_in", email, accountId: holder.id }, "known");
  });
  return replyAccount(request, { notice: t.say("account_email_sent", { email }) });
}

/** Saves the time zone; one that does not exist is UTC. */
export async function postTimeZone(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const zone = timeZone(values.get("time_zone") ?? "") ?? null;
  await site.storage.db
    .updateTable("accounts")
    .set({ time_zone: zone })
    .where("id", "=", account.id)
    .execute();
  return seeOther(c, `${ACCOUNT_PATH}?saved`);
}

export async function postLanguage(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const chosen = values.get("language") ?? "";
  const language = isOwnerLanguage(chosen) ? chosen : null;
  await site.storage.db.updateTable("accounts").set({ language }).where("id", "=", account.id).execute();
  return seeOther(c, `${ACCOUNT_PATH}?saved`);
}
