/** Sends requests to authorization servers: no redirects, at most 5 s and 256 KiB, JSON only from HTTP 200. */

const timeoutMs = 5_000;
const maxBytes = 256 * 1024;

/** Sends a request. Rejects unless the answer is HTTP 200 within the bounds. Reads the whole body into memory. */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, redirect: "manual", signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).origin} answered HTTP ${response.status}`);
  }
  return new Response(await readBounded(response), { status: 200 });
}

async function readBounded({ body, url }: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`${new URL(url).origin} sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** Whether secrets and keys may be sent to a URL: https, or http to loopback, which tests and development use. */
export function isTrustworthyUrl(text: unknown): text is string {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}
