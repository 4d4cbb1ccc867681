import type { IncomingMessage, ServerResponse } from "node:http";
import type { Awaitable } from "../awaitable.ts";
import type { Service } from "../service.ts";
import { isRepeated } from "./bearer.ts";
import { looksForOAuth } from "./discovery.ts";
import type { HostRule } from "./hosts.ts";
import { answerPage } from "./pages.ts";
import * as refusals from "./refused.ts";
import { askForBody, type Exchange, refuse } from "./reply.ts";
import type { Steps } from "./steps.ts";

/** Answers requests outside the MCP endpoint; tells whether it did (or will). */
export type Routes = (request: IncomingMessage, response: ServerResponse) => Awaitable<boolean>;

export interface FrontOptions {
  readonly service: Service;
  readonly hosts: HostRule;
  readonly routes: Routes | undefined;
  readonly foreign: Routes | undefined;
  readonly steps: Steps;
  /** Takes over requests to the endpoint. */
  gate(exchange: Exchange): void;
}

/** What every request meets first: Host and Origin, then where it goes by its path. */
export function createFront({
  service,
  hosts,
  routes,
  foreign,
  steps,
  gate,
}: FrontOptions): (exchange: Exchange) => void {
  const bearer = service.auth.scheme === "bearer";

  return (exchange) => {
    const { request, response } = exchange;
    const { host, path } = targetOf(request.url ?? "");
    const problem = framingProblem(request) ?? foreignness(request, host, hosts);
    if (problem === refusals.wrongOrigin && foreign !== undefined && path !== service.path)
      return steps.when(exchange, foreign(request, response), (answered) => {
        if (!answered) refuse(exchange, problem);
      });
    if (problem) return refuse(exchange, problem);
    if (bearer && looksForOAuth(request.method, path, service.path))
      return refuse(exchange, refusals.notFound);
    if (path === service.path) {
      if (request.headers.origin === undefined || !answerPage(exchange, hosts)) gate(exchange);
      return;
    }
    if (routes === undefined) return refuse(exchange, refusals.notFound);
    askForBody(exchange);
    steps.when(exchange, routes(request, response), (answered) => {
      if (!answered) refuse(exchange, refusals.notFound);
    });
  };
}

/** A length that others may see differently (RFC 9112, section 6.1); what is worse, Node's parser refuses itself. */
function framingProblem({ headers, httpVersionMinor }: IncomingMessage): refusals.Refused | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (/^chunked$/i.test(coding)) return httpVersionMinor === 0 ? refusals.faultyFraming : undefined;
  return /,\s*chunked$/i.test(coding) ? refusals.unknownCoding : refusals.faultyFraming;
}

function foreignness(
  { headers, rawHeaders }: IncomingMessage,
  targetHost: string | undefined,
  hosts: HostRule,
): refusals.Refused | undefined {
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

/** A request target (RFC 9112, section 3.2). It may be a whole URL, and then names the host that is meant (section 3.2.2). */
function targetOf(target: string): Target {
  if (!target.startsWith("/")) {
    const url = URL.parse(target);
    return { host: url?.host, path: url?.pathname ?? target };
  }
  const query = target.indexOf("?");
  return { host: undefined, path: query < 0 ? target : target.slice(0, query) };
}
