/** One HTTP request to the endpoint and its answer, independent of the server API. `http/` implements it for `node:http` and for `fetch`. */
import type { FairQueue } from "./fair-queue.ts";

/** Header names and values alternate. This avoids an object for each answer. */
export type HeaderPairs = readonly string[];

/** Called with the HTTP status of each request that the runtime refuses, for metrics. */
export type OnRefusal = (status: number) => void;

/** An answer that refuses a request. */
export interface HttpRefusal {
  readonly status: number;
  readonly body: string;
  readonly headers: HeaderPairs;
}

export interface Exchange {
  readonly method: string;
  /** The whole URL, as the client sent it. */
  readonly url: string;
  /** Runs work that blocks the event loop, one caller after the other. If undefined, such work runs at once. */
  readonly queue: FairQueue | undefined;
  /** The URL of this server for which the caller's OAuth token was issued; undefined for other tokens. */
  resource: string | undefined;
  /** Set while the body is being read. */
  bodyReader: BodyReader | undefined;
  /** The value of a header, whose name is in lower case; several values are joined by commas, or only the first is kept. */
  header(name: string): string | undefined;
  /** Whether a header occurs more than once although its value does not show it. */
  isRepeated(name: string): boolean;
  /** The IP address of the client. */
  address(): string;
  /** Passes the body to `bodyReader`. If the client disconnects, no more is passed. */
  readBody(): void;
  /** Sends 100 (Continue) to a client that waits for it before it sends the body. */
  sendContinue(): void;
  /** Adds a header to the answer that follows. */
  addHeader(name: string, value: string): void;
  /**
   * Answers with JSON.
   * @param end the rest of the body, if it was serialised before
   */
  send(status: number, body: string, end?: Uint8Array): void;
  /** Answers without a body. */
  sendEmpty(status: number, headers: HeaderPairs): void;
  /** Answers 200 with a body that follows in parts. */
  openStream(headers: HeaderPairs): void;
  /** The body of an answer that was opened with `openStream`. */
  readonly stream: AnswerStream;
  /** Refuses the request, even if its body has not arrived yet. */
  refuse(refusal: HttpRefusal): void;
  /** Refuses the request without waiting for the rest of its body. */
  refuseAndClose(refusal: HttpRefusal): void;
  /** Refuses the request, or aborts its answer if that has begun. */
  breakOff(refusal: HttpRefusal): void;
  /** Registers a listener for the end of the exchange: the answer is sent, or the client has disconnected. */
  onClose(listener: () => void): void;
}

/** The body of an answer, in parts. */
export interface AnswerStream {
  /** Whether parts can be written: the client is there, and reads fast enough. */
  readonly isReady: boolean;
  write(text: string): void;
  end(): void;
}

/** The reason why a body was not read. */
export type Unread = "too large" | "too slow" | "no room";

/** Receives the body of a message. */
export interface BodyReader {
  append(chunk: Uint8Array): void;
  end(): void;
  /** Stops reading, so that the request is refused for this reason. */
  stop(reason: Unread): void;
}
