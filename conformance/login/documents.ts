/** Fetches the JSON documents of OAuth: no redirect is followed, and size and time are limited. */
import { type JsonObject, parseObject } from "../cases/edits.ts";

const timeoutMs = 10_000;
const maxBytes = 2 ** 20;

/** A sign-in that cannot go on; the message says why, and what to do. It may quote a server, in at most 500 characters. */
export class LoginError extends Error {
  override readonly name = "LoginError";

  constructor(message: string) {
    super(message.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ").slice(0, 500));
  }
}

export interface FetchedDocument {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the answer is not a JSON object. */
  readonly body: JsonObject | undefined;
}

/** @throws LoginError if there is no answer in time, or if the address could be read on the way */
export async function fetchDocument(url: URL, init: RequestInit = {}): Promise<FetchedDocument> {
  if (!isProtected(url)) throw new LoginError(`${url.origin} is neither https nor on this machine`);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const text = await readText(response);
    return { status: response.status, headers: response.headers, body: parseObject(text) };
  } catch (error) {
    if (error instanceof LoginError) throw error;
    throw new LoginError(`${url.origin} does not answer: ${reason(error)}`);
  }
}

/** An event stream, which may never end, is not a document. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return "";
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new LoginError(`${new URL(response.url).origin} sends more than 1 MiB`);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Codes and tokens travel only over TLS, or on this machine (OAuth 2.1, section 1.5). */
export function isProtected(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** Whether a server elsewhere names an address on this machine: it would reach services that only this machine reaches. */
export function leadsInside(from: URL, to: URL): boolean {
  return isLoopback(to) && !isLoopback(from);
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `not within ${timeoutMs / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
