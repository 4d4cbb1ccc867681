/** One HTTP request with its response. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Called with the HTTP status of each request that the runtime refuses, for metrics. */
export type OnRefusal = (status: number) => void;

/** What all exchanges of a server share. */
export interface ExchangeOptions {
  /** Milliseconds for which a refused client may continue to send its body. */
  readonly lingerMs: number;
  readonly onRefusal: OnRefusal;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly options: ExchangeOptions;
  /** Set while the body is being read. */
  bodyReader: BodyReader | undefined;
}

/** Why a body was not read. */
export type Unread = "too large" | "too slow" | "no room";

/** Reads the body of a message. */
export interface BodyReader {
  /** Stops to read, and has the request refused for this reason. */
  stop(reason: Unread): void;
}
