/** Adds and removes passkeys, and signs in with them. A post without an answer is a script's request for a challenge. */
import { listPasskeys, PASSKEY_LIMITS, removePasskeys } from "../../accounts/sign-in/passkeys.ts";
import { type AcceptInput, acceptOnly, type FormValues, readForm } from "../form-body.ts";
import { secondsToWait } from "../limits.ts";
import { addCookies, securityHeaders, seeOther, type WebContext } from "../reply.ts";
import { minutes } from "../respondent/public-form/message-replies.ts";
import { audit } from "./audit.ts";
import { replySignIn } from "./entry/sign-in.ts";
import { signInAgain } from "./fresh-sign-in.ts";
import { markBrowser } from "./known-browser.ts";
import { mailNotice } from "./mail-link.ts";
import { nextPage } from "./next-page.ts";
import { isFromOwnPage } from "./own-origin.ts";
import { ownerTranslationFor } from "./owner-language.ts";
import type { OwnerRequest } from "./owner-pages.ts";
import { replyForeignPost } from "./refusals.ts";
import type { EntrySite } from "./reply-entry.ts";
import { ACCOUNT_PATH, replyAccount } from "./settings/account.ts";
import { browserName } from "./settings/browser-name.ts";
import type { CredentialsRequest } from "./settings/credentials.ts";

/** Accepts the answer in JSON: a long key with a long attestation fits. */
export const acceptPasskey: AcceptInput = (name, value) =>
  name === "answer" ? { values: 1, length: 20_000 } : acceptOnly("name", "passkey", "next")(name, value);

function replyChallenge(c: WebContext, asked: { options: object; cookies: readonly string[] }): Response {
  const headers = { ...securityHeaders(false), "Cache-Control": "no-store" };
  return addCookies(c.json(asked.options, 200, headers), asked.cookies);
}

export async function postSignIn(c: WebContext, site: EntrySite): Promise<Response> {
  if (!isFromOwnPage(c)) return replyForeignPost(c);
  const values = await readForm(c, acceptPasskey);
  const { headers } = c.req.raw;
  const t = ownerTranslationFor(c);
  const next = values.get("next");
  const answer = values.get("answer") ?? "";
  const { steps, signInsOfNetwork } = site.limits;
  const wait = await secondsToWait([[answer === "" ? steps : signInsOfNetwork, c.var.network]]);
  if (wait !== undefined) {
    const passkeyMessage = t.say("too_many_text", { count: minutes(wait) });
    return replySignIn(c, site, { next, passkeyMessage, status: 429 });
  }
  const passkeys = await site.passkeys();
  if (answer === "") return replyChallenge(c, await passkeys.signIn(headers));
  const signedIn = await site.sessions.current(headers);
  const started = await passkeys.startSession(headers, answer, signedIn?.account.id);
  if (started === undefined) {
    const isAgain = signedIn !== undefined;
    return replySignIn(c, site, { next, isAgain, passkeyMessage: t.say("passkey_refused"), status: 403 });
  }
  if (signedIn) await site.sessions.end(headers);
  const { account, cookies } = started;
  site.log.info({ event: "signed_in", kind: "audit", account: account.id, by: "passkey" });
  markBrowser(c, site, account.email);
  return seeOther(c, nextPage(next), cookies);
}

export async function postPasskey(request: CredentialsRequest, values: FormValues): Promise<Response> {
  const { c, t, site, account } = request;
  const again = signInAgain(request, ACCOUNT_PATH);
  if (again !== undefined) return seeOther(c, again);
  const own = await listPasskeys(site.storage.db, account.id);
  if (own.length >= PASSKEY_LIMITS.count)
    return replyAccount(request, { notice: t.say("passkey_limit", { max: PASSKEY_LIMITS.count }) }, 422);
  const answer = values.get("answer") ?? "";
  const { headers } = c.req.raw;
  const passkeys = await site.passkeys();
  if (answer === "") return replyChallenge(c, await passkeys.registration(headers));
  const typed = (values.get("name") ?? "").replace(/\s+/g, " ").trim();
  const name = typed.slice(0, PASSKEY_LIMITS.name) || browserName(t, c.req.header("user-agent") ?? "");
  if (!(await passkeys.register(headers, answer, name)))
    return replyAccount(request, { notice: t.say("passkey_failed") }, 422);
  audit(request, "passkey_added");
  site.background.run("mail a notice", () => mailNotice(site, t, account.email, "passkey_added", name));
  return seeOther(c, `${ACCOUNT_PATH}?saved`);
}

export async function postRemove(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  await removePasskeys(site.storage.db, account.id, values.get("passkey") ?? "");
  audit(request, "passkey_removed");
  return seeOther(c, ACCOUNT_PATH);
}
