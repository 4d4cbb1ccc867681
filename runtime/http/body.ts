/** Reads the body of a message. */
import type { Exchange } from "./exchange.ts";

/**
 * Calls `done` once, with the body or the reason why it was not read; never if the client disconnects. Takes a callback and
 * returns no promise, because every request passes here.
 */
export function readBody(
  exchange: Exchange,
  maxBytes: number,
  done: (body: Buffer | "too large" | "too slow") => void,
): void {
  const { request } = exchange;
  let body: Buffer | undefined;
  let size = 0;
  exchange.onBodyTimeout = () => stop("too slow");
  request.on("data", onData).on("end", onEnd);

  function onData(chunk: Buffer): void {
    if (size + chunk.length > maxBytes) stop("too large");
    else {
      body = body === undefined ? chunk : appended(body, size, chunk);
      size += chunk.length;
    }
  }

  function onEnd(): void {
    exchange.onBodyTimeout = undefined;
    done(body === undefined ? empty : body.subarray(0, size));
  }

  function stop(reason: "too large" | "too slow"): void {
    exchange.onBodyTimeout = undefined;
    request.off("data", onData).off("end", onEnd);
    done(reason);
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
