/** Adds sessions to a proxied server, healthy or faulty. */
import { randomUUID } from "node:crypto";
import { error, type Fault, type Reply } from "../proxy.ts";

export interface SessionOptions {
  /** Makes the id of a session; `count` is the number of sessions opened before it. */
  readonly idOf?: (count: number) => string;
  /** HTTP status for requests without a session. */
  readonly missing?: number;
  /** Whether DELETE really ends a session. */
  readonly ends?: boolean;
  /** The number of requests after which a session is lost. */
  readonly requests?: number;
  /** Open session -> the number of its requests. */
  readonly open?: Map<string, number>;
}

/** Adds sessions to a server that has none, for the protocol versions that have sessions. */
export function sessionKeeper(options: SessionOptions = {}): Fault {
  const {
    idOf = () => randomUUID(),
    missing = 400,
    ends = true,
    requests = Number.POSITIVE_INFINITY,
    open = new Map(),
  } = options;
  let count = 0;
  return async (request, forward) => {
    const { method, headers, message } = request;
    const id = headers["mcp-session-id"];
    const isModern = message.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
    if (message.method === "initialize") {
      const reply = await forward();
      if (reply.status !== 200) return reply;
      const opened = idOf(count++);
      open.set(opened, 0);
      return { ...reply, headers: { ...reply.headers, "mcp-session-id": opened } };
    }
    if (
      isModern ||
      headers["mcp-protocol-version"] === "2026-07-28" ||
      request.path.startsWith("/.well-known/")
    )
      return forward();
    const reply = await forward();
    if ([401, 403].includes(reply.status)) return reply;
    if (typeof id !== "string") return refusal(missing, "A session is required.");
    const used = open.get(id);
    if (used === undefined || used >= requests) return refusal(404, "There is no such session.");
    open.set(id, used + 1);
    if (method !== "DELETE") return reply;
    if (ends) open.delete(id);
    return { status: 200, headers: {}, body: "" };
  };
}

function refusal(status: number, message: string): Reply {
  return { headers: {}, body: "", ...error(null, -32000, message), status };
}
