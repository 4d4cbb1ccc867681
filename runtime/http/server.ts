/** `createMcpServer`: a generated service over Streamable HTTP. */
import type { AddressInfo } from "node:net";
import type { ClaimState } from "../calls/request-state.ts";
import type { OnToolCall } from "../calls/tool-call-report.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import type { Log } from "../service/log.ts";
import type { RateRule, Service } from "../service/service.ts";
import { addressBehind } from "./client-address.ts";
import { acceptConnections } from "./connections.ts";
import { createDelivery } from "./delivery.ts";
import { createErrorBoundary } from "./error-boundary.ts";
import type { Exchange, OnRefusal } from "./exchange.ts";
import { type FairQueue, fairQueue } from "./fair-queue.ts";
import { type Authenticate, Gate } from "./gate.ts";
import { hostRule, isLoopback } from "./hosts.ts";
import { createMessageGate } from "./message-gate.ts";
import { disableAllocationSitePretenuring } from "./pretenuring.ts";
import { fixedWindow, type Limit } from "./rate-limit.ts";
import { createRouter, type Routes } from "./router.ts";
import { sharedBudget } from "./shared-budget.ts";
import { toolRates } from "./tool-rates.ts";

export interface McpServerOptions<Handlers extends object = object> {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Handlers>;
  /** An implementation of the generated `Handlers`. */
  readonly handlers: NoInfer<Handlers>;
  readonly log: Log;
  /** Required unless the spec says `auth.scheme: none`. */
  readonly authenticate?: Authenticate;
  /** Counts requests against the rate; by default this process counts them by the rate of the spec. */
  readonly limit?: Limit;
  /** Makes what counts a rate of single tools; by default this process counts. */
  readonly toolLimit?: (rule: RateRule) => Limit;
  /** The clock for the defaults of `limit` and `toolLimit`, in milliseconds since the epoch. */
  readonly now?: () => number;
  /**
   * Signs the state of calls that wait for an answer of their client (`call.ask`, `call.request`). By default random: such calls
   * end with the process. Servers that share the work share it, and a `claimState`. Of several, the first one signs and all verify.
   */
  readonly stateSecret?: string | readonly string[];
  /** Records that such a state was used, and tells whether it was the first time; by default this process does. */
  readonly claimState?: ClaimState;
  /** Called at the end of every tool call. */
  readonly onToolCall?: OnToolCall;
  /** Called for every request that the runtime answers with an HTTP status from 400 on; `routes` are not included. */
  readonly onRefusal?: OnRefusal;
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
  /** Milliseconds after which a call is answered without its handler; 45,000, since clients time out after 60 s. */
  readonly deadlineMs?: number;
  /** Milliseconds within which a message, and the headers of any request, must arrive; 30,000. */
  readonly bodyTimeoutMs?: number;
  /** Size of the largest message, in bytes; 4 MiB. */
  readonly maxBodyBytes?: number;
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
  const { service, handlers, log, onToolCall, now = Date.now, routes } = options;
  const { deadlineMs = 45_000, bodyTimeoutMs = 30_000, maxBodyBytes = 4 * 1024 * 1024 } = options;
  disableAllocationSitePretenuring();
  const errorBoundary = createErrorBoundary(log);
  const dispatcher = createDispatcher({
    service,
    handlers,
    log,
    onToolCall,
    deadlineMs,
    states: { secret: options.stateSecret, claim: options.claimState, now },
  });
  const addressOf = addressBehind(options.trustedProxies ?? []);
  const checkMessage = createMessageGate({
    service,
    ratesOf: toolRates(service, options.toolLimit ?? ((rule) => fixedWindow(rule, now))),
    errorBoundary,
    deliver: createDelivery({ service, dispatcher, addressOf, errorBoundary }),
  });
  const gate = new Gate({
    service,
    authenticate: options.authenticate ?? withoutTokens(service),
    limit: options.limit ?? fixedWindow(service.rate, now),
    addressOf,
    maxBodyBytes,
    budget: sharedBudget({ bytes: 8 * maxBodyBytes, bytesOfCaller: 4 * maxBodyBytes }),
    queue: options.queue ?? fairQueue(),
    errorBoundary,
    checkMessage,
  });
  let route: (exchange: Exchange) => void;
  const connections = acceptConnections((exchange) => errorBoundary.run(exchange, () => route(exchange)), {
    arrivalTimeoutMs: bodyTimeoutMs,
    silenceMs: options.silenceMs ?? Math.max(120_000, 2 * deadlineMs),
    idleMs: options.idleMs ?? 75_000,
    lingerMs: options.lingerMs ?? 5_000,
    onRefusal: withErrorsLogged(options.onRefusal, log),
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
      const allowedHosts = hostRule({ publicUrl, hosts, origins, loopback: isLoopback(host) });
      route = createRouter({
        service,
        hosts: allowedHosts,
        routes,
        foreignOrigin: options.foreignOrigin,
        errorBoundary,
        gate: (exchange) => gate.check(exchange),
      });
      return url + service.path;
    },

    async close(graceMs = deadlineMs) {
      const graceTimer = setTimeout(() => {
        dispatcher.abandonAll();
        setTimeout(connections.destroy, lastAnswersMs).unref();
      }, graceMs);
      await connections.drain();
      clearTimeout(graceTimer);
    },
  };
}

/** A listener that throws does not change the answer. */
function withErrorsLogged(onRefusal: OnRefusal = () => {}, log: Log): OnRefusal {
  return (status) => {
    try {
      onRefusal(status);
    } catch (error) {
      log.error({ event: "on_refusal_broke", error });
    }
  };
}

/** Stands in for `authenticate`, where the spec has no authentication. */
function withoutTokens({ auth }: Service): Authenticate {
  if (auth.scheme === "bearer")
    throw new TypeError("This service needs authenticate(): its callers bring tokens.");
  return () => undefined;
}
