import { randomUUID } from "node:crypto";
import { error, type Fault, type Reply } from "../proxy.ts";

export interface SessionOptions {
  /** The id of the session that is opened as the so manieth. */
  readonly idOf?: (count: number) => string;
  /** HTTP status for requests without a session. */
  readonly missing?: number;
  /** Whether DELETE ends a session, as it says. */
  readonly ends?: boolean;
  /** A session is forgotten after so many requests. */
  readonly requests?: number;
  /** How many requests each session that is open has had. */
  readonly open?: Map<string, number>;
}

/** Gives sessions to a server that has none, for the versions that had them. */
export function sessionKeeper(options: SessionOptions = {}): Fault {
  const {
    idOf = () => randomUUID(),
    missing = 400,
    ends = true,
    requests = Number.POSITIVE_INFINITY,
    open = new Map(),
  } = options;
  let count = 0;
  return async (asked, pass) => {
    const { method, headers, message } = asked;
    const id = headers["mcp-session-id"];
    const isModern = message.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
    if (message.method === "initialize") {
      const reply = await pass();
      if (reply.status !== 200) return reply;
      const opened = idOf(count++);
      open.set(opened, 0);
      return { ...reply, headers: { ...reply.headers, "mcp-session-id": opened } };
    }
    if (
      isModern ||
      headers["mcp-protocol-version"] === "2026-07-28" ||
      asked.path.startsWith("/.well-known/")
    )
      return pass();
    const reply = await pass();
    if ([401, 403].includes(reply.status)) return reply;
    if (typeof id !== "string") return refusal(missing, "A session is needed.");
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
