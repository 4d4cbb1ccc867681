import type { Exchange } from "./reply.ts";

/**
 * Reads the body of a request and hands it over once, or why there is none; not at all if the client goes away.
 * A callback, no promise: this is the way of every request.
 */
export function readBody(
  exchange: Exchange,
  maxBytes: number,
  done: (body: Buffer | "too large" | "too slow") => void,
): void {
  const { request } = exchange;
  let body: Buffer | undefined;
  let size = 0;
  exchange.onTooSlow = () => giveUp("too slow");
  request.on("data", onData).on("end", onEnd);

  function onData(chunk: Buffer): void {
    if (size + chunk.length > maxBytes) giveUp("too large");
    else {
      body = body === undefined ? chunk : appended(body, size, chunk);
      size += chunk.length;
    }
  }

  function onEnd(): void {
    exchange.onTooSlow = undefined;
    done(body === undefined ? nothing : body.subarray(0, size));
  }

  function giveUp(reason: "too large" | "too slow"): void {
    exchange.onTooSlow = undefined;
    request.off("data", onData).off("end", onEnd);
    done(reason);
  }
}

const nothing = Buffer.alloc(0);

/**
 * The first `size` bytes of a body and one more chunk, with room for others. A list of chunks would cost some 400 bytes for
 * each, and a client may send them with a single byte.
 */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length;
  const roomy = needed <= body.length ? body : Buffer.allocUnsafe(Math.max(needed, 2 * body.length));
  if (roomy !== body) body.copy(roomy, 0, 0, size);
  chunk.copy(roomy, size);
  return roomy;
}
