/** Functions that read responses, for several checks. */
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import type { ProbeResponse } from "./check.ts";

/** Whether the response has a result. */
export function isAnswered({ answer }: ProbeResponse): boolean {
  return answer.kind === "result";
}

/** Returns the result of the response; an empty object if there is none. */
export function resultIn({ answer }: ProbeResponse): JsonObject {
  return answer.kind === "result" ? answer.result : {};
}

/** Whether the response is this JSON-RPC error. */
export function isError({ answer }: ProbeResponse, code: number): boolean {
  return answer.kind === "error" && answer.code === code;
}

/** Whether the server refused the request: with a JSON-RPC error or an HTTP 4xx. */
export function isRefused({ answer, status = 0 }: ProbeResponse): boolean {
  return answer.kind === "error" || (answer.kind === "http" && status >= 400 && status < 500);
}

/** Whether the server refused a call of a tool. A failed call counts as a refusal, since its error is for the model. */
export function isRefusedCall(response: ProbeResponse): boolean {
  return isRefused(response) || resultIn(response).isError === true;
}

/** Returns the JSON-RPC message that answers the request, unchanged. */
export function readMessage({ answer, exchange }: ProbeResponse): { readonly [name: string]: Json } {
  if (answer.kind === "broken") return {};
  const { messages } = answer.reply;
  return (
    messages.find(({ id, method }) => method === undefined && id === exchange.request.id) ??
    messages.find(({ method }) => method === undefined) ??
    {}
  );
}

/** Whether the result declares the capability of a server with tools. */
export function declaresTools(response: ProbeResponse): boolean {
  const { capabilities } = resultIn(response);
  return isObject(capabilities) && isObject(capabilities.tools);
}

/** Returns the tools of a response to `tools/list`; `undefined` if there is no list. */
export function toolsIn(response: ProbeResponse): readonly Json[] | undefined {
  const { tools } = resultIn(response);
  return Array.isArray(tools) ? tools : undefined;
}
