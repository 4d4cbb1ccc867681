/** Keeps track of the sessions that a target opens, so that the suite can end them. */
import { headersWith, sessionHeader } from "./client.ts";
import { isBroken, type Reply } from "./reply.ts";
import type { Transport, WireRequest } from "./transport.ts";

export type SessionTransport = ReturnType<typeof trackSessions>;

/** A transport that records every session that the target opens over it. */
export function trackSessions(transport: Transport) {
  /** Session id -> the request that ends it. */
  const open = new Map<string, WireRequest>();
  return {
    ...transport,
    async send(request: WireRequest) {
      const reply = await transport.send(request);
      if (!isBroken(reply)) record(request, reply);
      return reply;
    },
    /** The number of open sessions. */
    openSessions: () => open.size,
    /**
     * Ends every session with a DELETE, as clients should (MCP 2025-11-25, Transports, Session Management). A target
     * may refuse that and keep the session.
     */
    async endSessions(): Promise<void> {
      const requests = [...open.values()];
      open.clear();
      await Promise.all(requests.map(transport.send));
    },
  };

  function record(request: WireRequest, { status, headers, messages }: Reply): void {
    const used = findHeader(request, sessionHeader) ?? "";
    if (request.method === "DELETE" && status < 300) open.delete(used);
    const opened = headers[sessionHeader.toLowerCase()];
    if (opened === undefined || opened === used || status >= 300) return;
    const result = messages.find((message) => message.result !== undefined)?.result;
    const version = (result as { protocolVersion?: string } | undefined)?.protocolVersion;
    open.set(opened, {
      method: "DELETE",
      headers: headersWith(findHeader(request, "Authorization"), version, opened),
    });
  }
}

function findHeader({ headers }: WireRequest, name: string): string | undefined {
  return Object.entries(headers).find(([sent]) => sent.toLowerCase() === name.toLowerCase())?.[1];
}
