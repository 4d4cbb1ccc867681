/** Registers pages that need a signed-in account: session, protection of posts, and the frame around the page. */
import { type Awaitable, Refusal } from "@toolwright/runtime";
import type { Hono } from "hono";
import type { Account } from "../../accounts/accounts.ts";
import type { SignedIn } from "../../accounts/sign-in/sessions.ts";
import { createSignature, isSignature } from "../../platform/signing/signature.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { CSRF_INPUT } from "../components/controls/post-form.ts";
import { type AcceptInput, type FormValues, readForm } from "../form-body.ts";
import { addCookies, type ReplyOptions, reply, seeOther, type WebContext, type WebEnv } from "../reply.ts";
import type { Site } from "../site.ts";
import { FIRST_PAGE, signInAddress } from "./next-page.ts";
import { isFromOwnPage } from "./own-origin.ts";
import { ownerTranslationFor } from "./owner-language.ts";
import { replyForeignPost, replyNoSuchPage, replyTooManyPosts } from "./refusals.ts";
import { CSRF_HEADER, type OwnerView, ownerPage } from "./views/frame.ts";

/** A request of a signed-in account, with the further parts of the site that its page uses. */
export interface OwnerRequest<Part extends keyof Site = never> {
  readonly c: WebContext;
  readonly site: Pick<Site, "storage" | "clock" | "log" | Part>;
  readonly account: Account;
  readonly sessionId: string;
  /** Whether the user signed in within the last 15 minutes, which sharing and similar actions require. */
  readonly isRecent: boolean;
  /** Whether the user signed in within the last day, which downloads require. */
  readonly isOfToday: boolean;
  readonly t: OwnerTranslation;
  /** The token for every form: `postForm({ csrf: request.csrf, ... })`. */
  readonly csrf: string;
  /** Sends a page in the owner's frame. */
  reply(view: OwnerView, options?: ReplyOptions): Response;
}

export interface OwnerPages {
  /** @param otherwise answers visitors who are not signed in; undefined, or no answer: they get the sign-in page */
  get(
    path: string,
    handler: (request: OwnerRequest<keyof Site>) => Awaitable<Response>,
    otherwise?: (c: WebContext, site: Site) => Promise<Response> | undefined,
  ): void;
  /**
   * @param accept selects the inputs to read; others are ignored
   * @param fieldBytes the maximum size of an input; undefined: 64 KiB
   */
  post(
    path: string,
    accept: AcceptInput,
    handler: (request: OwnerRequest<keyof Site>, values: FormValues) => Awaitable<Response>,
    fieldBytes?: number,
  ): void;
  /** Registers an upload by a script. The token is in a header, so the sender is checked before the file is read. */
  upload(path: string, handler: (request: OwnerRequest<keyof Site>) => Awaitable<Response>): void;
}

/** Registers pages that need a sign-in. */
export function ownerPages(app: Hono<WebEnv>, site: Site): OwnerPages {
  return {
    get(path, handler, otherwise) {
      app.get(path, async (c) => {
        const signedIn = await site.sessions.current(c.req.raw.headers);
        const url = new URL(c.req.url);
        if (signedIn === undefined)
          return otherwise?.(c, site) ?? seeOther(c, signInAddress(url.pathname + url.search));
        return addCookies(await answer(handler, ownerRequest(c, site, signedIn)), signedIn.cookies);
      });
    },
    post(path, accept, handler, fieldBytes) {
      app.post(path, async (c) => {
        if (!isFromOwnPage(c)) return replyForeignPost(c);
        const signedIn = await site.sessions.current(c.req.raw.headers);
        if (signedIn === undefined) return seeOther(c, signInAddress(refererPath(c)));
        const verdict = await site.limits.ownerPosts(signedIn.account.id);
        if (!verdict.allowed) return replyTooManyPosts(c, verdict.retryAfterSeconds);
        const acceptToo: AcceptInput = (name, value) =>
          name === CSRF_INPUT ? { values: 1, length: 100 } : accept(name, value);
        const values = await readForm(c, acceptToo, undefined, fieldBytes);
        const sent = values.get(CSRF_INPUT) ?? c.req.header(CSRF_HEADER) ?? "";
        if (!isSignature(site.ownerKeys, "csrf", signedIn.sessionId, sent)) return replyForeignPost(c);
        const request = ownerRequest(c, site, signedIn);
        const reply = await site.pacedPosts(
          signedIn.account.id,
          () => answer((one) => handler(one, values), request),
          (leave) => c.env.outgoing.once("close", leave),
        );
        return addCookies(reply, signedIn.cookies);
      });
    },
    upload(path, handler) {
      app.post(path, async (c) => {
        const signedIn = isFromOwnPage(c) && (await site.sessions.current(c.req.raw.headers));
        const sent = c.req.header(CSRF_HEADER) ?? "";
        if (!signedIn || !isSignature(site.ownerKeys, "csrf", signedIn.sessionId, sent))
          return replyForeignPost(c);
        const verdict = await site.limits.ownerPosts(signedIn.account.id);
        if (!verdict.allowed) return replyTooManyPosts(c, verdict.retryAfterSeconds);
        return addCookies(await answer(handler, ownerRequest(c, site, signedIn)), signedIn.cookies);
      });
    },
  };
}

/** Runs a handler. The page is the same for objects that do not exist and those that the account may not see. */
async function answer<Request extends OwnerRequest>(
  handler: (request: Request) => Awaitable<Response>,
  request: Request,
): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return replyNoSuchPage(request.c);
    throw error;
  }
}

function ownerRequest(
  c: WebContext,
  site: Site,
  { account, sessionId, isRecent, isOfToday }: Omit<SignedIn, "cookies">,
): OwnerRequest<keyof Site> {
  const t = ownerTranslationFor(c, account);
  const csrf = createSignature(site.ownerKeys, "csrf", sessionId);
  const frame = { t, email: account.email, csrf, path: c.req.path };
  return {
    c,
    site,
    account,
    sessionId,
    isRecent,
    isOfToday,
    t,
    csrf,
    reply: (view, options = {}) =>
      reply(c, ownerPage(view, { ...frame, isRefused: (options.status ?? 200) >= 400 }), {
        ...options,
        // Pages of an account are not shown again after it signed out.
        headers: { "Cache-Control": "private, no-store", ...options.headers },
      }),
  };
}

/** Returns the page to go back to after a new sign-in: the page with the form, if the browser sent its address. */
function refererPath(c: WebContext): string {
  const referer = URL.parse(c.req.header("referer") ?? "");
  const isOurs = referer !== null && referer.host === c.req.header("host");
  return isOurs ? referer.pathname + referer.search : FIRST_PAGE;
}
