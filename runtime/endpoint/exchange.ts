/** One HTTP request to the endpoint with its answer, whatever carries it. `http/` implements it for `node:http` and for `fetch`. */
import type { FairQueue } from "./fair-queue.ts";

/** Header names and values in turn; this avoids building an object for each answer. */
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
  /** Runs what blocks the event loop, one caller after the other; undefined: at once. */
  readonly queue: FairQueue | undefined;
  /** Set where the caller's token is one of OAuth: the URL of this server, for which it was issued. */
  resource: string | undefined;
  /** Set while the body is being read. */
  bodyReader: BodyReader | undefined;
  /** The value of a header, whose name is in lower case; several values are joined by commas, or all but the first are lost. */
  header(name: string): string | undefined;
  /** Whether a header occurs more than once, where that cannot be seen from its value. */
  isRepeated(name: string): boolean;
  /** The IP address of the client. */
  address(): string;
  /** Gives the body to `bodyReader`; nothing more if the client disconnects. */
  readBody(): void;
  /** Tells a client that waits for it to send the body. */
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
  /** Refuses the request, or breaks its answer off if that has begun. */
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

/** Why a body was not read. */
export type Unread = "too large" | "too slow" | "no room";

/** Takes the body of a message. */
export interface BodyReader {
  append(chunk: Uint8Array): void;
  end(): void;
  /** Stops to read, and has the request refused for this reason. */
  stop(reason: Unread): void;
}
