/** Keeps track of the sessions that a target opens, so that the suite can end them. */
import { makeHeaders, sessionHeader } from "./client.ts";
import { type Broken, isBroken, type Reply } from "./reply.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** A transport that records every session that the target opens over it. */
export class SessionTransport implements Transport {
  readonly #transport: Transport;
  /** Session id -> the request that ends it. */
  readonly #open = new Map<string, WireRequest>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get to(): string {
    return this.#transport.to;
  }

  get kind(): Transport["kind"] {
    return this.#transport.kind;
  }

  get headerNames(): readonly string[] {
    return this.#transport.headerNames ?? [];
  }

  async send(request: WireRequest): Promise<Reply | Broken> {
    const reply = await this.#transport.send(request);
    if (!isBroken(reply)) this.#record(request, reply);
    return reply;
  }

  close(): void {
    this.#transport.close();
  }

  /** The number of open sessions. */
  openSessions(): number {
    return this.#open.size;
  }

  /**
   * Ends every session with a DELETE, as clients should (MCP 2025-11-25, Transports, Session Management). A target
   * may refuse that and keep the session.
   */
  async endSessions(): Promise<void> {
    const requests = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(requests.map((request) => this.#transport.send(request)));
  }

  #record(request: WireRequest, { status, headers, messages }: Reply): void {
    const used = findHeader(request, sessionHeader) ?? "";
    if (request.method === "DELETE" && status < 300) this.#open.delete(used);
    const opened = headers[sessionHeader.toLowerCase()];
    if (opened === undefined || opened === used || status >= 300) return;
    const result = messages.find((message) => message.result !== undefined)?.result;
    const version = (result as { protocolVersion?: string } | undefined)?.protocolVersion;
    this.#open.set(opened, {
      method: "DELETE",
      headers: makeHeaders(findHeader(request, "Authorization"), version, opened),
    });
  }
}

function findHeader({ headers }: WireRequest, name: string): string | undefined {
  return Object.entries(headers).find(([sent]) => sent.toLowerCase() === name.toLowerCase())?.[1];
}
