import type { IncomingMessage, ServerResponse } from "node:http";
import type { Awaitable } from "../call.ts";
import type { Service } from "../service.ts";
import { isRepeated } from "./bearer.ts";
import { looksForOAuth } from "./discovery.ts";
import type { HostRule } from "./hosts.ts";
import * as refusals from "./refused.ts";
import { type Exchange, refuse } from "./reply.ts";
import type { Steps } from "./steps.ts";

/** Answers requests outside the MCP endpoint; tells whether it did (or will). */
export type Routes = (request: IncomingMessage, response: ServerResponse) => Awaitable<boolean>;

export interface FrontOptions {
  readonly service: Service;
  readonly hosts: HostRule;
  readonly routes: Routes | undefined;
  readonly steps: Steps;
  /** Takes over requests to the endpoint. */
  gate(exchange: Exchange): void;
}

/** What every request meets first: Host and Origin, then where it goes by its path. */
export function createFront({
  service,
  hosts,
  routes,
  steps,
  gate,
}: FrontOptions): (exchange: Exchange) => void {
  const bearer = service.auth.scheme === "bearer";

  return (exchange) => {
    const { request, response } = exchange;
    const foreign = foreignness(request, hosts);
    if (foreign) return refuse(exchange, foreign);
    const path = pathOf(request.url ?? "");
    if (bearer && looksForOAuth(request.method, path, service.path))
      return refuse(exchange, refusals.notFound);
    if (path === service.path) return gate(exchange);
    if (routes === undefined) return refuse(exchange, refusals.notFound);
    if (request.headers.expect !== undefined) response.writeContinue();
    steps.when(exchange, routes(request, response), (answered) => {
      if (!answered) refuse(exchange, refusals.notFound);
    });
  };
}

function foreignness(
  { headers, rawHeaders }: IncomingMessage,
  hosts: HostRule,
): refusals.Refused | undefined {
  const { host, origin } = headers;
  if (host === undefined || isRepeated(rawHeaders, "host")) return refusals.hostMissing;
  if (!hosts.allowsHost(host)) return refusals.wrongHost;
  return origin === undefined || hosts.allowsOrigin(origin) ? undefined : refusals.wrongOrigin;
}

/** The path of a request target (RFC 9112, section 3.2), which may be a whole URL. */
function pathOf(target: string): string {
  if (!target.startsWith("/")) return URL.parse(target)?.pathname ?? target;
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}
