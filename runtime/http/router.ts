/** Routes requests to the endpoint, to its public documents, to the OAuth refusals or to the routes of the application. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { HttpRefusal } from "../endpoint/exchange.ts";
import type { HostRule } from "../endpoint/hosts.ts";
import * as refusals from "../endpoint/refusals.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { isOAuthDiscovery } from "./oauth-discovery.ts";
import { framingProblem, hostProblem, parseTarget } from "./request-target.ts";

/** Answers requests outside the MCP endpoint. Returns whether it answers this one. */
export type Routes = (request: IncomingMessage, response: ServerResponse) => Awaitable<boolean>;

export interface RouterOptions {
  readonly endpoint: Endpoint;
  readonly hosts: HostRule;
  readonly routes: Routes | undefined;
  /** Answers requests whose `Host` or `Origin` is not allowed, too. */
  readonly health: Routes | undefined;
  readonly foreignOrigin: Routes | undefined;
}

/** Creates the function that checks framing, `Host` and `Origin` of every request, and then routes it by its path. */
export function createRouter({
  endpoint,
  hosts,
  routes,
  health,
  foreignOrigin,
}: RouterOptions): (exchange: NodeExchange) => void {
  const { service, errorBoundary } = endpoint;
  const deniesOAuth = service.auth.scheme === "bearer" && !endpoint.takesOAuth;

  return (exchange) => {
    const { host, path } = parseTarget(exchange.target);
    const framing = framingProblem(exchange.request);
    const problem = framing ?? hostProblem(exchange, host, hosts);
    if (path === service.path) {
      if (problem) exchange.refuse(problem);
      else endpoint.answer(exchange, hosts);
    } else if (framing || health === undefined) answerOther(exchange, path, problem);
    else {
      errorBoundary.runWith(exchange, health(exchange.request, exchange.response), (isAnswered) => {
        if (!isAnswered) answerOther(exchange, path, problem);
      });
    }
  };

  /** @param problem with the framing, the `Host` or the `Origin` of the request */
  function answerOther(exchange: NodeExchange, path: string, problem: HttpRefusal | undefined): void {
    const isAnyOrigin = problem === undefined || problem === refusals.wrongOrigin;
    if (isAnyOrigin && endpoint.publish(exchange, path, hosts, "host")) return;
    if (problem === refusals.wrongOrigin) tryRoutes(exchange, foreignOrigin, problem);
    else if (problem) exchange.refuse(problem);
    else if (deniesOAuth && isOAuthDiscovery(exchange.method, path, service.path))
      exchange.refuse(refusals.noOAuth(service.auth));
    else if (!endpoint.describe(exchange, path, hosts)) leave(exchange);
  }

  function leave(exchange: NodeExchange): void {
    if (routes) exchange.sendContinue();
    tryRoutes(exchange, routes, refusals.notFound);
  }

  function tryRoutes(exchange: NodeExchange, candidates: Routes | undefined, otherwise: HttpRefusal): void {
    const { request, response } = exchange;
    errorBoundary.runWith(exchange, candidates?.(request, response) ?? false, (isAnswered) => {
      if (!isAnswered) exchange.refuse(otherwise);
    });
  }
}
