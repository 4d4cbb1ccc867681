/** Exchanges of an endpoint that is mounted in another server, such as an Express app. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as refusals from "../endpoint/refusals.ts";
import { NodeExchange, type NodeExchangeOptions } from "./node-exchange.ts";

export interface MountedExchangeOptions extends NodeExchangeOptions {
  /** Called when other code has read the body of a request and has not stored it. */
  readonly onBodyLost: () => void;
  /** Milliseconds within which a body must arrive. */
  readonly bodyTimeoutMs: number;
}

/** The properties that frameworks add to requests. */
interface FrameworkRequest extends IncomingMessage {
  /** The target before a router removed a prefix. */
  readonly originalUrl?: string;
  /** The body, if a body parser has read it. */
  readonly body?: unknown;
}

const utf8 = new TextEncoder();

/** An exchange in another server, in which a body parser may already have read the body. */
export class MountedExchange extends NodeExchange {
  declare readonly request: FrameworkRequest;
  readonly #options: MountedExchangeOptions;

  constructor(request: IncomingMessage, response: ServerResponse, options: MountedExchangeOptions) {
    super(request, response, options);
    this.#options = options;
  }

  override get target(): string {
    return this.request.originalUrl ?? super.target;
  }

  override readBody(): void {
    if (this.request.readableEnded) this.#takeParsedBody();
    else {
      const timer = setTimeout(() => this.bodyReader?.stop("too slow"), this.#options.bodyTimeoutMs);
      const stop = () => clearTimeout(timer);
      this.request.once("end", stop).once("close", stop);
      super.readBody();
    }
  }

  #takeParsedBody(): void {
    const { body } = this.request;
    if (body === undefined) {
      this.#options.onBodyLost();
      this.refuse(refusals.internalError);
      return;
    }
    try {
      this.bodyReader?.append(toBytes(body));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Too many levels for `JSON.stringify`.
      this.bodyReader?.stop("too large");
    }
    this.bodyReader?.end();
  }
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return utf8.encode(typeof body === "string" ? body : JSON.stringify(body));
}
