/** Reads a document that a host shows to everybody, such as a server card or OAuth metadata. */
import { byteLimit, makeCountingFetch } from "./byte-limit.ts";

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined: it is something else. */
  readonly document: unknown;
}

/** Far more than any such document. */
const maxBytes = 2 ** 20;

/** Sends no token, and follows no redirect. Returns undefined if the host does not answer. */
export async function getDocument(
  address: URL,
  timeoutMs: number,
  headers: Readonly<Record<string, string>>,
  more: Pick<RequestInit, "method" | "body"> = {},
): Promise<PublicAnswer | undefined> {
  const stop = new AbortController();
  const limit = byteLimit(maxBytes, () => stop.abort());
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await makeCountingFetch(limit)(address, { ...more, headers, signal });
    const { status, headers: answered } = response;
    const text = await readText(response);
    return { status, headers: answered, text, document: toJson(text) };
  } catch {
    return undefined;
  }
}

/** An event stream is no document, and may never end. */
async function readText(response: Response): Promise<string> {
  if (!/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? ""))
    return await response.text();
  await response.body?.cancel();
  return "";
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
