/** The Streamable HTTP transport of the suite. */
import http from "node:http";
import https from "node:https";
import { StringDecoder } from "node:string_decoder";
import { rootCertificates } from "node:tls";
import { type Json, type JsonObject, parseObject } from "../cases/edits.ts";
import { makeEventReader } from "./event-stream.ts";
import { type Broken, joinHeaders, type Limits, type Reply } from "./reply.ts";
import { startReplyTimer } from "./reply-timer.ts";
import { answerServerRequest } from "./server-requests.ts";
import type { Transport, WireRequest } from "./transport.ts";

const streamCloseDelayMs = 1_000;

export interface HttpOptions {
  readonly url: URL;
  /** Headers of every request; those of a request replace them. Their names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** The number of connections that are kept open. */
  readonly parallel: number;
  /** Certificates (PEM) to trust in addition to the usual ones. */
  readonly ca?: string;
}

/**
 * Creates a transport to one target. It never throws, never follows a redirect (so the token is never sent to another host), and
 * stops waiting at its limits. Proxies are read from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
 */
export function httpTransport({ url, headers = {}, limits, parallel, ca }: HttpOptions): Transport {
  const secure = url.protocol === "https:";
  const settings = {
    keepAlive: true,
    maxSockets: parallel,
    scheduling: "lifo" as const,
    proxyEnv: process.env,
  };
  const agent = secure
    ? new https.Agent({ ...settings, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) })
    : new http.Agent(settings);
  const closing = new AbortController();
  const endpoint: Endpoint = {
    open: secure ? https.request : http.request,
    url,
    headers,
    agent,
    limits,
    closed: closing.signal,
  };
  return {
    to: url.href,
    kind: "http",
    headerNames: Object.keys(headers),
    send: (request) => exchange(endpoint, request),
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

/** The objects that send requests to the target. */
interface Endpoint {
  readonly open: typeof http.request;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: http.Agent;
  readonly limits: Limits;
  /** Aborted when the transport is closed. */
  readonly closed: AbortSignal;
}

function exchange(endpoint: Endpoint, wanted: WireRequest): Promise<Reply | Broken> {
  const { open, url, agent, limits, closed } = endpoint;
  const own = ownHeaders(endpoint, wanted);
  const { method = "POST", path, headers, body, id } = wanted;
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const at = path === undefined ? url : new URL(path, url);
    const request = open(at, { method, agent, headers: { ...own, ...headers, ...length }, signal: closed });
    const timeoutMs = Math.min(wanted.timeoutMs ?? limits.timeoutMs, limits.timeoutMs);
    const stopTimer = startReplyTimer(timeoutMs, () =>
      finish({ problem: `no complete answer within ${timeoutMs / 1000} s` }),
    );
    let reader: ReturnType<typeof bodyReader> | undefined;
    request.once("response", (response) => {
      if (wanted.headOnly) {
        finish({
          status: response.statusCode ?? 0,
          headers: joinHeaders(response.headers),
          body: "",
          messages: [],
        });
        return;
      }
      reader = bodyReader(response, { maxBytes: limits.maxBytes, id, finish, onServerRequest });
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as it was reused, so it has not read the request.
      const isUnread = request.reusedSocket && isCut(error) && reader === undefined;
      if (isUnread && !closed.aborted) resolve(exchange(endpoint, wanted));
      finish(brokenReply(error));
    });
    request.end(body);

    /** The answer is a message of its own (MCP 2025-11-25, Transports, Sending Messages to the Server). */
    function onServerRequest(answer: string): void {
      void exchange(endpoint, { headers, body: answer, ...(path !== undefined && { path }) });
    }

    function finish(outcome: Reply | Broken, connectionIsGood = false): void {
      stopTimer();
      resolve("problem" in outcome ? { ...reader?.partialReply(), ...outcome } : outcome);
      if (!connectionIsGood) request.destroy();
    }
  });
}

/** The headers of the endpoint that a request does not replace. */
function ownHeaders({ headers }: Endpoint, { headers: others }: WireRequest): Record<string, string> {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}

type Finish = (outcome: Reply | Broken, connectionIsGood?: boolean) => void;

interface ReadOptions {
  readonly maxBytes: number;
  /** The id of the wanted answer; undefined if the whole body is wanted. */
  readonly id: Json | undefined;
  readonly finish: Finish;
  /** Called with the answer to each request of the server. */
  onServerRequest(answer: string): void;
}

/** Reads a reply until the wanted answer is complete. */
function bodyReader(
  response: http.IncomingMessage,
  { maxBytes, id, finish, onServerRequest }: ReadOptions,
): { partialReply(): { status: number; body: string } } {
  const status = response.statusCode ?? 0;
  const decoder = new StringDecoder("utf8");
  const isStream = mediaType(response) === "text/event-stream";
  const messages: JsonObject[] = [];
  const readEvents = makeEventReader((data) => {
    const message = parseObject(data);
    if (message === undefined) finish({ problem: "an event of the stream is not a JSON-RPC message" });
    else {
      messages.push(message);
      const answer = answerServerRequest(message);
      if (answer !== undefined) onServerRequest(answer);
      // The response of the stream has the id of the request (JSON-RPC 2.0, section 5). After one that has another id, none follows.
      if (id !== undefined && message.method === undefined) {
        finish(reply(), true);
        // Most servers end the stream after the answer; others would keep the connection open.
        closeTimer = setTimeout(() => response.destroy(), streamCloseDelayMs).unref();
      }
    }
  });
  let closeTimer: NodeJS.Timeout | undefined;
  response.once("close", () => clearTimeout(closeTimer));
  let bytes = 0;
  const parts: string[] = [];
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      finish({ problem: `an answer of more than ${maxBytes} bytes`, tooLarge: true });
      return;
    }
    const text = decoder.write(chunk);
    parts.push(text);
    if (isStream) readEvents(text);
  });
  response.once("end", () => {
    if (isStream) readEvents("\n\n");
    const message =
      isStream || mediaType(response) !== "application/json" ? undefined : parseObject(parts.join(""));
    if (message) messages.push(message);
    finish(reply(), true);
  });
  response.once("error", (error) => finish(brokenReply(error)));
  return {
    // Copy the text: a slice would keep the whole text in memory.
    partialReply: () => ({ status, body: Buffer.from(parts.join("")).toString("utf8", 0, 10_000) }),
  };

  function reply(): Reply {
    return { status, headers: joinHeaders(response.headers), body: parts.join(""), messages };
  }
}

function mediaType({ headers }: http.IncomingMessage): string {
  return (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
}

const unknownAuthority = "the certificate is from an unknown authority; set it with --ca FILE";

/** Error code of Node.js -> the reason why the target cannot be reached. */
const unreachableReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EHOSTUNREACH: "there is no route to that host",
  ENETUNREACH: "this machine has no route to that network",
  EAI_AGAIN: "the name of the host cannot be looked up, so this machine may have no network",
  ETIMEDOUT: "the host does not answer",
  EPROTO: "the port does not support TLS: use http://",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed; set its authority with --ca FILE",
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
};

function brokenReply(error: NodeJS.ErrnoException): Broken {
  const { code = "", message } = error;
  if (Object.hasOwn(unreachableReasons, code))
    return { problem: unreachableReasons[code]!, unreachable: true };
  if (code === "ABORT_ERR") return { problem: "the run ended before the answer came" };
  if (code.startsWith("HPE_")) return { problem: `the answer is not HTTP/1.1 (${code})` };
  if (isCut(error)) return { problem: "the connection was cut" };
  return { problem: message || code };
}

/** Whether the server closed the connection; writing to it may show that before reading does. */
function isCut({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNRESET" || code === "EPIPE";
}
