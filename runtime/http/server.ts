import type { AddressInfo } from "node:net";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import type { OnToolCall } from "../dispatch/tool-call-report.ts";
import type { Log } from "../log.ts";
import type { Service } from "../service.ts";
import { addressBehind } from "./client-address.ts";
import { acceptConnections } from "./connections.ts";
import { createFront, type Routes } from "./front.ts";
import { type Authenticate, createGate } from "./gate.ts";
import { hostRule, isLoopback } from "./hosts.ts";
import { fixedWindow, type Limit } from "./rate.ts";
import type { Exchange, OnRefusal } from "./reply.ts";
import { createSteps } from "./steps.ts";

export interface McpServerOptions<Handlers extends object = object> {
  /** What the generator made of the spec. */
  readonly service: Service<Handlers>;
  /** A function per `tool.method`: an implementation of the generated `Handlers`. */
  readonly handlers: NoInfer<Handlers>;
  readonly log: Log;
  /** Needed unless the spec says `auth.scheme: none`. */
  readonly authenticate?: Authenticate;
  /** Counts against the request rate; without it the rate of the spec is counted in this process. */
  readonly limit?: Limit;
  /** Milliseconds since the epoch, for the rate that is counted in this process. */
  readonly now?: () => number;
  /** Told of every call of a tool when it has ended. */
  readonly onToolCall?: OnToolCall;
  /** Told of every request that is answered with an HTTP status from 400 on, other than by the routes. */
  readonly onRefusal?: OnRefusal;
  /** Answers everything outside the endpoint, such as pages and health checks. */
  readonly routes?: Routes;
  /**
   * Answers, outside the endpoint, pages of origins that may not call the server: nothing but why, for people. What it leaves
   * is refused with 403.
   */
  readonly foreign?: Routes;
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
  /**
   * After how long a client that is owed an answer, and neither sends nor reads, is gone; 120 s, or twice `deadlineMs` if
   * that is more: a client says nothing while it waits, so silence must be allowed to last longer than handlers.
   */
  readonly silenceMs?: number;
  /** How long connections stay open on which nothing is asked; 75 s, longer than proxies usually keep them. */
  readonly idleMs?: number;
  /** How long a client that is refused may go on sending; 5 s. */
  readonly lingerMs?: number;
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

/** How long answers to given up calls have to reach their callers. */
const farewellMs = 1_000;

/** A streamable HTTP MCP server for a generated service. Throws if a handler is missing. */
export function createMcpServer<Handlers extends object>(options: McpServerOptions<Handlers>): McpServer {
  const { service, handlers, log, onToolCall, now = Date.now, routes } = options;
  const { deadlineMs = 45_000, bodyTimeoutMs = 30_000, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const steps = createSteps(log);
  const dispatcher = createDispatcher({ service, handlers, log, onToolCall, deadlineMs });
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
    silenceMs: options.silenceMs ?? Math.max(120_000, 2 * deadlineMs),
    idleMs: options.idleMs ?? 75_000,
    lingerMs: options.lingerMs ?? 5_000,
    onRefusal: guarded(options.onRefusal, log),
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
      front = createFront({ service, hosts: rule, routes, foreign: options.foreign, steps, gate });
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

/** Whoever listens cannot spoil the answer. */
function guarded(onRefusal: OnRefusal = () => {}, log: Log): OnRefusal {
  return (status) => {
    try {
      onRefusal(status);
    } catch (error) {
      log.error({ event: "on_refusal_broke", error });
    }
  };
}

function nobody({ auth }: Service): Authenticate {
  if (auth.scheme === "bearer")
    throw new TypeError("This service needs authenticate(): its callers bring tokens.");
  return () => undefined;
}
