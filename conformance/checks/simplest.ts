import type { Json } from "toolwright/runtime";
import type { Asked, Probe, ProtocolVersion } from "./check.ts";

/** The request that every server of a version has to answer, and that asks for the least. */
export function simplestMethod(version: ProtocolVersion): string {
  return version < "2026" ? "ping" : "server/discover";
}

/** Whether a request was answered with its result. */
export function isAnswered({ answer }: Asked): boolean {
  return answer.kind === "result";
}

/** Whether a request came to no result: a JSON-RPC error, or an HTTP status of the client's fault. */
export function isRefused({ answer, status = 0 }: Asked): boolean {
  return answer.kind === "error" || (answer.kind === "http" && status >= 400 && status < 500);
}

/** A failed call counts as refused too: the model reads of it. */
export function isFailedCall({ answer }: Asked): boolean {
  return answer.kind === "result" && answer.result.isError === true;
}

/** The JSON-RPC message that answers, as it came. */
export function messageOf({ answer, exchange }: Asked): { readonly [name: string]: Json } {
  if (answer.kind === "broken") return {};
  const { messages } = answer.reply;
  return (
    messages.find(({ id, method }) => method === undefined && id === exchange.request.id) ??
    messages.find(({ method }) => method === undefined) ??
    {}
  );
}

/** A call of a tool that changes nothing, with what is to be different about it. */
export async function toolCall(probe: Probe): Promise<{ method: string; params: { [name: string]: Json } }> {
  return { method: "tools/call", params: { ...(await probe.tool()) } };
}
