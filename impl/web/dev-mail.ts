/** Shows the outbox in the browser, on the operator's own machine: all mails, with their links. */
import { getCookie, setCookie } from "hono/cookie";
import { isLocalRequest } from "../platform/config/loopback.ts";
import { type Html, html } from "../platform/html.ts";
import type { Outbox, OutgoingMail } from "../platform/mail/outbox.ts";
import { createSignature, isSignature } from "../platform/signing/signature.ts";
import { cookieFor } from "./cookie.ts";
import { reply, securityHeaders, seeOther, type WebContext } from "./reply.ts";
import { replyNotFound } from "./respondent/public-form/message-replies.ts";
import type { Site } from "./site.ts";

const PATH = "/dev/mail";
/** The names of the secret in the printed address of the outbox, and of the cookie that keeps it. */
const KEY = "key";
const COOKIE = "outbox";
const PURPOSE = "outbox";

type OutboxSite = Pick<Site, "shownOutbox" | "ownerKeys" | "publicUrl">;

/** Returns the path that opens the outbox, with its secret, for the start message only. Undefined: no outbox is shown. */
export function outboxPath({ shownOutbox, ownerKeys }: OutboxSite): string | undefined {
  return shownOutbox && `${PATH}?${KEY}=${createSignature(ownerKeys, PURPOSE, "")}`;
}

/** Returns the outbox to browsers that have opened its printed address. The check of the machine alone fails behind a proxy. */
export function findOpenedOutbox(
  c: WebContext,
  site: OutboxSite,
  key = getCookie(c, COOKIE),
): Outbox | undefined {
  const isOpen = key !== undefined && isSignature(site.ownerKeys, PURPOSE, "", key);
  return isOpen && isLocalRequest(c.env.incoming) ? site.shownOutbox : undefined;
}

/** Answers a GET of /dev/mail: all mails, newest first. The printed address redirects to the address without the secret. */
export async function listMails(c: WebContext, site: OutboxSite): Promise<Response> {
  const key = c.req.query(KEY);
  const outbox = findOpenedOutbox(c, site, key);
  if (outbox !== undefined && key !== undefined) {
    setCookie(c, COOKIE, key, cookieFor(site, "/"));
    return seeOther(c, PATH);
  }
  if (outbox === undefined) return replyNotFound(c);
  const mails = await outbox.list();
  const list = mails.map(
    ({ id, to, subject }) =>
      html`<li><a href="${PATH}/${id}">${subject}</a><span>${to}, ${readSentTime(id)}</span></li>`,
  );
  const main = html`
    <div class="words"><h1>Outbox</h1><p>MAIL_URL is not set, so mails stay on this machine.</p></div>
    ${mails.length === 0 ? html`<p class="hint">No mail yet.</p>` : html`<ul class="mails">${list}</ul>`}
  `;
  return replyPage(c, "Outbox", main);
}

/** Answers a GET of one mail: as text, and as mail programs show it. */
export async function showMail(c: WebContext, site: OutboxSite, id: string): Promise<Response> {
  const mail = await findOpenedOutbox(c, site)?.find(id);
  if (mail === undefined) return replyNotFound(c);
  const main = html`
    <div class="words">
      <p class="eyebrow"><a href="${PATH}">Outbox</a></p>
      <h1>${mail.subject}</h1>
      <p>${mail.to}, ${readSentTime(id)}</p>
    </div>
    <iframe
      class="mail"
      title="HTML"
      src="${PATH}/${id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <h2>Text</h2>
    <pre class="mail-text">${withLinks(mail)}</pre>
  `;
  const response = replyPage(c, mail.subject, main);
  response.headers.set(
    "Content-Security-Policy",
    `${response.headers.get("Content-Security-Policy")}; frame-src 'self'`,
  );
  return response;
}

function replyPage(c: WebContext, title: string, main: Html): Response {
  return reply(c, { language: "en", title, styles: ["owner"], embedded: false, main });
}

/** Answers a GET of the HTML of a mail, which contains its styles. */
export async function showMailHtml(c: WebContext, site: OutboxSite, id: string): Promise<Response> {
  const mail = await findOpenedOutbox(c, site)?.find(id);
  if (mail === undefined) return replyNotFound(c);
  return c.body(mail.html.replace("<head>", '<head><base target="_blank">'), 200, {
    ...securityHeaders(true),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    "Cache-Control": "no-store",
  });
}

function withLinks({ text }: OutgoingMail) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part));
}

/** Returns the time of a mail, which its name begins with. */
function readSentTime(id: string): string {
  return id.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2}).*$/, "$1 $2:$3 UTC");
}
