/** The sockets of an HTTP server, and the exchanges in progress on them: accepting, refusals below HTTP, and stopping. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import * as refusals from "../endpoint/refusals.ts";
import {
  type ArrivalLimits,
  type Arrivals,
  type OpenExchanges,
  removeFinished,
  watchArrivals,
} from "./arrivals.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { refuseUnparsed } from "./unparsed-input.ts";

export interface Connections {
  readonly server: Server;
  /** Accepts no more requests. Resolves when all answers in progress are sent and all connections are closed. */
  drain(): Promise<void>;
  /** Closes all connections at once. */
  destroy(): void;
}

/** The time limit for a whole request outside the endpoint, including uploads. */
const requestTimeoutMs = 300_000;

export interface ConnectionLimits extends ArrivalLimits {
  /** Milliseconds for which a connection without a request stays open. */
  readonly idleMs: number;
  /** Headers of every answer to a request that Node could parse. */
  readonly headers: Map<string, string> | undefined;
}

/** @param onExchange called for each request that is accepted */
export function acceptConnections(
  onExchange: (exchange: NodeExchange) => void,
  limits: ConnectionLimits,
): Connections {
  const open: OpenExchanges = new Map();
  const arrivals = watchArrivals(open, limits);
  const server = serverWith(limits);
  const stop = connectionStop(server, open, arrivals);
  server.on("connection", onConnection);
  server.on("request", onRequest).on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => {
    accept(request, response, (exchange) => exchange.refuse(refusals.unknownExpectation));
  });
  server.on("connect", ({ socket }) => {
    // Node no longer handles errors of this socket.
    socket.on("error", () => socket.destroy());
    refuseUnparsed(socket, open.get(socket) ?? [], refusals.noTunnel, limits);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseUnparsed(socket, open.get(socket) ?? [], refusals.ofClientError(error.code), limits);
  });
  return { server, drain: stop.drain, destroy: stop.destroy };

  function onConnection(socket: Socket): void {
    open.set(socket, []);
    socket.once("close", () => {
      // Node drops its reference to an answered request. Without this, a route that still reads its body would wait forever.
      for (const { request } of open.get(socket) ?? []) request.destroy();
      open.delete(socket);
      stop.onClosed();
    });
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    accept(request, response, stop.isStopping() ? stop.refuseNew : onExchange);
  }

  /** Ignores requests that follow an answer with `Connection: close` (RFC 9112, section 9.6). */
  function accept(
    request: IncomingMessage,
    response: ServerResponse,
    next: (exchange: NodeExchange) => void,
  ): void {
    const exchanges = open.get(request.socket) ?? [];
    removeFinished(exchanges);
    const last = exchanges.at(-1);
    const isOpen = last === undefined ? request.socket.writable : last.response.shouldKeepAlive;
    if (!isOpen) return;
    if (limits.headers) response.setHeaders(limits.headers);
    const exchange = arrivals.track(request, response);
    exchanges.push(exchange);
    next(exchange);
  }
}

function serverWith({ arrivalTimeoutMs, idleMs }: ConnectionLimits): Server {
  return process.getBuiltinModule("node:http").createServer({
    keepAliveTimeout: idleMs,
    headersTimeout: arrivalTimeoutMs,
    requestTimeout: Math.max(requestTimeoutMs, arrivalTimeoutMs),
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(arrivalTimeoutMs / 2)),
    requireHostHeader: false,
  });
}

/** Stops a server without losing an answer. */
function connectionStop(server: Server, open: OpenExchanges, arrivals: Arrivals) {
  let isStopping = false;
  return { isStopping: () => isStopping, onClosed, refuseNew, drain, destroy };

  function onClosed(): void {
    if (isStopping) destroyIfIdle();
  }

  function refuseNew(exchange: NodeExchange): void {
    closeAfter(exchange);
    exchange.refuse(refusals.stopping);
  }

  /** Does not call `http.Server.close()`, which would reset idle connections even if their clients are about to send a request. */
  function drain(): Promise<void> {
    isStopping = true;
    for (const exchanges of open.values()) exchanges.slice(-1).forEach(closeAfter);
    return new Promise((resolve) => {
      process.getBuiltinModule("node:net").Server.prototype.close.call(server, () => {
        arrivals.stop();
        server.close();
        resolve();
      });
      destroyIfIdle();
    });
  }

  /** Closes the connection after this answer, and all connections after the last answer. */
  function closeAfter({ response }: NodeExchange): void {
    response.shouldKeepAlive = false;
    response.once("close", destroyIfIdle);
  }

  /** Waits until the data that has arrived is parsed, since those requests are answered too. */
  function destroyIfIdle(): void {
    setImmediate(() => {
      const isBusy = [...open.values()].some((exchanges) =>
        exchanges.some(({ response }) => !response.closed),
      );
      if (!isBusy) destroy();
    });
  }

  /** Does not call `closeAllConnections()`, which would skip the connections that Node has stopped reading. */
  function destroy(): void {
    for (const socket of open.keys()) socket.destroy();
  }
}
