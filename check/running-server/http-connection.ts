/** Streamable HTTP: each request is a POST, whose answer is JSON or an event stream. */
import { isUtf8 } from "node:buffer";
import { isSchemaObject } from "@toolwright/json-schema";
import type { ByteLimit } from "./byte-limit.ts";
import { makeCountingFetch } from "./byte-limit.ts";
import type { Connection } from "./connection.ts";
import {
  answerTo,
  HttpError,
  type IncomingMessage,
  NotMcpError,
  notUtf8,
  type OutgoingMessage,
  type Result,
  readResult,
  withId,
} from "./messages.ts";
import { isModern } from "./versions.ts";

/** How long a server may take to end the session. */
const closeTimeoutMs = 2_000;

export class HttpConnection implements Connection {
  readonly stderr = "";
  readonly strayOutput = "";
  unmatchedAnswer = "";
  readonly unfinishedLine = "";
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #closing = new AbortController();
  #lastId = 0;
  #version: string | undefined;
  #session: string | undefined;

  constructor(url: URL, headers: Readonly<Record<string, string>>, limit: ByteLimit) {
    this.#url = url;
    this.#headers = headers;
    this.#fetch = makeCountingFetch(limit);
  }

  /** Nothing to start: each request stands alone. */
  async start(): Promise<void> {}

  useVersion(version: string): void {
    this.#version = version;
  }

  async request(method: string, params: Result): Promise<Result> {
    const id = ++this.#lastId;
    const response = await this.#post({ jsonrpc: "2.0", id, method, params }, this.#signal);
    this.#session ??= response.headers.get("mcp-session-id") ?? undefined;
    return readResult(await this.#answerIn(response, id));
  }

  async notify(method: string): Promise<void> {
    const response = await this.#post({ jsonrpc: "2.0", method }, this.#signal);
    await response.body?.cancel();
    if (!response.ok)
      throw new HttpError(response.status, response.statusText, response.headers.get("www-authenticate"));
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    if (this.#session === undefined) return;
    await fetch(this.#url, {
      method: "DELETE",
      headers: this.#ownHeaders(),
      // A redirect would send the headers to another host.
      redirect: "manual",
      signal: AbortSignal.timeout(closeTimeoutMs),
    }).catch(() => undefined);
  }

  get #signal(): AbortSignal {
    return this.#closing.signal;
  }

  async #post(message: OutgoingMessage, signal: AbortSignal): Promise<Response> {
    return await this.#fetch(this.#url, {
      method: "POST",
      headers: {
        ...this.#ownHeaders(message),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(message),
      signal,
    });
  }

  #ownHeaders({ method, params }: Partial<OutgoingMessage> = {}): Record<string, string> {
    const version = this.#version;
    const isNamed = version !== undefined && isModern(version) && method !== undefined;
    const name = isSchemaObject(params) && method === "tools/call" ? params.name : undefined;
    return {
      ...this.#headers,
      ...(version !== undefined && { "mcp-protocol-version": version }),
      ...(isNamed && { "mcp-method": method }),
      ...(isNamed && typeof name === "string" && { "mcp-name": headerText(name) }),
      ...(this.#session !== undefined && { "mcp-session-id": this.#session }),
    };
  }

  async #answerIn(response: Response, id: number): Promise<IncomingMessage> {
    const { status, headers, ok } = response;
    if (status >= 300 && status < 400) throw new HttpError(status, headers.get("location") ?? "");
    const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
    if (type === "text/event-stream" && ok) return await this.#answerInStream(response, id);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const message = type === "application/json" ? parseMessage(text) : undefined;
    // A refused version is a 400 with an error of JSON-RPC.
    const isRefusal = status === 400 && isSchemaObject(message?.error);
    if (!ok && !isRefusal) throw new HttpError(status, text, headers.get("www-authenticate"));
    if (message === undefined) throw new NotMcpError(noMessage(type));
    if (!isUtf8(bytes)) throw new NotMcpError(notUtf8);
    return this.#matched(message, id, text);
  }

  /** @throws NotMcpError for the answer to another request, since each request has a response of its own */
  #matched(message: IncomingMessage, id: number, text: string): IncomingMessage {
    this.unmatchedAnswer = text;
    const matched = withId(message, id);
    this.unmatchedAnswer = "";
    return matched;
  }

  async #answerInStream(response: Response, id: number): Promise<IncomingMessage> {
    for await (const data of eventsIn(response)) {
      const message = parseMessage(data);
      if (message === undefined) continue;
      // The stream may stay open, so that the wrong answer is all that comes.
      if (message.method === undefined) return this.#matched(message, id, data);
      const answer = answerTo(message);
      if (answer)
        void this.#post(answer, this.#signal).then(
          (reply) => reply.body?.cancel(),
          () => undefined,
        );
    }
    throw new NotMcpError("the event stream ended without an answer");
  }
}

/** A text as the value of a header: encoded unless it is plain ASCII (MCP 2026-07-28, Transports, Value Encoding). */
function headerText(text: string): string {
  return /^[!-~]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

function noMessage(type: string): string {
  return type === "application/json"
    ? "the answer is not JSON"
    : `unexpected content type: ${type || "none"}`;
}

function parseMessage(text: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSchemaObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The data of each event of a stream (WHATWG HTML, section 9.2). Ends with the stream, which is cancelled when the caller stops. */
async function* eventsIn(response: Response): AsyncGenerator<string> {
  let rest = "";
  let data: string[] = [];
  const texts = response.body?.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })) ?? [];
  for await (const chunk of texts) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      yield data.join("\n");
      data = [];
    }
  }
  if (rest.startsWith("data:")) data.push(rest.slice(5).replace(/^ /, ""));
  if (data.length > 0) yield data.join("\n");
}
