/** `createMcpHandler`: a generated service inside a server of any kind. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createEndpoint, type Endpoint, type EndpointOptions } from "../endpoint/endpoint.ts";
import type { Exchange, HttpRefusal } from "../endpoint/exchange.ts";
import { type HostPolicy, type HostRule, hostRule, isLoopback } from "../endpoint/hosts.ts";
import * as refusals from "../endpoint/refusals.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlerTypes } from "../service/handlers-for.ts";
import type { Service } from "../service/service.ts";
import { type AddressOf, addressBehind, peerAddress } from "./client-address.ts";
import { FetchExchange, type FetchExchangeOptions } from "./fetch-exchange.ts";
import { MountedExchange, type MountedExchangeOptions } from "./mounted-exchange.ts";
import { framingProblem, hostProblem, parseTarget } from "./request-target.ts";

/** The options of a handler: those of every endpoint, and the addresses under which it is reached. */
export interface McpHandlerOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller>
  extends EndpointOptions<Types, Who> {
  /**
   * The URL under which clients reach the server, such as `https://forms.example.org`. Without it, a mounted handler accepts only
   * loopback addresses, and `createMcpServer` only the address it listens on.
   */
  readonly publicUrl?: string;
  /** Additional hosts in `Host` that are allowed, as `name` or `name:port`. */
  readonly hosts?: readonly string[];
  /** Origins of other sites whose pages may call the server, such as `https://app.example.org`. */
  readonly origins?: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8`; for `node:http`. */
  readonly trustedProxies?: readonly string[];
  /**
   * Returns the address of the client of a `fetch`, which every platform provides in its own way; `platform` is the second argument
   * of `fetch`. By default the address is unknown, and all clients without a token share one request rate.
   */
  clientAddress?(request: Request, platform: unknown): string | null | undefined;
  /** Milliseconds within which a message must arrive; 30,000. */
  readonly bodyTimeoutMs?: number;
}

/** An MCP endpoint that other servers call. Its functions do not use `this`. */
export interface McpHandler {
  /** Answers a request; 404 if it is not for the endpoint. */
  readonly fetch: (request: Request, platform?: unknown) => Promise<Response>;
  /** Answers a request; undefined if it is not for the endpoint. */
  readonly handle: (request: Request, platform?: unknown) => Promise<Response> | undefined;
  /** Answers a request of `node:http`; if it is not for the endpoint, calls `next`, or answers 404 where there is none. */
  readonly node: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /** Ends the streams on which clients listen. Call it before the server stops. */
  readonly endStreams: () => void;
  /**
   * Runs the call of a stored task again, from its start, because the process that ran it has stopped. Resolves when this process no
   * longer runs it; if `signal` aborts, the task stays for another process.
   */
  readonly resumeTask: (id: string, signal: AbortSignal) => Promise<void>;
  /** Ends a stored task that cannot be run again, with an internal error. Does nothing if it has ended. */
  readonly failTask: (id: string, message: string) => Promise<void>;
}

/** The parts of a handler that `createMcpServer` needs. */
export interface HandlerParts {
  readonly endpoint: Endpoint;
  readonly addressOf: AddressOf;
  readonly bodyTimeoutMs: number;
  readonly publicUrl: string | undefined;
  /** Creates the rule for a server that clients reach at this URL. */
  hostRule(policy: Pick<HostPolicy, "publicUrl" | "loopback">): HostRule;
}

/** The parts of each handler by its `fetch`. They are no members, since their types are no promise to users. */
const handlerParts = new WeakMap<McpHandler["fetch"], HandlerParts>();

/** @throws TypeError if the handler was not made by `createMcpHandler` of this copy of the package */
export function partsOf(handler: McpHandler): HandlerParts {
  const parts = handlerParts.get(handler.fetch);
  if (!parts)
    throw new TypeError(
      "createMcpServer takes a handler as createMcpHandler of the same package returned it.",
    );
  return parts;
}

/**
 * Creates an MCP endpoint for a generated service (Streamable HTTP, MCP 2025-11-25 and 2026-07-28), for use in a server of any kind.
 * It loads no module of Node, unless there are `trustedProxies`.
 *
 * @throws TypeError if a handler is missing, or `authenticate` where the spec requires tokens
 *
 * @example
 * ```ts
 * import { createMcpHandler } from "@toolwright/runtime";
 * import { service } from "../generated/tools.ts";
 * import { handlers } from "./handlers/index.ts";
 *
 * const mcp = createMcpHandler(service, {
 *   handlers,
 *   authenticate: ({ token }) =>
 *     token === process.env.TOKEN ? { account: "ana", token: "first", scopes: new Set(["books:read"]) } : undefined,
 *   publicUrl: "https://library.example.org",
 * });
 * export default { fetch: mcp.fetch };
 * ```
 */
// biome-ignore lint/suspicious/noExplicitAny: marks a caller that is not inferred yet; handlers-for.ts replaces it
export function createMcpHandler<Types extends HandlerTypes, Who extends Caller = any>(
  service: Service<Types>,
  options: McpHandlerOptions<Types, Who> & Types["tokens"],
): McpHandler {
  const endpoint = createEndpoint(service, options);
  const { publicUrl, hosts = [], origins = [], trustedProxies = [], bodyTimeoutMs = 30_000 } = options;
  const addressOf = addressBehind(trustedProxies);
  const policyRule: HandlerParts["hostRule"] = (policy) => hostRule({ ...policy, hosts, origins });
  const rule = policyRule({ publicUrl, loopback: publicUrl === undefined });
  const error = new Error(
    "Other code has read the body of the request before the MCP handler and has not stored it in `request.body`.",
  );
  const onBodyLost = () => endpoint.log.error({ event: "body_lost", error });
  const shared = { onRefusal: endpoint.onRefusal, onBodyLost, bodyTimeoutMs };
  const answer = fetchHandler(endpoint, rule, {
    ...shared,
    addressOf: (request, platform) => options.clientAddress?.(request, platform) ?? "",
  });
  handlerParts.set(answer, { endpoint, addressOf, bodyTimeoutMs, publicUrl, hostRule: policyRule });
  return {
    fetch: answer,
    handle: (request, platform) =>
      endpoint.owns(parseTarget(request.url).path, publicUrl) ? answer(request, platform) : undefined,
    node: nodeHandler(endpoint, rule, { ...shared, addressOf, lingerMs: 5_000 }),
    endStreams: endpoint.endStreams,
    resumeTask: endpoint.resumeTask,
    failTask: endpoint.failTask,
  };
}

/** @param problem with the `Host` or `Origin` of the request. The server card is for pages of every origin */
function answerOwn(
  endpoint: Endpoint,
  exchange: Exchange,
  { path, hosts, problem }: { path: string; hosts: HostRule; problem: HttpRefusal | undefined },
): void {
  const isAnyOrigin = problem === undefined || problem === refusals.wrongOrigin;
  if (isAnyOrigin && endpoint.publish(exchange, path, hosts, "endpoint")) return;
  if (problem) exchange.refuse(problem);
  else if (path === endpoint.service.path) endpoint.answer(exchange, hosts);
  else if (!endpoint.describe(exchange, path, hosts)) exchange.refuse(refusals.notFound);
}

function fetchHandler(
  endpoint: Endpoint,
  hosts: HostRule,
  options: FetchExchangeOptions,
): McpHandler["fetch"] {
  return (request, platform) => {
    const exchange = new FetchExchange(request, platform, options);
    endpoint.errorBoundary.run(exchange, () => {
      const problem = hostProblem(exchange, undefined, hosts);
      answerOwn(endpoint, exchange, { path: parseTarget(request.url).path, hosts, problem });
    });
    return exchange.response;
  };
}

function nodeHandler(
  endpoint: Endpoint,
  hosts: HostRule,
  options: MountedExchangeOptions,
): McpHandler["node"] {
  return (request, response, next) => {
    const exchange = new MountedExchange(request, response, options);
    const { host, path } = parseTarget(exchange.target);
    if (next && !endpoint.owns(path, hosts.publicUrl)) return next();
    endpoint.errorBoundary.run(exchange, () => {
      const isReachable =
        hosts.publicUrl !== undefined || isLoopback(peerAddress(request.socket.localAddress));
      const problem = framingProblem(request) ?? hostProblem(exchange, host, hosts);
      answerOwn(endpoint, exchange, {
        path,
        hosts,
        problem: problem ?? (isReachable ? undefined : refusals.wrongHost),
      });
    });
  };
}
