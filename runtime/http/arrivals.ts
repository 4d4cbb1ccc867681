/** Watches how requests arrive, and refuses the ones that are too slow. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import * as refusals from "../endpoint/refusals.ts";
import { NodeExchange, type NodeExchangeOptions } from "./node-exchange.ts";

/** The slowest accepted rate for bodies outside the endpoint. The slowest phones send about 3,000. */
const slowestBytesPerSecond = 500;

/** The number of runs of the timer within `arrivalTimeoutMs`. */
const ticksPerTimeout = 8;

export interface ArrivalLimits extends NodeExchangeOptions {
  /** Milliseconds within which the headers of a request, and the body of a message, must arrive. */
  readonly arrivalTimeoutMs: number;
  /** Milliseconds after which a connection with a pending answer is closed, if the client neither sends nor reads. */
  readonly silenceMs: number;
}

/** An exchange whose body may still arrive. */
export class TrackedExchange extends NodeExchange {
  /** The last tick at which the body may still be incomplete. */
  readonly lastTick: number;
  /** The bytes that had arrived on the connection when it was last measured, and the tick of that measurement. */
  measuredBytes: number;
  measuredAt: number;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    options: NodeExchangeOptions,
    tick: number,
  ) {
    super(request, response, options);
    this.lastTick = tick + ticksPerTimeout;
    this.measuredAt = tick;
    this.measuredBytes = request.socket.bytesRead;
  }
}

/** The exchanges of each open connection that may not be finished yet, oldest first. */
export type OpenExchanges = Map<Socket, TrackedExchange[]>;

export interface Arrivals {
  /** Creates the exchange of a request whose body may still arrive. */
  track(request: IncomingMessage, response: ServerResponse): TrackedExchange;
  stop(): void;
}

/** Starts watching. One timer serves all exchanges: a timer for each would cost more than reading the request. */
export function watchArrivals(open: OpenExchanges, limits: ArrivalLimits): Arrivals {
  const { arrivalTimeoutMs, silenceMs } = limits;
  const leastBytes = (slowestBytesPerSecond * arrivalTimeoutMs) / 1000;
  let tick = 0;
  const timer = setInterval(onTick, arrivalTimeoutMs / ticksPerTimeout).unref();
  return { track, stop: () => clearInterval(timer) };

  /** Adds no listener for the end of the exchange, which would be a measurable cost; `removeFinished` finds it later. */
  function track(request: IncomingMessage, response: ServerResponse): TrackedExchange {
    return new TrackedExchange(request, response, limits, tick);
  }

  function onTick(): void {
    tick++;
    for (const [socket, exchanges] of open) {
      removeFinished(exchanges);
      exchanges.forEach(refuseIfSlow);
      // Node resets this timeout when the next request arrives.
      if (exchanges.length > 0 && socket.timeout !== silenceMs) socket.setTimeout(silenceMs);
    }
  }

  function refuseIfSlow(exchange: TrackedExchange): void {
    if (exchange.bodyReader !== undefined && exchange.lastTick < tick) exchange.bodyReader.stop("too slow");
    else if (arrivesSlowly(exchange)) exchange.refuseAndClose(refusals.tooSlow);
  }

  /** Whether a route reads a body that arrives too slowly. Bytes that have arrived but are not read yet do not count as slow. */
  function arrivesSlowly(exchange: TrackedExchange): boolean {
    const { request, response, measuredAt, measuredBytes, bodyReader } = exchange;
    if (request.complete || response.headersSent || bodyReader !== undefined) return false;
    if (measuredAt + ticksPerTimeout >= tick) return false;
    const { bytesRead } = request.socket;
    const isRead = request.readableFlowing !== null && request.readableLength === 0;
    const isSlow = bytesRead - measuredBytes < leastBytes;
    exchange.measuredAt = tick;
    exchange.measuredBytes = bytesRead;
    return isRead && isSlow;
  }
}

/** Removes the finished exchanges. Requests are read and answered in order, so these come first. */
export function removeFinished(exchanges: TrackedExchange[]): void {
  while (exchanges[0]?.response.closed && exchanges[0].request.complete) exchanges.shift();
}
