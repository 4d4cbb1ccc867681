/** The refusals of the HTTP transport: status, headers and a JSON-RPC error. */
import { errorJson } from "../messages/answer.ts";
import { invalidRequest, type Malformed, type Message, type RequestId } from "../messages/message.ts";
import type { AuthRules, RateRule, Service } from "../service/service.ts";
import { type ChallengeParameters, challenge } from "./bearer.ts";
import type { HeaderPairs, HttpRefusal } from "./exchange.ts";
import { rateHeaders } from "./rate-limit.ts";

/** The HTTP status is also the JSON-RPC error code: JSON-RPC defines no codes for these errors and does not reserve these numbers. */
function refusal(status: number, message: string, ...headers: HeaderPairs): HttpRefusal {
  return { status, body: errorJson(undefined, status, message), headers };
}

export const wrongHost = refusal(
  403,
  "This server does not accept the host in the request. Use its public address, or ask its operator to allow this host.",
);
export const wrongOrigin = refusal(
  403,
  "Pages of this origin may not call this server. Its operator can allow the origin.",
);
export const hostMissing = refusal(400, "A request must have exactly one Host header.");
export const notFound = refusal(404, "There is nothing at this path.");
export const wrongContentType = refusal(415, "Send a JSON-RPC message with Content-Type: application/json.");
export const encodedBody = refusal(
  415,
  "Send the body without Content-Encoding.",
  "Accept-Encoding",
  "identity",
);
export const unknownExpectation = refusal(417, "This server supports only the expectation 100-continue.");
export const tooSlow = refusal(408, "The request did not arrive in time. Send it again.");
export const brokenBody = refusal(400, "The body of the request is incomplete.");
export const noTunnel = refusal(405, "This server is not a proxy and opens no tunnels.", "Allow", "POST");
export const unknownCoding = refusal(501, "This server supports only the transfer coding chunked.");
export const faultyFraming = refusal(400, "The end of the request body is ambiguous.");
const headersTooLarge = refusal(431, "The headers of the request are too large.");
const chunksTooLarge = refusal(413, "The chunk extensions of the request are too large.");
const notHttp = refusal(400, "This is not a valid HTTP/1.1 request.");
export const stopping = refusal(503, "The server is stopping. Try again shortly.", "Retry-After", "5");
export const unavailable = refusal(
  503,
  "The server cannot answer at the moment. Try again shortly.",
  "Retry-After",
  "1",
);
export const noRoom = refusal(
  503,
  "Too many large messages are being sent at once. Wait for the answers to some of them, then send this one again.",
  "Retry-After",
  "2",
);
export const tooManyStreams = refusal(429, "This account has too many open streams. Close one first.");
export const noMoreStreams = refusal(
  503,
  "The server has reached its limit of open streams. Try again in a minute.",
  "Retry-After",
  "60",
);
export const internalError = refusal(500, "An error occurred inside the server and was logged.");

/** The refusal for an error code of Node's HTTP parser; undefined if the connection itself failed. */
export function ofClientError(code: string | undefined): HttpRefusal | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return chunksTooLarge;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow;
  return code?.startsWith("HPE_") ? notHttp : undefined;
}

export function wrongMethod(path: string): HttpRefusal {
  const message = `Only POST is served at ${path}: there is no event stream to open and no session to end.`;
  return refusal(405, message, "Allow", "POST");
}

export const readOnly = refusal(405, "The metadata of this server can only be read.", "Allow", "GET");
export const readOnlyDocument = refusal(405, "This document can only be read.", "Allow", "GET, HEAD");

export function tooLarge(maxBytes: number): HttpRefusal {
  return refusal(413, `A message has at most ${maxBytes} bytes.`);
}

function sendToken(tokenSource: string | undefined): string {
  const where = tokenSource === undefined ? "" : ` Get one here: ${tokenSource}.`;
  return `Send an Authorization header with "Bearer" and a valid access token.${where}`;
}

/** Returns the answer to clients that look for OAuth although the service has none. Clients show its text to users. */
export function noOAuth({ tokenSource }: AuthRules): HttpRefusal {
  return refusal(404, `This server has no OAuth. ${sendToken(tokenSource)}`);
}

/**
 * @param hasToken whether the request has a token; `error="invalid_token"` needs one (RFC 6750, section 3.1)
 * @param signIn the parameters that let a client sign in, if the service accepts OAuth
 */
export function unauthorized(
  { realm, tokenSource }: AuthRules,
  hasToken: boolean,
  signIn?: Required<Pick<ChallengeParameters, "resource_metadata" | "scope">>,
): HttpRefusal {
  const reason = hasToken
    ? "This access token is not valid: it may be mistyped, expired or revoked."
    : "No access token.";
  const how = signIn === undefined ? "" : ` Or sign in, as ${signIn.resource_metadata} says.`;
  const message = `${reason} ${sendToken(tokenSource)}${how}`;
  const header = challenge(realm, { ...(hasToken && { error: "invalid_token" }), ...signIn });
  return refusal(401, message, "WWW-Authenticate", header);
}

export function malformed({ id, code, message }: Malformed): HttpRefusal {
  return { status: 400, body: errorJson(id, code, message), headers: [] };
}

/**
 * * @param message undefined if it was not read
 * @param ofTools the exceeded rate, if it is a rate of single tools
 */
export function tooMany(
  service: Service,
  message: Message | Malformed | undefined,
  retryAfterSeconds: number,
  ofTools?: RateRule,
): HttpRefusal {
  const what = ofTools ? "calls of this tool" : "requests";
  const text = `Too many ${what}. Try again in ${retryAfterSeconds} s.`;
  const body = errorJson(requestId(message), 429, text, { retryAfterSeconds });
  return { status: 429, body, headers: rateHeaders(service, retryAfterSeconds, ofTools) };
}

/** MCP 2026-07-28, `HeaderMismatchError`. */
export function headerMismatch(message: Message, problem: string): HttpRefusal {
  return { status: 400, body: errorJson(requestId(message), -32020, problem), headers: [] };
}

export function wrongVersion(message: Message, requested: string, supported: readonly string[]): HttpRefusal {
  const text = `This server does not support MCP ${requested.slice(0, 40)}, but ${supported.join(", ")}.`;
  const body = errorJson(requestId(message), invalidRequest, text, { supported, requested });
  return { status: 400, body, headers: [] };
}

/** Returns the id if the message is a request. The id of a response belongs to a request of the server. */
function requestId(message: Message | Malformed | undefined): RequestId | undefined {
  return message?.kind === "request" ? message.id : undefined;
}
