/** Sends pages and redirections, with their security headers. */
import type { HttpBindings } from "@hono/node-server";
import type { Log, SharedBudget } from "@toolwright/runtime";
import type { Context } from "hono";
import type { TakeTurn } from "../platform/turns.ts";
import type { Assets } from "./assets.ts";
import { FIELDS, layout, type PageView } from "./components/layout.ts";
import { pageBody } from "./page-body.ts";

/** The parts of the site that are needed to draw and send any page. */
export interface PageFrame {
  readonly assets: Assets;
  readonly takeTurn: TakeTurn;
  readonly log: Log;
}

/** The context of a request, with the parts that every page needs. */
export interface WebEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    readonly frame: PageFrame;
    readonly formBudget: SharedBudget;
    /** The key by which limits count: the client's network. */
    readonly network: string;
  };
}

export type WebContext = Context<WebEnv>;

export interface ReplyOptions {
  readonly status?: 200 | 303 | 403 | 404 | 410 | 413 | 422 | 429 | 500 | 503 | 507;
  /** Whether other sites may show the page in a frame. */
  readonly framable?: boolean;
  /** The source that an answer to a form of the page may redirect to, such as `https://app.example`. */
  readonly leadsTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a page. */
export function reply(
  c: WebContext,
  page: PageView,
  { status = 200, framable = false, leadsTo, headers = {} }: ReplyOptions = {},
): Response {
  const { assets, takeTurn, log } = c.var.frame;
  const html = layout(page, assets);
  const [before = html, after = ""] = page.fields ? html.split(`${FIELDS}`) : [];
  return c.body(pageBody([before, page.fields ?? [], after], { takeTurn, log }), status, {
    "Content-Type": "text/html; charset=utf-8",
    // Browsers may cache a page for the Back button; shared caches may not.
    "Cache-Control": "private, no-cache",
    ...securityHeaders(framable, leadsTo, page.frames),
    ...headers,
  });
}

/** Returns a page as one text, for a frame of another page. */
export function drawDocument(page: PageView, assets: Assets): string {
  const fields = [...(page.fields ?? [])].join("");
  return layout(page, assets).replace(`${FIELDS}`, () => fields);
}

/** Redirects to a page of this site. */
export function seeOther(c: WebContext, path: string, cookies: readonly string[] = []): Response {
  const response = c.body(null, 303, {
    Location: path,
    "Cache-Control": "no-store",
    ...securityHeaders(false),
  });
  return addCookies(response, cookies);
}

/** Adds `Set-Cookie` headers to a response. */
export function addCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/**
 * Returns the security headers: pages can only run and load our own files, and send forms only to this service.
 * @param frames the origins of pages in frames
 */
export function securityHeaders(
  framable: boolean,
  leadsTo?: string,
  frames: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `form-action 'self'${leadsTo === undefined ? "" : ` ${leadsTo}`}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "base-uri 'none'",
    `frame-ancestors ${framable ? "*" : "'none'"}`,
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    // With `no-referrer`, browsers would send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(!framable && { "X-Frame-Options": "DENY" }),
  };
}
