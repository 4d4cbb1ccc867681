/** Reads the body of a message. */
import type { BodyReader, Exchange } from "./exchange.ts";

/** The body; or the reason why it was not read. */
type Read = (body: Buffer | "too large" | "too slow") => void;

/**
 * Calls `done` once, with the body or the reason why it was not read; never if the client disconnects. Takes a callback and
 * returns no promise, because every request passes here.
 */
export function readBody(exchange: Exchange, maxBytes: number, done: Read): void {
  exchange.bodyReader = new MessageBodyReader(exchange, maxBytes, done);
}

/**
 * A class, because an exchange outlives its request until the next one of its connection. With a closure in a property of the
 * exchange, V8 kept a quarter of all that requests allocate alive until a full collection.
 */
class MessageBodyReader implements BodyReader {
  readonly #exchange: Exchange;
  readonly #maxBytes: number;
  readonly #done: Read;
  #body: Buffer | undefined = undefined;
  #size = 0;

  constructor(exchange: Exchange, maxBytes: number, done: Read) {
    this.#exchange = exchange;
    this.#maxBytes = maxBytes;
    this.#done = done;
    exchange.request.on("data", (chunk: Buffer) => this.#append(chunk)).on("end", () => this.#end());
  }

  stop(reason: "too large" | "too slow"): void {
    this.#exchange.bodyReader = undefined;
    this.#done(reason);
  }

  #append(chunk: Buffer): void {
    if (this.#isStopped) return;
    if (this.#size + chunk.length > this.#maxBytes) {
      this.stop("too large");
      return;
    }
    this.#body = this.#body === undefined ? chunk : appended(this.#body, this.#size, chunk);
    this.#size += chunk.length;
  }

  #end(): void {
    if (this.#isStopped) return;
    this.#exchange.bodyReader = undefined;
    this.#done(this.#body === undefined ? empty : this.#body.subarray(0, this.#size));
  }

  /** What comes after that is discarded. */
  get #isStopped(): boolean {
    return this.#exchange.bodyReader !== this;
  }
}

const empty = Buffer.alloc(0);

/**
 * The first `size` bytes of `body` followed by a chunk, in a buffer with room for more. A list of chunks would cost about
 * 400 bytes for each, and a client may send chunks of one byte.
 */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length;
  const target = needed <= body.length ? body : Buffer.allocUnsafe(Math.max(needed, 2 * body.length));
  if (target !== body) body.copy(target, 0, 0, size);
  chunk.copy(target, size);
  return target;
}
