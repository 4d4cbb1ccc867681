/** `createMcpServer`: a generated service over Streamable HTTP. */
import type { AddressInfo } from "node:net";
import { type FairQueue, fairQueue } from "../endpoint/fair-queue.ts";
import { isLoopback } from "../endpoint/hosts.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlerTypes } from "../service/handlers-for.ts";
import type { Service } from "../service/service.ts";
import { acceptConnections } from "./connections.ts";
import {
  createMcpHandler,
  type HandlerParts,
  type McpHandler,
  type McpHandlerOptions,
  partsOf,
} from "./handler.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { disableAllocationSitePretenuring } from "./pretenuring.ts";
import { createRouter, type Routes } from "./router.ts";

/** The options of `createMcpServer` in addition to those of a handler. */
export interface ServerOptions {
  /** Answers requests outside the endpoint, such as pages. */
  readonly routes?: Routes;
  /**
   * Answers health checks, whatever their `Host` and `Origin`: an orchestrator asks by addresses that no client uses. Its answers
   * must not depend on who asks.
   */
  readonly health?: Routes;
  /**
   * Answers requests outside the endpoint whose `Origin` is not allowed, to explain the refusal to users. A request that it
   * does not answer is refused with 403.
   */
  readonly foreignOrigin?: Routes;
  /** Processes messages of more than 64 KiB. Pass one if the application runs other work in the same queue. */
  readonly queue?: FairQueue;
  /**
   * Milliseconds after which a connection with a pending answer is closed, if the client neither sends nor reads; 120,000, or
   * twice the longest deadline of a call if that is more. A client sends nothing while it waits, so this must be longer than a handler may take.
   */
  readonly silenceMs?: number;
  /** Milliseconds for which a connection without a request stays open; 75,000, longer than proxies usually keep one. */
  readonly idleMs?: number;
  /** Milliseconds for which a refused client may continue to send; 5,000. */
  readonly lingerMs?: number;
  /** Headers of every answer, such as `Strict-Transport-Security` if clients connect over TLS. */
  readonly headers?: Map<string, string>;
}

/** The options of a server that makes its own handler. */
export interface McpServerOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller>
  extends McpHandlerOptions<Types, Who>,
    ServerOptions {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Types>;
}

/** A server that is made and does not listen yet. */
export interface McpServer {
  /** Listens on `port`; 0 chooses a free one. Resolves to the URL of the endpoint; rejects if the address is in use. */
  listen(port: number, host?: string): Promise<string>;
  /**
   * Stops the server: refuses new requests (503), sends the answers in progress and closes all connections. Abandons handlers
   * that run longer than `graceMs` milliseconds.
   */
  close(graceMs?: number): Promise<void>;
  /** Runs a stored task again; see `McpHandler`. */
  readonly resumeTask: McpHandler["resumeTask"];
  /** Ends a stored task that cannot be run again; see `McpHandler`. */
  readonly failTask: McpHandler["failTask"];
}

/** The time in which the answers to abandoned calls may reach their clients. */
const lastAnswersMs = 1_000;

/**
 * Creates an MCP server over Streamable HTTP (MCP 2025-11-25 and 2026-07-28) from a handler, or for a generated service.
 *
 * @throws TypeError if a handler is missing, or `authenticate` where the spec requires tokens
 *
 * @example
 * ```ts
 * import { createMcpServer } from "@toolwright/runtime";
 * import { service } from "../generated/tools.ts";
 * import { handlers } from "./handlers/index.ts";
 *
 * const server = createMcpServer({
 *   service,
 *   handlers,
 *   authenticate: ({ token }) =>
 *     token === process.env.TOKEN ? { account: "ana", token: "first", scopes: new Set(["books:read"]) } : undefined,
 * });
 * console.error(`listening at ${await server.listen(3000)}`);
 * process.once("SIGTERM", () => void server.close(5_000));
 * ```
 */
// biome-ignore lint/suspicious/noExplicitAny: marks a caller that is not inferred yet; handlers-for.ts replaces it
export function createMcpServer<Types extends HandlerTypes, Who extends Caller = any>(
  given: McpHandler | (McpServerOptions<Types, Who> & Types["tokens"]),
  options: ServerOptions = {},
): McpServer {
  return "fetch" in given
    ? makeServer(partsOf(given), options)
    : makeServer(partsOf(createMcpHandler(given.service, given)), given);
}

/** The longest time in milliseconds that a call may take. */
function longestDeadline({ deadlineMs, service }: HandlerParts["endpoint"]): number {
  return Math.max(...service.tools.map((tool) => tool.deadlineMs ?? deadlineMs), deadlineMs);
}

function makeServer({ endpoint, publicUrl, ...parts }: HandlerParts, options: ServerOptions): McpServer {
  const { errorBoundary, deadlineMs } = endpoint;
  disableAllocationSitePretenuring();
  let route: (exchange: NodeExchange) => void;
  const connections = acceptConnections((exchange) => errorBoundary.run(exchange, () => route(exchange)), {
    arrivalTimeoutMs: parts.bodyTimeoutMs,
    silenceMs: options.silenceMs ?? Math.max(120_000, 2 * longestDeadline(endpoint)),
    idleMs: options.idleMs ?? 75_000,
    lingerMs: options.lingerMs ?? 5_000,
    addressOf: parts.addressOf,
    queue: options.queue ?? fairQueue(),
    onRefusal: endpoint.onRefusal,
    headers: options.headers,
  });
  const { server } = connections;

  return {
    resumeTask: endpoint.resumeTask,
    failTask: endpoint.failTask,

    async listen(port, host = "127.0.0.1") {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      const url = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
      const hosts = parts.hostRule({ publicUrl: publicUrl ?? url, loopback: isLoopback(host) });
      const { routes, health, foreignOrigin } = options;
      route = createRouter({ endpoint, hosts, routes, health, foreignOrigin });
      return url + endpoint.service.path;
    },

    async close(graceMs = deadlineMs) {
      endpoint.endStreams();
      const graceTimer = setTimeout(() => {
        endpoint.abandonAll();
        setTimeout(connections.destroy, lastAnswersMs).unref();
      }, graceMs);
      await connections.drain();
      clearTimeout(graceTimer);
      // Tasks have no connection that the server could wait for.
      endpoint.abandonAll();
    },
  };
}
