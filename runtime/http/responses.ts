/** Sends answers and refusals over HTTP. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Exchange } from "./exchange.ts";
import type { HeaderPairs } from "./headers.ts";
import type { HttpRefusal } from "./refusals.ts";

/** A refused body up to this size is read and discarded, so that the connection can carry the next request. */
const maxDiscardedBytes = 4 * 1024 * 1024;

/** Sends a JSON body. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: HeaderPairs = [],
): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, headersOf(length, headers));
  response.end(body, length === body.length ? "latin1" : "utf8");
}

/** Sends a JSON body whose end is serialised already (`Answer.prebuiltEnd`). */
export function sendWithPrebuiltEnd(response: ServerResponse, start: string, end: Buffer): void {
  response.writeHead(200, headersOf(Buffer.byteLength(start) + end.length, []));
  response.write(start);
  response.end(end);
}

/** Answers 202 to a notification or response. */
export function acknowledge(response: ServerResponse, headers: HeaderPairs = []): void {
  response.writeHead(202, ["Content-Length", "0", ...headers]);
  response.end();
}

/** Refuses a request, even if its body has not arrived yet. */
export function refuse(exchange: Exchange, { status, body, headers }: HttpRefusal): void {
  exchange.options.onRefusal(status);
  if (canDiscardRest(exchange)) send(exchange.response, status, body, headers);
  else sendAndLinger(exchange, status, body, headers);
}

/** Refuses a request and closes its connection without waiting for the rest of the body. */
export function refuseAndClose(
  { response, options }: Exchange,
  { status, body, headers }: HttpRefusal,
): void {
  options.onRefusal(status);
  response.shouldKeepAlive = false;
  send(response, status, body, headers);
}

/** Sends `100 Continue` to a client that waits for it; HTTP/1.0 has no such thing (RFC 9110, section 10.1.1). */
export function sendContinue({ request: { headers, httpVersionMinor }, response }: Exchange): void {
  if (headers.expect !== undefined && httpVersionMinor > 0) response.writeContinue();
}

/** Whether the rest of the request is short and the connection stays open. */
function canDiscardRest({ request: { complete, headers }, response }: Exchange): boolean {
  if (complete) return true;
  if (!response.shouldKeepAlive) return false;
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= maxDiscardedBytes;
}

/**
 * Sends the answer at once, and closes the connection at the end of the body or after `lingerMs`. Closing it while the client
 * is sending would reset it, and the client might not read the answer.
 */
function sendAndLinger(
  { request, response, options }: Exchange,
  status: number,
  body: string,
  headers: HeaderPairs,
): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, headersOf(Buffer.byteLength(body), headers));
  response.write(body);
  const timer = setTimeout(end, options.lingerMs);
  request.once("end", end).once("close", end).resume();

  function end(): void {
    clearTimeout(timer);
    response.end();
  }
}

/** A refusal as the text of an HTTP response, for input for which Node makes no response object. */
export function rawResponse({ status, body, headers: more }: HttpRefusal): string {
  const headers = headersOf(Buffer.byteLength(body), [...more, "Connection", "close"]);
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function headersOf(length: number, more: HeaderPairs): string[] {
  return [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(length),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
    ...more,
  ];
}
