/** The addresses of all pages. */
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { createGzip } from "node:zlib";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Routes, Unavailable } from "@toolwright/runtime";
import { Hono, type Next } from "hono";
import { NoRoom } from "../platform/files/reserve.ts";
import type { TextKey } from "../texts/languages.ts";
import { findTheme } from "./components/theme/style-sheet.ts";
import type { Connectors } from "./connectors.ts";
import { listMails, showMail, showMailHtml } from "./dev-mail.ts";
import { EMBED_SCRIPT } from "./embed-script.ts";
import { BodyMalformed, BodyTooLarge, TooManyBodies } from "./form-body.ts";
import { sendPicture } from "./lesson/picture.ts";
import { postLesson } from "./lesson/post-lesson.ts";
import { replyNoLesson, showLesson } from "./lesson/show-lesson.ts";
import { liveDataHandler } from "./live-data.ts";
import { LESSON } from "./owner/lessons/lesson.ts";
import { replyNoSuchPage } from "./owner/refusals.ts";
import { ownerRoutes } from "./owner/routes.ts";
import { type PageFrame, type ReplyOptions, securityHeaders, type WebContext, type WebEnv } from "./reply.ts";
import { postLink, showLink } from "./respondent/confirm/confirm-link.ts";
import { sendCalendar, showEnding } from "./respondent/confirm/ending.ts";
import { postSent, showSent } from "./respondent/confirm/enter-code.ts";
import { showCarry } from "./respondent/form/carry.ts";
import { replyForeignOrigin } from "./respondent/form/foreign-origin.ts";
import { postFile } from "./respondent/form/post-file.ts";
import { postForm } from "./respondent/form/post-form.ts";
import { postProgress } from "./respondent/form/post-progress.ts";
import { showForm } from "./respondent/form/show-form.ts";
import {
  replyGeneralMessage,
  replyNotFound,
  replyTooMany,
} from "./respondent/public-form/message-replies.ts";
import { resultsHandler } from "./respondent/results/show-results.ts";
import { showChoices } from "./respondent/waiting/choices.ts";
import { postWaiting, postWaitingLink, showWaitingLink } from "./respondent/waiting/waiting.ts";
import type { Site } from "./site.ts";
import { downloadFile, sendImage } from "./stored-files.ts";

const FORM = "/f/:form{frm_[0-9A-Za-z]{22}}";
const TICKET = "/:ticket{[\\w.-]{20,200}}";
/** Browsers and programs request this path without reading a page. */
const FAVICON = "/favicon.ico";
const LIVE = "/live/:file{twl_[0-9A-Za-z]{49}\\.csv}";
const MAIL = "/dev/mail/:mail{[\\w-]{20,60}}";

export interface WebRoutes {
  /** Answers the requests of browsers. */
  readonly answer: Routes;
  /** Answers forms with a foreign origin: explains why they are rejected and where the form works. */
  readonly rejectForeignOrigin: Routes;
}

/** Registers all pages. @param connectors undefined: apps cannot sign in */
export function webRoutes(site: Site, connectors?: Connectors): WebRoutes {
  const app = new Hono<WebEnv>();
  app.use((c, next) => addVariables(c, site, next));
  app.use((c, next) => waitForTurn(c, site, next));
  app.use(endUnsentBody);
  if (site.hasConnectors) app.use(keepOpener);
  app.use(redirectFromSlash);
  app.get(FAVICON, (c) => sendFavicon(c, site));
  app.use("/f/*", compress);
  formRoutes(app, site);
  app.use("/l/*", compress);
  app.get(`/l/${LESSON}`, (c) => showLesson(c, site, c.req.param("lesson")));
  app.post(`/l/${LESSON}`, (c) => postLesson(c, site, c.req.param("lesson")));
  app.all("/l/*", (c) => replyNoLesson(c));
  app.get(`/lessons/${LESSON}/images/:index{[0-9]}`, (c) =>
    sendPicture(c, site, c.req.param("lesson"), Number(c.req.param("index"))),
  );
  app.get("/files/:file{file_[0-9A-Za-z]{22}}", (c) => downloadFile(c, site, c.req.param("file")));
  const sendLiveData = liveDataHandler();
  app.get(LIVE, (c) => sendLiveData(c, site, c.req.param("file").slice(0, -".csv".length)));
  app.use(EMBED_SCRIPT, openToSites);
  app.get("/assets/*", (c) => sendAsset(c, site));
  app.get("/theme/*", sendTheme);
  app.get("/images/:image{img_[0-9A-Za-z]{22}}", (c) => sendImage(c, site, c.req.param("image")));
  app.get("/dev/mail", (c) => listMails(c, site));
  app.get(MAIL, (c) => showMail(c, site, c.req.param("mail")));
  app.get(`${MAIL}/html`, (c) => showMailHtml(c, site, c.req.param("mail")));
  const isOwnerPath = ownerRoutes(app, site, connectors);
  app.all("/lessons/*", (c) => replyNoLesson(c));
  app.notFound((c) => (isPublicPath(c.req.path) ? replyNotFound(c) : replyNoSuchPage(c)));
  app.onError((error, c) => replyError(error, c));
  const foreign = new Hono<WebEnv>();
  foreign.use((c, next) => addVariables(c, site, next));
  foreign.post("/f/*", (c) => replyForeignOrigin(c, site));
  foreign.post("/l/*", (c) => replyForeignOrigin(c, site));
  return {
    answer: listen(
      app,
      // A wrong link in a browser gets a page. A wrong address of a tool's request gets JSON.
      (path, { method, headers }) =>
        path === FAVICON ||
        isPublicPath(path) ||
        isOwnerPath(path) ||
        (method === "GET" && /\btext\/html\b/.test(headers.accept ?? "")),
    ),
    rejectForeignOrigin: listen(foreign, (path, { method }) => method === "POST" && /^\/[fl]\//.test(path)),
  };
}

/** Registers the pages of forms for respondents. */
function formRoutes(app: Hono<WebEnv>, site: Site): void {
  app.get(FORM, (c) => showForm(c, site, c.req.param("form")));
  app.post(FORM, (c) => postForm(c, site, c.req.param("form")));
  const showResults = resultsHandler();
  app.get(`${FORM}/results/:secret{[\\w-]{22}}`, (c) =>
    showResults(c, site, c.req.param("form"), c.req.param("secret")),
  );
  app.get(`${FORM}/continue`, (c) => showCarry(c, site, c.req.param("form")));
  app.post(`${FORM}/files`, (c) => postFile(c, site, c.req.param("form")));
  app.post(`${FORM}/progress`, (c) => postProgress(c, site, c.req.param("form")));
  app.get(`${FORM}/sent${TICKET}`, (c) => showSent(c, site, c.req.param("form"), c.req.param("ticket")));
  app.post(`${FORM}/sent${TICKET}`, (c) => postSent(c, site, c.req.param("form"), c.req.param("ticket")));
  app.get(`${FORM}/confirm${TICKET}`, (c) => showLink(c, site, c.req.param("form"), c.req.param("ticket")));
  app.post(`${FORM}/confirm${TICKET}`, (c) => postLink(c, site, c.req.param("form"), c.req.param("ticket")));
  app.get(`${FORM}/waiting`, (c) => showChoices(c, site, c.req.param("form")));
  app.post(`${FORM}/waiting`, (c) => postWaiting(c, site, c.req.param("form")));
  app.get(`${FORM}/waiting${TICKET}`, (c) =>
    showWaitingLink({ c, site, formId: c.req.param("form"), secret: c.req.param("ticket") }),
  );
  app.post(`${FORM}/waiting${TICKET}`, (c) =>
    postWaitingLink({ c, site, formId: c.req.param("form"), secret: c.req.param("ticket") }),
  );
  app.get(`${FORM}/done${TICKET}`, (c) => showEnding(c, site, c.req.param("form"), c.req.param("ticket")));
  app.get(`${FORM}/done${TICKET}/event.ics`, (c) =>
    sendCalendar(c, site, c.req.param("form"), c.req.param("ticket")),
  );
}

function isPublicPath(path: string): boolean {
  return /^\/(f|l|lessons|live|files|assets|theme|images|dev)\//.test(path);
}

/** Answers requests to these addresses. */
function listen(app: Hono<WebEnv>, isOurs: (path: string, request: IncomingMessage) => boolean): Routes {
  const answerPage = async (request: Request, env: HttpBindings) => {
    const page = await app.fetch(request, env);
    // The runtime has already answered if the body was incomplete or too slow.
    return env.outgoing.headersSent ? RESPONSE_ALREADY_SENT : page;
  };
  const listener = getRequestListener((request, env) => answerPage(request, env as HttpBindings), {
    overrideGlobalObjects: false,
  });
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (!isOurs(path, request)) return false;
    await listener(request, response);
    return true;
  };
}

type FrameSite = Pick<Site, keyof PageFrame | "formBudget" | "networkOf">;

async function addVariables(c: WebContext, site: FrameSite, next: Next): Promise<void> {
  c.set("frame", site);
  c.set("formBudget", site.formBudget);
  c.set("network", site.networkOf(c.env.incoming));
  await next();
}

/** Limits the reads of a network, and waits for a turn. Assets are small and prepared, so they do not wait. */
async function waitForTurn(
  c: WebContext,
  { limits, takeTurn }: Pick<Site, "limits" | "takeTurn">,
  next: Next,
): Promise<Response | undefined> {
  if (!/^\/(assets|theme)\//.test(c.req.path)) {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const verdict = isRead ? await limits.reads(c.var.network) : undefined;
    if (verdict?.allowed === false) return replyTooMany(c, verdict.retryAfterSeconds);
    await takeTurn();
  }
  await next();
  return undefined;
}

/**
 * Redirects `/forms/` to `/forms`, because some programs and users add the slash. A path with two consecutive slashes is not
 * redirected, because browsers read `//name` as another site.
 */
async function redirectFromSlash(c: WebContext, next: Next): Promise<Response | undefined> {
  const { pathname, search } = new URL(c.req.url);
  const [, path] = /^((?:\/[^/\\]+)+)\/$/.exec(pathname) ?? [];
  if (path !== undefined) return c.redirect(path + search, 308);
  await next();
  return undefined;
}

/**
 * Compresses pages with gzip. The default level takes up to 150 ns a byte for texts made to be slow, this level 20, and the first
 * page of a form has only 1 % more bytes.
 */
async function compress(c: WebContext, next: Next): Promise<void> {
  await next();
  const { body, headers } = c.res;
  if (body === null || c.req.method === "HEAD" || !headers.get("Content-Type")?.startsWith("text/html"))
    return;
  c.header("Vary", "Accept-Encoding");
  if (!acceptedEncodings(c.req.header("accept-encoding")).has("gzip")) return;
  const gzip = Duplex.toWeb(createGzip({ level: 4 })) as ReadableWritablePair;
  c.res = new Response(body.pipeThrough(gzip), c.res);
  c.res.headers.delete("Content-Length");
  c.res.headers.set("Content-Encoding", "gzip");
}

/** Cancels the body of a HEAD request, which Hono drops. Otherwise a body that reads a file would never close it. */
async function endUnsentBody(c: WebContext, next: Next): Promise<void> {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
}

/** Keeps the connection to the app that has opened a window for its sign-in and waits for it. The header would cut it. */
async function keepOpener(c: WebContext, next: Next): Promise<void> {
  await next();
  if (/^\/(sign-in$|oauth\/)/.test(c.req.path)) c.res.headers.delete("Cross-Origin-Opener-Policy");
}

async function sendAsset(c: WebContext, { assets }: Pick<Site, "assets">): Promise<Response> {
  const found = assets.find(c.req.path);
  if (found === undefined) return c.body(null, 404, securityHeaders(false));
  const { asset, isCurrent } = found;
  const accepted = acceptedEncodings(c.req.header("accept-encoding"));
  const encoding = (["br", "gzip"] as const).find((one) => accepted.has(one));
  const bytes = encoding === undefined ? asset.plain : await asset.compressed(encoding);
  return c.body(new Uint8Array(bytes), 200, {
    "Content-Type": asset.contentType,
    // During a deployment to several nodes, a page of one version may load files from a node with another version.
    "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...(encoding && { "Content-Encoding": encoding }),
  });
}

/** Lets pages of other sites load a script, which their browsers request again after an hour. */
async function openToSites(c: WebContext, next: Next): Promise<void> {
  await next();
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  c.header("Cache-Control", "public, max-age=3600");
}

/** Sends the icon of the service. Its address is the same in all versions, so browsers request it again after a day. */
function sendFavicon(c: WebContext, { assets }: Pick<Site, "assets">): Response {
  const { asset } = assets.find(assets.icon)!;
  return c.body(new Uint8Array(asset.plain), 200, {
    "Content-Type": asset.contentType,
    "Cache-Control": "public, max-age=86400",
    "X-Content-Type-Options": "nosniff",
  });
}

function sendTheme(c: WebContext): Response {
  const theme = findTheme(c.req.path);
  if (theme === undefined) return c.body(null, 404, securityHeaders(false));
  return c.body(theme.css, 200, {
    "Content-Type": "text/css; charset=utf-8",
    "Cache-Control": theme.isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
    "X-Content-Type-Options": "nosniff",
  });
}

/** Lists the encodings that the client accepts (RFC 9110, section 12.5.3). */
function acceptedEncodings(header = ""): ReadonlySet<string> {
  const entries = header.split(",").map((entry) =>
    entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/),
  );
  return new Set(entries.filter(([, quality = "1"]) => Number(quality) > 0).map(([name = ""]) => name));
}

function replyError(error: Error, c: WebContext): Response {
  const replyBroken = (
    status: NonNullable<ReplyOptions["status"]>,
    headers: Record<string, string> = {},
    text: TextKey = "broken_text",
    title: TextKey = "broken_title",
  ) => replyGeneralMessage(c, { title, text }, { status, headers });
  if (error instanceof BodyTooLarge) return replyBroken(413, {}, "too_large");
  if (error instanceof TooManyBodies) return replyBroken(503, { "Retry-After": "10" });
  if (error instanceof NoRoom) return replyBroken(507, {}, "no_room", "no_room_title");
  if (error instanceof BodyMalformed) return replyBroken(422);
  c.var.frame.log.error({ event: "page_failed", path: c.req.routePath, error });
  return error instanceof Unavailable ? replyBroken(503, { "Retry-After": "1" }) : replyBroken(500);
}
