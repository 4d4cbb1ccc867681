/** The interface of the two transports, HTTP and stdio. */
import type { Json } from "../cases/edits.ts";
import type { Broken, Reply } from "./reply.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly body?: string;
  /** The id of the message, if it expects an answer. */
  readonly id?: Json;
  /** All headers; only over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  /** Another method than POST; only over HTTP. */
  readonly method?: string;
  /** Another path than the endpoint's; only over HTTP. */
  readonly path?: string;
  /** Wait only for status and headers: the body may never end. Only over HTTP. */
  readonly headOnly?: true;
}

/** Carries messages to a target. It never throws: a problem is part of the reply. */
export interface Transport {
  /** The address or the command, for people. */
  readonly to: string;
  /** HTTP statuses and tokens exist only over Streamable HTTP. */
  readonly kind: "http" | "stdio";
  send(request: WireRequest): Promise<Reply | Broken>;
  close(): void;
}
