import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import * as refusals from "./refused.ts";
import { type Exchange, rawReply, refuse, refuseAndEnd } from "./reply.ts";

/** The HTTP server below: its sockets, and the exchanges that are under way. */
export interface Connections {
  readonly server: Server;
  /** Takes no more requests; resolves when every answer under way has been sent and all connections are closed. */
  drain(): Promise<void>;
  /** Ends all connections, whatever is under way. */
  cut(): void;
}

/** Connections without a request stay open this long: longer than the proxies in front of servers usually keep them. */
const keepAliveMs = 75_000;
/** For a whole request outside the endpoint, with the uploads that pages may take. */
const requestTimeoutMs = 300_000;

/** How often, in the time that a body has to arrive, it is looked whether it has. */
const looksPerArrival = 8;

export interface ConnectionLimits {
  /** Milliseconds in which the headers of a request, and the body of a message, must have arrived. */
  readonly arrivalMs: number;
  /** A client that neither sends nor reads for so many milliseconds is gone. */
  readonly silenceMs: number;
}

export function acceptConnections(
  enter: (exchange: Exchange) => void,
  { arrivalMs, silenceMs }: ConnectionLimits,
): Connections {
  const underWay = new Map<ServerResponse, Arrival>();
  let stopping = false;
  let look = 0;
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: arrivalMs,
    requestTimeout: Math.max(requestTimeoutMs, arrivalMs),
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(arrivalMs / 2)),
    requireHostHeader: false,
  });
  server.setTimeout(silenceMs);
  server.on("request", onRequest).on("checkContinue", onRequest).on("clientError", onClientError);
  server.on("checkExpectation", (request, response) => {
    refuse(track(request, response), refusals.unknownExpectation);
  });
  const looking = setInterval(endSlowArrivals, arrivalMs / looksPerArrival).unref();
  return { server, drain, cut: () => server.closeAllConnections() };

  function track(request: IncomingMessage, response: ServerResponse): Exchange {
    const exchange: Arrival = { request, response, onTooSlow: undefined, lastLook: look + looksPerArrival };
    underWay.set(response, exchange);
    response.on("close", onClose);
    return exchange;
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const exchange = track(request, response);
    if (!stopping) {
      enter(exchange);
    } else {
      response.shouldKeepAlive = false;
      refuse(exchange, refusals.stopping);
    }
  }

  /** One timer for all: one for each request would cost more than reading it does. */
  function endSlowArrivals(): void {
    look++;
    for (const { onTooSlow, lastLook } of underWay.values()) if (lastLook < look) onTooSlow?.();
  }

  /** `http.Server.close()` would reset idle connections on which a client is just about to ask something. */
  function drain(): Promise<void> {
    stopping = true;
    for (const response of underWay.keys()) response.shouldKeepAlive = false;
    return new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => {
        clearInterval(looking);
        server.close();
        resolve();
      });
      endIfIdle();
    });
  }

  /** One function for all responses: a closure for each is measurable. */
  function onClose(this: ServerResponse): void {
    underWay.delete(this);
    if (stopping) endIfIdle();
  }

  function endIfIdle(): void {
    if (underWay.size === 0) server.closeAllConnections();
  }

  /** Something came in that is no HTTP, is too large, or takes too long. */
  function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    const refused = refusals.ofClientError(error.code);
    if (refused === undefined || !socket.writable) return void socket.destroy();
    const owed = [...underWay.keys()].filter(({ req }) => req.socket === socket);
    const incomplete = owed.find(({ req }) => !req.complete);
    if (owed.length === 0) socket.end(rawReply(refused));
    else if (incomplete?.headersSent === false) refuseAndEnd(incomplete, refused);
    else if (incomplete) incomplete.destroy();
    // Anything written now would be taken for the answer that is still owed, so that one goes out and ends it all.
    else for (const response of owed) response.shouldKeepAlive = false;
  }
}

interface Arrival extends Exchange {
  /** The number of the last look that may still find its body on the way. */
  readonly lastLook: number;
}
