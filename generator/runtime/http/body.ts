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
  let chunks: Buffer[] | undefined;
  let size = 0;
  exchange.onTooSlow = () => giveUp("too slow");
  request.on("data", onData).on("end", onEnd);

  function onData(chunk: Buffer): void {
    size += chunk.length;
    if (size > maxBytes) giveUp("too large");
    else if (chunks === undefined) chunks = [chunk];
    else chunks.push(chunk);
  }

  function onEnd(): void {
    exchange.onTooSlow = undefined;
    done(chunks?.length === 1 ? chunks[0]! : Buffer.concat(chunks ?? []));
  }

  function giveUp(reason: "too large" | "too slow"): void {
    exchange.onTooSlow = undefined;
    request.off("data", onData).off("end", onEnd);
    done(reason);
  }
}
