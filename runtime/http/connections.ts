/** The sockets of an HTTP server, and the exchanges in progress on them: timeouts, refusals below HTTP, and stopping. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Exchange, ExchangeOptions } from "./exchange.ts";
import * as refusals from "./refusals.ts";
import { rawResponse, refuse, refuseAndClose } from "./responses.ts";

export interface Connections {
  readonly server: Server;
  /** Accepts no more requests. Resolves when all answers in progress are sent and all connections are closed. */
  drain(): Promise<void>;
  /** Closes all connections at once. */
  destroy(): void;
}

/** For a whole request outside the endpoint, including uploads. */
const requestTimeoutMs = 300_000;

/** A body outside the endpoint that comes more slowly than this is not waited for. The slowest phones send some 3,000. */
const slowestBytesPerSecond = 500;

/** How often the timer runs within `arrivalTimeoutMs`. */
const ticksPerTimeout = 8;

export interface ConnectionLimits extends ExchangeOptions {
  /** Milliseconds within which the headers of a request, and the body of a message, must arrive. */
  readonly arrivalTimeoutMs: number;
  /** Milliseconds after which a connection with a pending answer is closed, if the client neither sends nor reads. */
  readonly silenceMs: number;
  /** Milliseconds for which a connection without a request stays open. */
  readonly idleMs: number;
}

/** @param onExchange called for each request that is accepted */
export function acceptConnections(
  onExchange: (exchange: Exchange) => void,
  limits: ConnectionLimits,
): Connections {
  const { arrivalTimeoutMs, silenceMs, idleMs } = limits;
  /** The exchanges of each open connection that may not be finished yet, oldest first. */
  const open = new Map<Socket, TrackedExchange[]>();
  let isStopping = false;
  let tick = 0;
  const server = createServer({
    keepAliveTimeout: idleMs,
    headersTimeout: arrivalTimeoutMs,
    requestTimeout: Math.max(requestTimeoutMs, arrivalTimeoutMs),
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(arrivalTimeoutMs / 2)),
    requireHostHeader: false,
  });
  server.on("connection", onConnection);
  server.on("request", onRequest).on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => {
    accept(request, response, (exchange) => refuse(exchange, refusals.unknownExpectation));
  });
  server.on("connect", ({ socket }) => {
    // Node no longer handles errors of this socket.
    socket.on("error", () => socket.destroy());
    refuseUnparsed(socket, refusals.noTunnel);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseUnparsed(socket, refusals.ofClientError(error.code));
  });
  const timer = setInterval(onTick, arrivalTimeoutMs / ticksPerTimeout).unref();
  return { server, drain, destroy };

  function onConnection(socket: Socket): void {
    open.set(socket, []);
    socket.once("close", () => {
      // Node forgets a request once it is answered. A route that still reads its body would wait for ever.
      for (const { request } of open.get(socket) ?? []) request.destroy();
      open.delete(socket);
      if (isStopping) destroyIfIdle();
    });
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    accept(request, response, isStopping ? refuseStopping : onExchange);
  }

  /** Ignores requests that follow an answer with `Connection: close` (RFC 9112, section 9.6). */
  function accept(
    request: IncomingMessage,
    response: ServerResponse,
    next: (exchange: Exchange) => void,
  ): void {
    const exchanges = open.get(request.socket) ?? [];
    removeFinished(exchanges);
    const last = exchanges.at(-1);
    const isOpen = last === undefined ? request.socket.writable : last.response.shouldKeepAlive;
    if (isOpen) next(track(exchanges, request, response));
  }

  /** Adds no listener for the end of the exchange, which would be a measurable cost; `removeFinished` finds it later. */
  function track(exchanges: TrackedExchange[], request: IncomingMessage, response: ServerResponse): Exchange {
    const exchange: TrackedExchange = {
      request,
      response,
      options: limits,
      bodyReader: undefined,
      lastTick: tick + ticksPerTimeout,
      measured: { atTick: tick, bytes: request.socket.bytesRead },
    };
    exchanges.push(exchange);
    return exchange;
  }

  function refuseStopping(exchange: Exchange): void {
    closeAfter(exchange);
    refuse(exchange, refusals.stopping);
  }

  /** One timer serves all exchanges: a timer for each would cost more than reading the request. */
  function onTick(): void {
    tick++;
    for (const [socket, exchanges] of open) {
      removeFinished(exchanges);
      for (const exchange of exchanges) {
        if (exchange.bodyReader !== undefined && exchange.lastTick < tick)
          exchange.bodyReader.stop("too slow");
        else if (trickles(exchange)) refuseAndClose(exchange, refusals.tooSlow);
      }
      // Node resets this timeout when the next request arrives.
      if (exchanges.length > 0 && socket.timeout !== silenceMs) socket.setTimeout(silenceMs);
    }
  }

  /** Whether a route reads a body that brings too little. What has arrived and is not read yet is no fault of the client. */
  function trickles(exchange: TrackedExchange): boolean {
    const { request, response, measured, bodyReader } = exchange;
    if (request.complete || response.headersSent || bodyReader !== undefined) return false;
    if (measured.atTick + ticksPerTimeout >= tick) return false;
    const { bytesRead } = request.socket;
    const isRead = request.readableFlowing !== null && request.readableLength === 0;
    const isSlow = bytesRead - measured.bytes < (slowestBytesPerSecond * arrivalTimeoutMs) / 1000;
    exchange.measured = { atTick: tick, bytes: bytesRead };
    return isRead && isSlow;
  }

  /** `http.Server.close()` would reset idle connections, even if their clients are about to send a request. */
  function drain(): Promise<void> {
    isStopping = true;
    for (const exchanges of open.values()) if (exchanges.length > 0) closeAfter(exchanges.at(-1)!);
    return new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => {
        clearInterval(timer);
        server.close();
        resolve();
      });
      destroyIfIdle();
    });
  }

  /** Closes the connection after this answer, and all connections after the last answer. */
  function closeAfter({ response }: Exchange): void {
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

  /** `closeAllConnections()` would leave out the connections that Node has stopped reading. */
  function destroy(): void {
    for (const socket of open.keys()) socket.destroy();
  }

  /** Refuses input for which Node makes no request: it is not HTTP, is too large or late, or asks for a tunnel. */
  function refuseUnparsed(socket: Socket, refusal: refusals.HttpRefusal | undefined): void {
    if (refusal === undefined || !socket.writable) return void socket.destroy();
    const unanswered = (open.get(socket) ?? []).filter(({ response }) => !response.closed);
    const incomplete = unanswered.find(({ request }) => !request.complete);
    if (unanswered.length === 0) {
      limits.onRefusal(refusal.status);
      endSocket(socket, rawResponse(refusal));
    } else if (incomplete?.response.headersSent === false) refuseAndClose(incomplete, refusal);
    else if (incomplete) endSocket(socket);
    // The client would take a refusal for one of the pending answers, so the connection ends after those, without it.
    else {
      const { response } = unanswered.at(-1)!;
      response.shouldKeepAlive = false;
      response.once("close", () => endSocket(socket));
    }
  }

  /** Ends the socket once everything is written. Node alone would wait for ever for the client to end its side. */
  function endSocket(socket: Socket, last?: string): void {
    if (last !== undefined) socket.write(last);
    socket.end();
    const lingerTimer = setTimeout(() => socket.destroy(), limits.lingerMs);
    socket.once("close", () => clearTimeout(lingerTimer));
  }
}

interface TrackedExchange extends Exchange {
  /** The last tick at which the body may still be incomplete. */
  readonly lastTick: number;
  /** What had arrived on the connection, and when that was looked at. */
  measured: { readonly atTick: number; readonly bytes: number };
}

/** Requests are read and answered in their order, so the finished ones come first. */
function removeFinished(exchanges: TrackedExchange[]): void {
  while (exchanges[0]?.response.closed && exchanges[0].request.complete) exchanges.shift();
}
