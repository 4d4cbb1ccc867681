/** `/sign-in`: signs in by password, or by a mailed link. */
import { findAccount, keepTimeZone } from "../../../accounts/accounts.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { html } from "../../../platform/html.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { hiddenInputs } from "../../components/controls/hidden-inputs.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField, zoneInput } from "../../components/entry.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import { secondsToWait } from "../../limits.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import { minutes } from "../../respondent/public-form/message-replies.ts";
import { contactText } from "../contact.ts";
import { askerKey, startSession } from "../known-browser.ts";
import { mailLink } from "../mail-link.ts";
import { replySent } from "../mailed-reply.ts";
import { FIRST_PAGE, keepNextPage, nextPage } from "../next-page.ts";
import { isFromOwnPage } from "../own-origin.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { replyForeignPost } from "../refusals.ts";
import { type EntrySite, replyEntry } from "../reply-entry.ts";
import { linkList } from "../views/entry-page.ts";
import { passkeyForm, passkeyScripts } from "../views/passkeys.ts";

interface Attempt {
  readonly email?: string;
  readonly next?: string | undefined;
  /** Whether the user is signed in, but for too long. */
  readonly isAgain?: boolean;
  readonly emailMessage?: string;
  readonly passwordMessage?: string;
  readonly passkeyMessage?: string;
  readonly status?: 200 | 403 | 422 | 429;
}

export async function showSignIn(c: WebContext, site: EntrySite): Promise<Response> {
  const next = c.req.query("next");
  const signedIn = await site.sessions.current(c.req.raw.headers);
  if (signedIn && (signedIn.isRecent || c.req.query("again") === undefined))
    return seeOther(c, nextPage(next));
  return replySignIn(c, site, { next, isAgain: signedIn !== undefined });
}

export function replySignIn(c: WebContext, site: EntrySite, attempt: Attempt): Response {
  const t = ownerTranslationFor(c);
  const { email, next, isAgain, emailMessage, passwordMessage, passkeyMessage, status } = attempt;
  const path = nextPage(next);
  const goOn = path === FIRST_PAGE ? html`` : html`${hiddenInputs({ next: path })}`;
  const by = { does: "get", content: goOn, button: "sign_in_by_passkey", message: passkeyMessage } as const;
  const ofPasskeys = passkeyScripts(site.publicUrl());
  const scripts = [...ofPasskeys, "time-zone"] as const;
  const more = html`
    ${postForm({
      action: "/sign-in",
      className: "entry stack",
      content: [
        goOn,
        zoneInput,
        entryField({
          t,
          name: "email",
          label: t.say("email_label"),
          type: "email",
          autocomplete: "username",
          value: email ?? "",
          message: emailMessage,
        }),
        entryField({
          t,
          name: "password",
          label: t.say("password_label"),
          type: "password",
          autocomplete: "current-password",
          message: passwordMessage,
        }),
        actions(
          button({ text: t.say("sign_in_button"), look: "main" }),
          button({
            text: t.say("sign_in_by_link"),
            look: "quiet",
            name: "go",
            value: "link",
            skipsChecks: true,
          }),
        ),
      ],
    })}
    ${ofPasskeys.length > 0 && passkeyForm(t, "/sign-in/passkey", by)}
    ${linkList([
      { address: "/forgot-password", text: t.say("sign_in_forgot") },
      { question: t.say("sign_in_no_account"), address: "/sign-up", text: t.say("home_sign_up") },
    ])}
  `;
  const text = isAgain ? { text: t.say("sign_in_again_text") } : {};
  return replyEntry(c, { t, title: t.say("sign_in_title"), ...text, more, scripts }, status);
}

export async function postSignIn(c: WebContext, site: EntrySite): Promise<Response> {
  if (!isFromOwnPage(c)) return replyForeignPost(c);
  const values = await readForm(c, acceptOnly("email", "password", "next", "go", "time_zone"));
  const t = ownerTranslationFor(c);
  const typed = values.get("email") ?? "";
  const next = values.get("next");
  const email = normaliseEmail(typed);
  if (email === undefined)
    return replySignIn(c, site, { email: typed, next, emailMessage: t.say("email_wrong"), status: 422 });
  if (values.get("go") === "link") {
    keepNextPage(c, site, next);
    return sendSignInLink(c, site, email);
  }
  const { limits } = site;
  const { network } = c.var;
  const { key, isKnown } = askerKey(c, site, email);
  const wait = await secondsToWait([
    [limits.signInsOfNetwork, network],
    [limits.signIns, key],
    ...(isKnown ? [] : [[limits.signInsOfAddress, email] as const]),
  ]);
  if (wait !== undefined) {
    const passwordMessage = t.say("too_many_text", { count: minutes(wait) });
    return replySignIn(c, site, { email, next, passwordMessage, status: 429 });
  }
  const account = await site.sessions.passwordHolder(email, values.get("password") ?? "");
  if (account === undefined)
    return replySignIn(c, site, { email, next, passwordMessage: t.say("sign_in_wrong"), status: 403 });
  if (account.locked_at !== null) {
    const passwordMessage = t.say("sign_in_locked", { contact: contactText(site, t) });
    return replySignIn(c, site, { email, next, passwordMessage, status: 403 });
  }
  await keepTimeZone(site.storage.db, account, values.get("time_zone") ?? "");
  site.log.info({ event: "signed_in", kind: "audit", account: account.id, by: "password" });
  return seeOther(c, nextPage(next), await startSession(c, site, account));
}

async function sendSignInLink(c: WebContext, site: EntrySite, email: string): Promise<Response> {
  const t = ownerTranslationFor(c);
  return replySent(c, site, t, email, async () => {
    const account = await findAccount(site.storage.db, email);
    if (account === undefined || account.locked_at !== null) return;
    await mailLink(site, t, { purpose: "sign_in", email, accountId: account.id });
  });
}
