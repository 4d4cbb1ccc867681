import { errorText } from "../dispatch/answer.ts";
import { invalidRequest, type Malformed, type Message, type RequestId } from "../dispatch/message.ts";
import type { AuthRules, Service } from "../service.ts";
import { challenge } from "./bearer.ts";
import type { Headers } from "./headers.ts";
import { rateHeaders } from "./rate.ts";

/** An answer of the gate itself: the request came no further. */
export interface Refused {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

/** The code of a refusal that JSON-RPC has no code for is its HTTP status: outside of what JSON-RPC reserves. */
function refused(status: number, message: string, headers: Headers = [], data?: unknown): Refused {
  return { status, body: errorText(undefined, status, message, data), headers };
}

export const wrongHost = refused(
  403,
  "This server does not answer to the host in the request. Use its public address, or have its operator allow this one.",
);
export const wrongOrigin = refused(
  403,
  "Pages of this origin may not call this server. Its operator can allow the origin.",
);
export const hostMissing = refused(400, "A request carries exactly one Host header.");
export const notFound = refused(404, "There is nothing at this path.");
export const wrongContentType = refused(415, "Send a JSON-RPC message with Content-Type: application/json.");
export const encodedBody = refused(415, "Send the body without Content-Encoding.", [
  "Accept-Encoding",
  "identity",
]);
export const unknownExpectation = refused(417, "Of expectations, this server meets only 100-continue.");
export const tooSlow = refused(408, "The request did not arrive in time. Send it again.");
export const noTunnel = refused(405, "This server is no proxy: it opens no tunnels.", ["Allow", "POST"]);
export const unknownCoding = refused(501, "Of transfer codings, this server knows only chunked.");
export const faultyFraming = refused(400, "Where the body of the request ends cannot be told for sure.");
const headersTooLarge = refused(431, "The headers of the request are too large.");
const chunksTooLarge = refused(413, "The chunk extensions of the request are too large.");
const notHttp = refused(400, "This is not a valid HTTP/1.1 request.");
export const stopping = refused(503, "The server is stopping. Try again shortly.", ["Retry-After", "5"]);
export const broken = refused(500, "Something went wrong inside the server, and it has been logged.");
/** What to say about an error code of Node's HTTP parser; undefined if the connection itself failed. */
export function ofClientError(code: string | undefined): Refused | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return chunksTooLarge;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow;
  return code?.startsWith("HPE_") ? notHttp : undefined;
}

export function wrongMethod(path: string): Refused {
  return refused(
    405,
    `Only POST is served at ${path}: there is no event stream to open and no session to end.`,
    ["Allow", "POST"],
  );
}

export function tooLarge(maxBytes: number): Refused {
  return refused(413, `A message has at most ${maxBytes} bytes.`);
}

/** `sent`: whether the request carried a token at all; only then is it called invalid (RFC 6750, section 3.1). */
export function unauthorized({ realm, tokenSource }: AuthRules, sent: boolean): Refused {
  const happened = sent
    ? "This access token is not valid: it may be mistyped, expired or revoked."
    : "No access token.";
  const where = tokenSource === undefined ? "" : ` Get one here: ${tokenSource}.`;
  const message = `${happened} Send an Authorization header with "Bearer" and a valid access token.${where}`;
  const header = challenge(realm, sent ? { error: "invalid_token" } : {});
  return refused(401, message, ["WWW-Authenticate", header]);
}

export function malformed({ id, code, message }: Malformed): Refused {
  return { status: 400, body: errorText(id, code, message), headers: [] };
}

/** The id of a response is that of a request of ours, so it is not echoed. */
export function tooMany(service: Service, message: Message, retryAfterSeconds: number): Refused {
  const text = `Too many requests. Try again in ${retryAfterSeconds} s.`;
  const body = errorText(requestId(message), 429, text, { retryAfterSeconds });
  return { status: 429, body, headers: rateHeaders(service, retryAfterSeconds) };
}

/** MCP 2026-07-28, `HeaderMismatchError`. */
export function headerMismatch(message: Message, problem: string): Refused {
  return { status: 400, body: errorText(requestId(message), -32020, problem), headers: [] };
}

export function wrongVersion(message: Message, requested: string, supported: readonly string[]): Refused {
  const text = `This server does not speak MCP ${requested.slice(0, 40)}, but ${supported.join(", ")}.`;
  const body = errorText(requestId(message), invalidRequest, text, { supported, requested });
  return { status: 400, body, headers: [] };
}

function requestId(message: Message): RequestId | undefined {
  return message.kind === "request" ? message.id : undefined;
}
