import type { AddressInfo } from "node:net";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import type { OnToolCall } from "../dispatch/tool-call-end.ts";
import type { Log } from "../log.ts";
import type { Service } from "../service.ts";
import { addressBehind } from "./client-address.ts";
import { acceptConnections } from "./connections.ts";
import { createFront, type Routes } from "./front.ts";
import { type Authenticate, createGate } from "./gate.ts";
import { hostRule, isLoopback } from "./hosts.ts";
import { fixedWindow, type Limit } from "./rate.ts";
import type { Exchange } from "./reply.ts";
import { createSteps } from "./steps.ts";

export interface McpServerOptions {
  /** What the generator made of the spec. */
  readonly service: Service;
  /** A function per `tool.method`: an implementation of the generated `Handlers`. */
  readonly handlers: object;
  readonly log: Log;
  /** Needed unless the spec says `auth.scheme: none`. */
  readonly authenticate?: Authenticate;
  /** Counts against the request rate; without it the rate of the spec is counted in this process. */
  readonly limit?: Limit;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Told of every call of a tool when it has ended. */
  readonly onToolCall?: OnToolCall;
  /** Answers everything outside the endpoint, such as pages and health checks. */
  readonly routes?: Routes;
  /** Where clients reach the server, such as `https://forms.example.org`; by default where it listens. */
  readonly publicUrl?: string;
  /** More hosts that it answers to, as `name` or `name:port`. */
  readonly hosts?: readonly string[];
  /** Origins of other sites whose pages may call it. */
  readonly origins?: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed, such as `10.0.0.0/8`. */
  readonly trustedProxies?: readonly string[];
  /** How long a handler is waited for; 45 s, since clients give up at 60. */
  readonly deadlineMs?: number;
  /** In which time a message, or the headers of any request, must have arrived; 30 s. */
  readonly bodyTimeoutMs?: number;
  /** The size of the largest message; 4 MiB. */
  readonly maxBodyBytes?: number;
}

export interface McpServer {
  /** Port 0 takes a free one. Resolves to the URL of the endpoint; rejects if the address is taken. */
  listen(port: number, host?: string): Promise<string>;
  /**
   * Takes no more requests (503 where a connection still brings one), lets answers under way arrive and ends. Handlers
   * that run longer than `graceMs` are given up.
   */
  close(graceMs?: number): Promise<void>;
}

/** A client says nothing while it waits for its answer, so silence must be allowed to last longer than handlers. */
const leastSilenceMs = 120_000;
/** How long answers to given up calls have to reach their callers. */
const farewellMs = 1_000;

/** A streamable HTTP MCP server for a generated service. Throws if a handler is missing. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { service, handlers, log, onToolCall, now = Date.now, routes } = options;
  const { deadlineMs = 45_000, bodyTimeoutMs = 30_000, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const steps = createSteps(log);
  const dispatcher = createDispatcher({ service, handlers, log, onToolCall, now, deadlineMs });
  const gate = createGate({
    service,
    dispatcher,
    authenticate: options.authenticate ?? nobody(service),
    limit: options.limit ?? fixedWindow(service.rate, now),
    addressOf: addressBehind(options.trustedProxies ?? []),
    maxBodyBytes,
    steps,
  });
  let front: (exchange: Exchange) => void;
  const connections = acceptConnections((exchange) => steps.run(exchange, () => front(exchange)), {
    arrivalMs: bodyTimeoutMs,
    silenceMs: Math.max(leastSilenceMs, 2 * deadlineMs),
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
      const { publicUrl = url, hosts = [], origins = [] } = options;
      const rule = hostRule({ publicUrl, hosts, origins, loopback: isLoopback(host) });
      front = createFront({ service, hosts: rule, routes, steps, gate });
      return url + service.path;
    },

    async close(graceMs = deadlineMs) {
      const patience = setTimeout(() => {
        dispatcher.giveUp();
        setTimeout(connections.cut, farewellMs).unref();
      }, graceMs);
      await connections.drain();
      clearTimeout(patience);
    },
  };
}

function nobody({ auth }: Service): Authenticate {
  if (auth.scheme === "bearer")
    throw new TypeError("This service needs authenticate(): its callers bring tokens.");
  return () => undefined;
}
