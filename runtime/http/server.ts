/** `createMcpServer`: a generated service over Streamable HTTP. */
import type { AddressInfo } from "node:net";
import { createEndpoint, type EndpointOptions } from "../endpoint/endpoint.ts";
import { type FairQueue, fairQueue } from "../endpoint/fair-queue.ts";
import { hostRule, isLoopback } from "../endpoint/hosts.ts";
import type { Service } from "../service/service.ts";
import { addressBehind } from "./client-address.ts";
import { acceptConnections } from "./connections.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { disableAllocationSitePretenuring } from "./pretenuring.ts";
import { createRouter, type Routes } from "./router.ts";

export interface McpServerOptions<Handlers extends object = object> extends EndpointOptions<Handlers> {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Handlers>;
  /** Answers requests outside the endpoint, such as pages and health checks. */
  readonly routes?: Routes;
  /**
   * Answers requests outside the endpoint whose `Origin` is not allowed, to explain the refusal to people. A request that it
   * does not answer is refused with 403.
   */
  readonly foreignOrigin?: Routes;
  /** The URL under which clients reach the server, such as `https://forms.example.org`; by default the address it listens on. */
  readonly publicUrl?: string;
  /** Additional hosts in `Host` that are allowed, as `name` or `name:port`. */
  readonly hosts?: readonly string[];
  /** Origins of other sites whose pages may call the server, such as `https://app.example.org`. */
  readonly origins?: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8`. */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds within which a message, and the headers of any request, must arrive; 30,000. */
  readonly bodyTimeoutMs?: number;
  /** Runs messages of more than 64 KiB. An application that runs other work in it passes its own. */
  readonly queue?: FairQueue;
  /**
   * Milliseconds after which a connection with a pending answer is closed, if the client neither sends nor reads; 120,000, or
   * twice `deadlineMs` if that is more. A client sends nothing while it waits, so this must be longer than a handler may take.
   */
  readonly silenceMs?: number;
  /** Milliseconds for which a connection without a request stays open; 75,000, longer than proxies usually keep one. */
  readonly idleMs?: number;
  /** Milliseconds for which a refused client may continue to send; 5,000. */
  readonly lingerMs?: number;
}

export interface McpServer {
  /** Listens on `port`; 0 chooses a free one. Resolves to the URL of the endpoint; rejects if the address is in use. */
  listen(port: number, host?: string): Promise<string>;
  /**
   * Stops the server: refuses new requests (503), sends the answers in progress and closes all connections. Abandons handlers
   * that run longer than `graceMs` milliseconds.
   */
  close(graceMs?: number): Promise<void>;
}

/** How long the answers to abandoned calls may take to reach their clients. */
const lastAnswersMs = 1_000;

/**
 * Creates an MCP server over Streamable HTTP (MCP 2025-11-25 and 2026-07-28) for a generated service.
 *
 * @throws TypeError if a handler is missing, or `authenticate` where the spec requires tokens
 */
export function createMcpServer<Handlers extends object>(options: McpServerOptions<Handlers>): McpServer {
  const endpoint = createEndpoint(options.service, options);
  const { errorBoundary, deadlineMs } = endpoint;
  disableAllocationSitePretenuring();
  let route: (exchange: NodeExchange) => void;
  const connections = acceptConnections((exchange) => errorBoundary.run(exchange, () => route(exchange)), {
    arrivalTimeoutMs: options.bodyTimeoutMs ?? 30_000,
    silenceMs: options.silenceMs ?? Math.max(120_000, 2 * deadlineMs),
    idleMs: options.idleMs ?? 75_000,
    lingerMs: options.lingerMs ?? 5_000,
    addressOf: addressBehind(options.trustedProxies ?? []),
    queue: options.queue ?? fairQueue(),
    onRefusal: endpoint.onRefusal,
  });
  const { server } = connections;

  return {
    async listen(port, host = "127.0.0.1") {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      const url = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
      const { publicUrl = url, hosts = [], origins = [], routes, foreignOrigin } = options;
      const allowedHosts = hostRule({ publicUrl, hosts, origins, loopback: isLoopback(host) });
      route = createRouter({ endpoint, hosts: allowedHosts, routes, foreignOrigin });
      return url + endpoint.service.path;
    },

    async close(graceMs = deadlineMs) {
      const graceTimer = setTimeout(() => {
        endpoint.abandonAll();
        setTimeout(connections.destroy, lastAnswersMs).unref();
      }, graceMs);
      await connections.drain();
      clearTimeout(graceTimer);
    },
  };
}
