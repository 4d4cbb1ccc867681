/** The interface of faults for protocol checks, and what several faults share. */
import type { ProtocolVersion } from "../../../../checks/check.ts";
import {
  answers,
  changesResult,
  events,
  type Fault,
  hasMethod,
  type Message,
  type ProxiedRequest,
  type Reply,
} from "../../proxy.ts";

/** A small fault, and the check that must detect it. */
export interface CheckFault {
  readonly check: string;
  /** The mistake of the server, as the end of a sentence. */
  readonly does: string;
  /** The only version with this fault. If absent, every version that the check applies to. */
  readonly only?: ProtocolVersion;
  /** Makes a new fault for each run. */
  readonly fault: () => Fault;
}

export const prefix = "io.modelcontextprotocol";
export const always = () => true;
export const isUnknownMethod = hasMethod("conformance/no-such-method");

export function isModern({ message }: ProxiedRequest): boolean {
  return message.params?._meta?.[`${prefix}/protocolVersion`] !== undefined;
}

/** Changes the first tool in the tool list. */
export function changesFirstTool(change: (tool: Message) => Message): () => Fault {
  return () =>
    changesResult(hasMethod("tools/list"), ({ tools: [first, ...others], ...rest }) => ({
      ...rest,
      tools: [change(first), ...others],
    }));
}

/** Repairs an invalid request before it is forwarded, so the server seems to accept it. */
export function repairsRequest(repair: (request: ProxiedRequest) => Partial<ProxiedRequest>): Fault {
  return (request, forward) => forward(repair(request));
}

export function withHeaders(
  request: ProxiedRequest,
  headers: Record<string, string | undefined>,
): Partial<ProxiedRequest> {
  const all = Object.entries({ ...request.headers, ...headers });
  return { headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
}

/** The headers that repeat values of the body, with the values of the body. */
export function headersFromBody(request: ProxiedRequest): Record<string, string> {
  const { method, params = {} } = request.message;
  return {
    ...(method !== undefined && { "mcp-method": method }),
    ...(params.name !== undefined && { "mcp-name": params.name }),
  };
}

export function answersNotification(method: string, reply: Partial<Reply>): Fault {
  return answers(
    ({ message }) => message.method === method && message.id === undefined,
    () => reply,
  );
}

/** Adds missing keys of `_meta` to requests of the newer version. */
export function withMeta(
  { headers, message }: ProxiedRequest,
  meta: Record<string, unknown>,
): Partial<ProxiedRequest> {
  if (headers["mcp-protocol-version"] !== "2026-07-28" || message.id === undefined) return {};
  const params = { ...message.params, _meta: { ...meta, ...message.params?._meta } };
  return { body: JSON.stringify({ ...message, params }) };
}

/** Sends progress notifications before the answer to a call with a progress token. */
export function reportsProgress(progressOf: (token: unknown) => readonly object[]): Fault {
  return async (request, forward) => {
    const reply = await forward();
    const token = request.message.params?._meta?.progressToken;
    if (token === undefined || reply.status !== 200) return reply;
    const notified = progressOf(token).map((params) => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params,
    }));
    return { ...reply, ...events(...notified, JSON.parse(reply.body)) };
  };
}
