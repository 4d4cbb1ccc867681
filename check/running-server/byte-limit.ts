/** Counts the bytes that a server sends, so that a server that never stops cannot fill the memory. */
export interface ByteLimit {
  /** In bytes. */
  readonly max: number;
  add(bytes: number): void;
  /** Counts the bytes that follow by themselves, until the function that is returned is called. */
  countApart(max: number, onExceeded: () => void): () => void;
}

/** @param onExceeded is called once, when there are more bytes */
export function byteLimit(max: number, onExceeded: () => void): ByteLimit {
  const whole = makeCounter(max, onExceeded);
  let add = whole;
  return {
    max,
    add: (bytes) => add(bytes),
    countApart(maxApart, onExceededApart) {
      add = makeCounter(maxApart, onExceededApart);
      return () => {
        add = whole;
      };
    },
  };
}

function makeCounter(max: number, onExceeded: () => void): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    if (total > max) return;
    total += bytes;
    if (total > max) onExceeded();
  };
}

/** A `fetch` that counts the bytes of response bodies as they arrive, and follows no redirect. */
export function makeCountingFetch(limit: ByteLimit): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    const { body, status, statusText, headers } = response;
    const isRedirect = status < 200 || (status >= 300 && status < 400);
    if (!body || isRedirect) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        limit.add(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counter), { status, statusText, headers });
  };
}
