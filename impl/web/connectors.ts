/** The addresses of OAuth, which an authorization server answers within the limits of pages. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Routes } from "@toolwright/runtime";
import { service } from "../../generated/tools.ts";
import { countUnusedClients } from "../accounts/connectors/apps.ts";
import type { AuthorizationServer } from "../accounts/connectors/authorization-server.ts";
import type { PublicFetch } from "../platform/outgoing/public-fetch.ts";
import { ownerLanguages, ownerTranslation } from "../texts/owner/owner-texts.ts";
import { layout } from "./components/layout.ts";
import { entryPage } from "./owner/views/entry-page.ts";
import { allScopes } from "./owner/views/token-form.ts";
import { securityHeaders } from "./reply.ts";
import { chooseLanguage } from "./respondent/public-form/public-form.ts";
import type { Site } from "./site.ts";

/** Loads the authorization server at the first request of an app. */
export type Connectors = () => Promise<AuthorizationServer>;

/** The parts of the site that the authorization server and its error page use. */
type ServerSite = GateSite & Pick<Site, "assets" | "clock" | "log" | "ownerKeys" | "publicUrl">;

export function openConnectors(site: ServerSite, fetchDocument: PublicFetch): Connectors {
  const { storage, clock, log, limits, ownerKeys: keys, networkOf, assets, publicUrl } = site;
  let server: Promise<AuthorizationServer> | undefined;
  return () => {
    server ??= import("../accounts/connectors/authorization-server.ts").then(({ openAuthorizationServer }) =>
      openAuthorizationServer({
        storage,
        clock,
        log,
        keys,
        networkOf,
        publicUrl: publicUrl(),
        endpoint: `${publicUrl()}${service.path}`,
        scopes: allScopes,
        fetch: fetchDocument,
        documents: limits.appDocuments,
        renewals: limits.renewals,
        errorPage: (acceptLanguage) => errorPage(assets, acceptLanguage),
      }),
    );
    return server;
  };
}

/** Draws the page about a wrong or expired request of an app. */
function errorPage(assets: Site["assets"], acceptLanguage: string): string {
  const t = ownerTranslation(chooseLanguage(ownerLanguages, undefined, acceptLanguage));
  return layout(entryPage({ t, title: t.say("app_wrong_title"), text: t.say("app_wrong_text") }), assets);
}

const AUTHORIZE = "/oauth/authorize";
const READ =
  /^\/(\.well-known\/oauth-authorization-server|oauth\/authorize(\/[\w-]+)?|oauth\/register\/[\w-]+)$/;
const SENT = /^\/oauth\/(token|register|revoke)$/;
/** The maximum length of an address, longer than any app needs. A request that waits for the user is stored. */
const MAX_ADDRESS = 4_000;
/** The maximum number of unused clients of all networks, so registrations cannot fill the disk. */
const MAX_UNUSED_CLIENTS = 10_000;

/** The parts of the site that limit requests of apps. */
type GateSite = Pick<Site, "storage" | "limits" | "networkOf" | "takeTurn">;

/** Creates the routes. @param connectors undefined: apps cannot sign in */
export function connectorRoutes(site: GateSite, connectors: Connectors | undefined): Routes {
  if (connectors === undefined) return () => false;
  return async (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const isOurs =
      (request.method === "GET" && READ.test(path)) || (request.method === "POST" && SENT.test(path));
    if (!isOurs) return false;
    for (const [name, value] of Object.entries(securityHeaders(false))) response.setHeader(name, value);
    // The app's page may have opened this one, and waits until it closes.
    response.removeHeader("Cross-Origin-Opener-Policy");
    const wait = await waitFor(site, request, path);
    if (wait !== undefined || query.length > MAX_ADDRESS) refuse(response, wait);
    else {
      if (path === AUTHORIZE) request.url = `${AUTHORIZE}?${normaliseQuery(query)}`;
      await site.takeTurn();
      await (await connectors()).answer(request, response);
    }
    return true;
  };
}

/** Normalises a request: a request without known scopes asks for all, and the answer is in the query, because other ways need a script. */
function normaliseQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  if (!allScopes.some((scope) => parameters.get("scope")?.split(" ").includes(scope)))
    parameters.set("scope", allScopes.join(" "));
  parameters.set("response_mode", "query");
  return parameters.toString();
}

/** Counts a request. @returns the seconds to wait; undefined: the request is allowed */
async function waitFor(site: GateSite, request: IncomingMessage, path: string): Promise<number | undefined> {
  const { limits, storage } = site;
  const network = site.networkOf(request);
  const isRegistration = path === "/oauth/register";
  const verdict = await (isRegistration ? limits.registrations : limits.reads)(network);
  if (!verdict.allowed) return verdict.retryAfterSeconds;
  const isFull = isRegistration && (await countUnusedClients(storage.db)) >= MAX_UNUSED_CLIENTS;
  return isFull ? 3_600 : undefined;
}

function refuse(response: ServerResponse, retryAfterSeconds: number | undefined): void {
  const isTooMany = retryAfterSeconds !== undefined;
  response.writeHead(isTooMany ? 429 : 414, {
    "Content-Type": "application/json",
    Connection: "close",
    ...(isTooMany && { "Retry-After": String(retryAfterSeconds) }),
  });
  const description = isTooMany ? "Too many requests. Try again later." : "The address is too long.";
  response.end(JSON.stringify({ error: "invalid_request", error_description: description }));
}
