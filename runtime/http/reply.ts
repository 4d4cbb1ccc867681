import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Headers } from "./headers.ts";
import type { Refused } from "./refused.ts";

/** Told the HTTP status of every refusal, for those who count them. */
export type OnRefusal = (status: number) => void;

/** What holds for all exchanges of a server. */
export interface Terms {
  /** How long a client that is told to stop sending may go on. */
  readonly lingerMs: number;
  readonly onRefusal: OnRefusal;
}

/** A request and the response that it will get. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly terms: Terms;
  /** What to do when the body does not arrive in time; there while it is waited for. */
  onTooSlow: (() => void) | undefined;
}

/** An unread body up to this size is read and dropped, so that the connection can carry the next request. */
const droppedBytes = 4 * 1024 * 1024;

/** Sends a whole JSON body. */
export function send(response: ServerResponse, status: number, body: string, headers: Headers = []): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, headersOf(length, headers));
  response.end(body, length === body.length ? "latin1" : "utf8");
}

/** Sends a JSON body of which the end is ready-made. */
export function sendParts(response: ServerResponse, start: string, end: Buffer): void {
  response.writeHead(200, headersOf(Buffer.byteLength(start) + end.length, []));
  response.write(start);
  response.end(end);
}

/** Takes note of a message that needs no answer. */
export function acknowledge(response: ServerResponse, headers: Headers = []): void {
  response.writeHead(202, ["Content-Length", "0", ...headers]);
  response.end();
}

/** Refuses a request, of which the body may not have arrived yet. */
export function refuse(exchange: Exchange, { status, body, headers }: Refused): void {
  exchange.terms.onRefusal(status);
  if (endsSoon(exchange)) send(exchange.response, status, body, headers);
  else sendAndLinger(exchange, status, body, headers);
}

/** Refuses a request of which the rest will not be waited for. */
export function refuseAndEnd({ response, terms }: Exchange, { status, body, headers }: Refused): void {
  terms.onRefusal(status);
  response.shouldKeepAlive = false;
  send(response, status, body, headers);
}

/** Has a client send its body that waits to be told so; one of HTTP/1.0 does not (RFC 9110, section 10.1.1). */
export function askForBody({ request: { headers, httpVersionMinor }, response }: Exchange): void {
  if (headers.expect !== undefined && httpVersionMinor > 0) response.writeContinue();
}

/** Whether the rest of the request is short, and the connection goes on behind it. */
function endsSoon({ request: { complete, headers }, response }: Exchange): boolean {
  if (complete) return true;
  if (!response.shouldKeepAlive) return false;
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= droppedBytes;
}

/**
 * Ending the connection while the client is still sending would reset it, and the client might never read why. So the
 * answer goes out at once, and the connection ends with the body, or a while later.
 */
function sendAndLinger(
  { request, response, terms }: Exchange,
  status: number,
  body: string,
  headers: Headers,
): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, headersOf(Buffer.byteLength(body), headers));
  response.write(body);
  const timer = setTimeout(end, terms.lingerMs);
  request.once("end", end).once("close", end).resume();

  function end(): void {
    clearTimeout(timer);
    response.end();
  }
}

/** A refusal where there is no response object, because there was no request that could be read. */
export function rawReply({ status, body, headers: more }: Refused): string {
  const headers = headersOf(Buffer.byteLength(body), [...more, "Connection", "close"]);
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function headersOf(length: number, more: Headers): string[] {
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
