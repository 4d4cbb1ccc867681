/** Routes requests to the endpoint, to the OAuth refusals or to the routes of the application. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Awaitable } from "../service/awaitable.ts";
import type { Service } from "../service/service.ts";
import { isRepeated } from "./bearer.ts";
import { handleCors } from "./cors.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import type { Exchange } from "./exchange.ts";
import type { HostRule } from "./hosts.ts";
import { isOAuthDiscovery } from "./oauth-discovery.ts";
import * as refusals from "./refusals.ts";
import { refuse, sendContinue } from "./responses.ts";

/** Answers requests outside the MCP endpoint. Returns whether it answers this one. */
export type Routes = (request: IncomingMessage, response: ServerResponse) => Awaitable<boolean>;

export interface RouterOptions {
  readonly service: Service;
  readonly hosts: HostRule;
  readonly routes: Routes | undefined;
  readonly foreignOrigin: Routes | undefined;
  readonly errorBoundary: ErrorBoundary;
  /** Handles requests to the endpoint. */
  gate(exchange: Exchange): void;
}

/** Makes the function that checks framing, `Host` and `Origin` of every request, and then chooses by its path. */
export function createRouter({
  service,
  hosts,
  routes,
  foreignOrigin,
  errorBoundary,
  gate,
}: RouterOptions): (exchange: Exchange) => void {
  const isBearer = service.auth.scheme === "bearer";

  return (exchange) => {
    const { request } = exchange;
    const { host, path } = targetOf(request.url ?? "");
    const isEndpoint = path === service.path;
    const problem = framingProblem(request) ?? hostProblem(request, host, hosts);
    const isDiscovery = isBearer && isOAuthDiscovery(request.method, path, service.path);
    if (problem === refusals.wrongOrigin && !isEndpoint) tryRoutes(exchange, foreignOrigin, problem);
    else if (problem) refuse(exchange, problem);
    else if (isDiscovery) refuse(exchange, refusals.notFound);
    else if (isEndpoint) enter(exchange);
    else leave(exchange);
  };

  function enter(exchange: Exchange): void {
    if (exchange.request.headers.origin === undefined || !handleCors(exchange, hosts)) gate(exchange);
  }

  function leave(exchange: Exchange): void {
    if (routes) sendContinue(exchange);
    tryRoutes(exchange, routes, refusals.notFound);
  }

  function tryRoutes(
    exchange: Exchange,
    candidates: Routes | undefined,
    otherwise: refusals.HttpRefusal,
  ): void {
    const { request, response } = exchange;
    errorBoundary.runWith(exchange, candidates?.(request, response) ?? false, (isAnswered) => {
      if (!isAnswered) refuse(exchange, otherwise);
    });
  }
}

/** A body length that another parser may read differently (RFC 9112, section 6.1). Node's parser refuses the other cases. */
function framingProblem({ headers, httpVersionMinor }: IncomingMessage): refusals.HttpRefusal | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (/^chunked$/i.test(coding)) return httpVersionMinor === 0 ? refusals.faultyFraming : undefined;
  return /,\s*chunked$/i.test(coding) ? refusals.unknownCoding : refusals.faultyFraming;
}

function hostProblem(
  { headers, rawHeaders }: IncomingMessage,
  targetHost: string | undefined,
  hosts: HostRule,
): refusals.HttpRefusal | undefined {
  const { host, origin } = headers;
  if (host === undefined || isRepeated(rawHeaders, "host")) return refusals.hostMissing;
  if (!hosts.allowsHost(host)) return refusals.wrongHost;
  if (targetHost !== undefined && !hosts.allowsHost(targetHost)) return refusals.wrongHost;
  return origin === undefined || hosts.allowsOrigin(origin) ? undefined : refusals.wrongOrigin;
}

interface Target {
  readonly host: string | undefined;
  readonly path: string;
}

/** Reads a request target (RFC 9112, section 3.2). If it is an absolute URL, its host counts too (section 3.2.2). */
function targetOf(target: string): Target {
  if (!target.startsWith("/")) {
    const url = URL.parse(target);
    return { host: url?.host, path: url?.pathname ?? target };
  }
  const query = target.indexOf("?");
  return { host: undefined, path: query < 0 ? target : target.slice(0, query) };
}
