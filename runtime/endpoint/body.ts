/** Reads the body of a message. */
import type { BodyReader, Exchange, Unread } from "./exchange.ts";
import type { Reservation, SharedBudget } from "./shared-budget.ts";

/** Receives the body, or the reason why it was not read. */
type Read = (body: Uint8Array | Unread) => void;

export interface BodyLimits {
  readonly maxBytes: number;
  /** The memory for the bodies of all requests that are not answered yet. */
  readonly budget: SharedBudget;
}

/** Smaller bodies are not counted: almost all are smaller, and counting would cost more than it saves. */
const uncountedBytes = 16 * 1024;

/**
 * Calls `done` once, with the body or the reason why it was not read; never if the client disconnects. Takes a callback and
 * returns no promise, because every request passes here.
 */
export function readBody(exchange: Exchange, limits: BodyLimits, caller: string, done: Read): void {
  exchange.bodyReader = new MessageBodyReader(exchange, limits, caller, done);
  exchange.readBody();
}

/**
 * A class, because an exchange outlives its request until the next one of its connection. With a closure in a property of the
 * exchange, V8 kept a quarter of all that requests allocate alive until a full collection.
 */
class MessageBodyReader implements BodyReader {
  readonly #exchange: Exchange;
  readonly #limits: BodyLimits;
  /** The caller whose share of the budget the body uses. */
  readonly #caller: string;
  readonly #done: Read;
  #reservation: Reservation | undefined = undefined;
  #body: Uint8Array | undefined = undefined;
  #size = 0;

  constructor(exchange: Exchange, limits: BodyLimits, caller: string, done: Read) {
    this.#exchange = exchange;
    this.#limits = limits;
    this.#caller = caller;
    this.#done = done;
  }

  stop(reason: Unread): void {
    this.#exchange.bodyReader = undefined;
    this.#body = undefined;
    this.#reservation?.release();
    this.#done(reason);
  }

  append(chunk: Uint8Array): void {
    if (this.#isStopped) return;
    const size = this.#size + chunk.length;
    if (size > this.#limits.maxBytes) this.stop("too large");
    else if (size > uncountedBytes && !this.#reserve(size)) this.stop("no room");
    else {
      this.#body = this.#body === undefined ? chunk : appendChunk(this.#body, this.#size, chunk);
      this.#size = size;
    }
  }

  /** Reserves memory until the request is answered, since the parsed value needs at least as much as the body. */
  #reserve(size: number): boolean {
    if (this.#reservation !== undefined) return this.#reservation.grow(size - this.#size);
    const reservation = this.#limits.budget.open(this.#caller, () => this.stop("no room"));
    this.#reservation = reservation;
    this.#exchange.onClose(reservation.release);
    return reservation.grow(size);
  }

  end(): void {
    if (this.#isStopped) return;
    this.#exchange.bodyReader = undefined;
    this.#reservation?.complete();
    const body = this.#body ?? empty;
    // Almost all bodies are one chunk, and a view of it would be one more object.
    this.#done(body.length === this.#size ? body : body.subarray(0, this.#size));
  }

  /** Whether reading has stopped. Later chunks are discarded. */
  get #isStopped(): boolean {
    return this.#exchange.bodyReader !== this;
  }
}

const empty = new Uint8Array(0);

/**
 * Returns the first `size` bytes of `body` followed by a chunk, in an array with room for more. A list of chunks would cost
 * about 400 bytes for each, and a client may send chunks of one byte.
 */
function appendChunk(body: Uint8Array, size: number, chunk: Uint8Array): Uint8Array {
  const needed = size + chunk.length;
  const target = needed <= body.length ? body : new Uint8Array(Math.max(needed, 2 * body.length));
  if (target !== body) target.set(body.subarray(0, size));
  target.set(chunk, size);
  return target;
}
