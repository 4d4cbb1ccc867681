/** What several checks read in a response. */
import type { Json } from "../cases/edits.ts";
import type { ProbeResponse } from "./check.ts";

/** Whether the response has a result. */
export function isAnswered({ answer }: ProbeResponse): boolean {
  return answer.kind === "result";
}

/** Whether the server refused the request: with a JSON-RPC error or an HTTP 4xx. */
export function isRefused({ answer, status = 0 }: ProbeResponse): boolean {
  return answer.kind === "error" || (answer.kind === "http" && status >= 400 && status < 500);
}

/** A failed tool call counts as a refusal too, since the error is meant for the model. */
export function isFailedCall({ answer }: ProbeResponse): boolean {
  return answer.kind === "result" && answer.result.isError === true;
}

/** The JSON-RPC message that answers the request, unchanged. */
export function readMessage({ answer, exchange }: ProbeResponse): { readonly [name: string]: Json } {
  if (answer.kind === "broken") return {};
  const { messages } = answer.reply;
  return (
    messages.find(({ id, method }) => method === undefined && id === exchange.request.id) ??
    messages.find(({ method }) => method === undefined) ??
    {}
  );
}

/** The tools of a response to `tools/list`; `undefined` without a list. */
export function toolsIn({ answer }: ProbeResponse): readonly Json[] | undefined {
  const tools = answer.kind === "result" ? answer.result.tools : undefined;
  return Array.isArray(tools) ? tools : undefined;
}
