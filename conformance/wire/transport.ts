/** The interface of the two transports, HTTP and stdio. */
import type { Json } from "../cases/edits.ts";
import type { Broken, Reply } from "./reply.ts";

/** A request in the form in which it is sent. */
export interface WireRequest {
  /** The message as JSON text; absent for a GET or a DELETE. */
  readonly body?: string;
  /** The id of the message, if it expects an answer. */
  readonly id?: Json;
  /** All headers; only over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  /** The method, if it is not POST; only over HTTP. */
  readonly method?: string;
  /** The path, if it is not that of the endpoint; only over HTTP. */
  readonly path?: string;
  /** How long to wait for the answer, if that is shorter than the limit of the transport. */
  readonly timeoutMs?: number;
  /** Wait only for status and headers: the body may never end. Only over HTTP. */
  readonly headOnly?: true;
}

/** Sends messages to a target. It never throws: a problem is part of the reply. */
export interface Transport {
  /** The address or the command, for users. */
  readonly to: string;
  /** HTTP statuses and tokens exist only over Streamable HTTP. */
  readonly kind: "http" | "stdio";
  /** The names of the headers that it adds to every request. */
  readonly headerNames?: readonly string[];
  send(request: WireRequest): Promise<Reply | Broken>;
  close(): void;
  /** Starts another process of the target, with a transport of its own. Absent where nothing says how to start the target. */
  startAgain?(): Transport;
}
