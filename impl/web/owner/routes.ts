/** The addresses of the owner's pages. */
import type { Hono } from "hono";
import type { Connectors } from "../connectors.ts";
import { acceptOnly } from "../form-body.ts";
import { seeOther, type WebEnv } from "../reply.ts";
import type { Site } from "../site.ts";
import { consentRoutes } from "./consent.ts";
import { postEndMails, showEndMails } from "./entry/end-mails.ts";
import { postMailedLink, showMailedLink } from "./entry/link.ts";
import { postSignIn, showSignIn } from "./entry/sign-in.ts";
import { postAddressPage, showAddressPage } from "./entry/sign-up.ts";
import { formRoutes } from "./forms/routes.ts";
import { showHome } from "./home.ts";
import { lessonRoutes } from "./lessons/lesson.ts";
import { ownerPages } from "./owner-pages.ts";
import { postSignIn as signInByPasskey } from "./passkeys.ts";
import { settingsRoutes } from "./settings/routes.ts";

const MAILS = "/mails/:token{[\\w.-]{20,400}}";
const LINK = "/link/:secret{[\\w-]{43}}";

/** Registers the pages. @returns a function that tells whether a path belongs to them, for the page about wrong addresses */
export function ownerRoutes(
  app: Hono<WebEnv>,
  site: Site,
  connectors?: Connectors,
): (path: string) => boolean {
  app.get("/", (c) => showHome(c, site));
  app.get("/sign-in", (c) => showSignIn(c, site));
  app.post("/sign-in", (c) => postSignIn(c, site));
  app.post("/sign-in/passkey", (c) => signInByPasskey(c, site));
  for (const kind of ["sign-up", "forgot-password"] as const) {
    app.get(`/${kind}`, (c) => showAddressPage(c, site, kind));
    app.post(`/${kind}`, (c) => postAddressPage(c, site, kind));
  }
  app.get(LINK, (c) => showMailedLink(c, site, c.req.param("secret")));
  app.post(LINK, (c) => postMailedLink(c, site, c.req.param("secret")));
  app.get(MAILS, (c) => showEndMails(c, site, c.req.param("token")));
  app.post(MAILS, (c) => postEndMails(c, site, c.req.param("token")));
  const owner = ownerPages(app, site);
  owner.post("/sign-out", acceptOnly(), async ({ c }) =>
    seeOther(c, "/", await site.sessions.end(c.req.raw.headers)),
  );
  formRoutes(owner);
  lessonRoutes(owner);
  settingsRoutes(owner);
  if (connectors !== undefined) consentRoutes(owner, connectors);
  return (path) =>
    path === "/" ||
    (connectors !== undefined && path.startsWith("/oauth/consent/")) ||
    /^\/(sign-(in|up|out)|forgot-password|link|mails|forms|lessons|settings)(\/|$)/.test(path);
}
