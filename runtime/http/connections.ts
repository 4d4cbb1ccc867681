import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import * as refusals from "./refused.ts";
import { type Exchange, rawReply, refuse, refuseAndEnd, type Terms } from "./reply.ts";

/** The HTTP server below: its sockets, and the exchanges that are under way. */
export interface Connections {
  readonly server: Server;
  /** Takes no more requests; resolves when every answer under way has been sent and all connections are closed. */
  drain(): Promise<void>;
  /** Ends all connections, whatever is under way. */
  cut(): void;
}

/** For a whole request outside the endpoint, with the uploads that pages may take. */
const requestTimeoutMs = 300_000;

/** How often, in the time that a body has to arrive, it is looked whether it has. */
const looksPerArrival = 8;

export interface ConnectionLimits extends Terms {
  /** Milliseconds in which the headers of a request, and the body of a message, must have arrived. */
  readonly arrivalMs: number;
  /** A client that neither sends nor reads for so many milliseconds while it is owed an answer is gone. */
  readonly silenceMs: number;
  /** How long connections stay open on which nothing is asked. */
  readonly idleMs: number;
}

export function acceptConnections(
  enter: (exchange: Exchange) => void,
  limits: ConnectionLimits,
): Connections {
  const { arrivalMs, silenceMs, idleMs } = limits;
  /** What came in over each open connection and may not be answered yet, oldest first. */
  const open = new Map<Socket, Arrival[]>();
  let stopping = false;
  let look = 0;
  const server = createServer({
    keepAliveTimeout: idleMs,
    headersTimeout: arrivalMs,
    requestTimeout: Math.max(requestTimeoutMs, arrivalMs),
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(arrivalMs / 2)),
    requireHostHeader: false,
  });
  server.on("connection", onConnection);
  server.on("request", onRequest).on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => {
    take(request, response, (exchange) => refuse(exchange, refusals.unknownExpectation));
  });
  server.on("connect", ({ socket }) => {
    // Node does not look after this connection any more.
    socket.on("error", () => socket.destroy());
    refuseUnread(socket, refusals.noTunnel);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseUnread(socket, refusals.ofClientError(error.code));
  });
  const looking = setInterval(lookAround, arrivalMs / looksPerArrival).unref();
  return { server, drain, cut };

  function onConnection(socket: Socket): void {
    open.set(socket, []);
    socket.once("close", () => {
      open.delete(socket);
      if (stopping) endIfIdle();
    });
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    take(request, response, stopping ? turnAway : enter);
  }

  /** What comes behind an answer that ends the connection is not for us (RFC 9112, section 9.6). */
  function take(
    request: IncomingMessage,
    response: ServerResponse,
    step: (exchange: Exchange) => void,
  ): void {
    const arrivals = open.get(request.socket) ?? [];
    forgetEnded(arrivals);
    const last = arrivals.at(-1);
    const goesOn = last === undefined ? request.socket.writable : last.response.shouldKeepAlive;
    if (goesOn) step(track(arrivals, request, response));
  }

  /** Nothing listens for the end of each exchange, which is measurable: what has ended is found when it is looked for. */
  function track(arrivals: Arrival[], request: IncomingMessage, response: ServerResponse): Exchange {
    const exchange: Arrival = {
      request,
      response,
      terms: limits,
      onTooSlow: undefined,
      lastLook: look + looksPerArrival,
    };
    arrivals.push(exchange);
    return exchange;
  }

  function turnAway(exchange: Exchange): void {
    endWith(exchange);
    refuse(exchange, refusals.stopping);
  }

  /** One timer for all: one for each request would cost more than reading it does. */
  function lookAround(): void {
    look++;
    for (const [socket, arrivals] of open) {
      forgetEnded(arrivals);
      for (const { onTooSlow, lastLook } of arrivals) if (lastLook < look) onTooSlow?.();
      // Node takes this off again when the next request comes.
      if (arrivals.length > 0 && socket.timeout !== silenceMs) socket.setTimeout(silenceMs);
    }
  }

  /** `http.Server.close()` would reset idle connections on which a client is just about to ask something. */
  function drain(): Promise<void> {
    stopping = true;
    for (const arrivals of open.values()) if (arrivals.length > 0) endWith(arrivals.at(-1)!);
    return new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => {
        clearInterval(looking);
        server.close();
        resolve();
      });
      endIfIdle();
    });
  }

  /** The connection ends with this answer, and the server with the last one. */
  function endWith({ response }: Exchange): void {
    response.shouldKeepAlive = false;
    response.once("close", endIfIdle);
  }

  /** Once what has arrived by now has been read: those requests are answered, too. */
  function endIfIdle(): void {
    setImmediate(() => {
      const busy = [...open.values()].some((arrivals) => arrivals.some(({ response }) => !response.closed));
      if (!busy) cut();
    });
  }

  /** Node's `closeAllConnections()` knows nothing of those that it has stopped to read. */
  function cut(): void {
    for (const socket of open.keys()) socket.destroy();
  }

  /** Something came in that is no HTTP, is too large, takes too long or asks for no answer of HTTP. */
  function refuseUnread(socket: Socket, refused: refusals.Refused | undefined): void {
    if (refused === undefined || !socket.writable) return void socket.destroy();
    const owed = (open.get(socket) ?? []).filter(({ response }) => !response.closed);
    const incomplete = owed.find(({ request }) => !request.complete);
    if (owed.length === 0) {
      limits.onRefusal(refused.status);
      hangUp(socket, rawReply(refused));
    } else if (incomplete?.response.headersSent === false) refuseAndEnd(incomplete, refused);
    else if (incomplete) hangUp(socket);
    // Anything written now would be taken for the answer that is still owed, so that one goes out and ends it all.
    else {
      const { response } = owed.at(-1)!;
      response.shouldKeepAlive = false;
      response.once("close", () => hangUp(socket));
    }
  }

  /** Lets what is written arrive. Node would wait for the client to end its side as well, for ever. */
  function hangUp(socket: Socket, last?: string): void {
    if (last !== undefined) socket.write(last);
    socket.end();
    const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
    socket.once("close", () => clearTimeout(timer));
  }
}

interface Arrival extends Exchange {
  /** The number of the last look that may still find its body on the way. */
  readonly lastLook: number;
}

/** Answers go out in the order of their requests. */
function forgetEnded(arrivals: Arrival[]): void {
  while (arrivals[0]?.response.closed) arrivals.shift();
}
