import type { ProtocolVersion } from "../../../checks/check.ts";
import {
  type Asked,
  answers,
  events,
  type Fault,
  type Message,
  mendsResult,
  type Reply,
  to,
} from "../../proxy.ts";

/** A small fault, and the check that has to see it. */
export interface CheckFault {
  readonly check: string;
  /** What the server does wrong, as the end of a sentence. */
  readonly does: string;
  /** Left out: every version that the check is for. */
  readonly only?: ProtocolVersion;
  /** Each run has its own. */
  readonly fault: () => Fault;
}

export const prefix = "io.modelcontextprotocol";
export const always = () => true;
export const unknown = to("conformance/no-such-method");

export function isModern({ message }: Asked): boolean {
  return message.params?._meta?.[`${prefix}/protocolVersion`] !== undefined;
}

/** Changes the first tool of the list. */
export function firstTool(change: (tool: Message) => Message): () => Fault {
  return () =>
    mendsResult(to("tools/list"), ({ tools: [first, ...others], ...rest }) => ({
      ...rest,
      tools: [change(first), ...others],
    }));
}

/** Mends the request before a tolerant server gets it: what was wrong with it is not seen. */
export function forgives(mend: (asked: Asked) => Partial<Asked>): Fault {
  return (asked, pass) => pass(mend(asked));
}

export function withHeaders(asked: Asked, headers: Record<string, string | undefined>): Partial<Asked> {
  const all = Object.entries({ ...asked.headers, ...headers });
  return { headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
}

/** The headers that repeat the body, as the body has them. */
export function mirrored(asked: Asked): Record<string, string> {
  const { method, params = {} } = asked.message;
  return {
    ...(method !== undefined && { "mcp-method": method }),
    ...(params.name !== undefined && { "mcp-name": params.name }),
  };
}

export function silentBreach(method: string, reply: Partial<Reply>): Fault {
  return answers(
    ({ message }) => message.method === method && message.id === undefined,
    () => reply,
  );
}

/** Only modern requests have it, and only there it is wanting. */
export function withMeta({ headers, message }: Asked, meta: Record<string, unknown>): Partial<Asked> {
  if (headers["mcp-protocol-version"] !== "2026-07-28" || message.id === undefined) return {};
  const params = { ...message.params, _meta: { ...meta, ...message.params?._meta } };
  return { body: JSON.stringify({ ...message, params }) };
}

/** Tells of progress before the answer of a call that wants to know. */
export function tellsProgress(told: (token: unknown) => readonly object[]): Fault {
  return async (asked, pass) => {
    const reply = await pass();
    const token = asked.message.params?._meta?.progressToken;
    if (token === undefined || reply.status !== 200) return reply;
    const notified = told(token).map((params) => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params,
    }));
    return { ...reply, ...events(...notified, JSON.parse(reply.body)) };
  };
}
