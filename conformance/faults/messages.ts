/** Reads and changes the requests and responses that pass through the proxy. */
import { isObject, type Json, type JsonObject, valueAt } from "@toolwright/conformance/cases";
import { applyEdits, parseJson, parseObject } from "../cases/edits.ts";

/** A request that passes through the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response that passes through the proxy. */
export interface ProxiedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the body as a JSON object; `undefined` if it is not one. */
export function readMessage({ body }: { readonly body: string }): JsonObject | undefined {
  return parseObject(body);
}

export function readMethod(request: ProxiedRequest): Json | undefined {
  return readMessage(request)?.method;
}

/** Returns the tool that a request calls. */
export function readTool(request: ProxiedRequest): string | undefined {
  const message = readMessage(request);
  if (message?.method !== "tools/call") return undefined;
  const name = valueAt(message, "/params/name");
  return typeof name === "string" ? name : undefined;
}

export function readArguments(request: ProxiedRequest): Json | undefined {
  return valueAt(readMessage(request) ?? null, "/params/arguments");
}

export function withArguments(request: ProxiedRequest, input: Json): ProxiedRequest {
  return withMessage(request, applyEdits(readMessage(request)!, [{ set: "/params/arguments", to: input }]));
}

export function withAuthorization(request: ProxiedRequest, authorization: string): ProxiedRequest {
  return withHeader(request, "authorization", authorization);
}

/** Returns the JSON-RPC result of a response, if it has one. */
export function readResult(response: ProxiedResponse): JsonObject | undefined {
  const result = readMessage(response)?.result;
  return isObject(result) ? result : undefined;
}

export function withResult(response: ProxiedResponse, result: Json): ProxiedResponse {
  return withMessage(response, { ...readMessage(response), result });
}

/** Replaces the result by a JSON-RPC error. */
export function withError(response: ProxiedResponse, code: number, message: string): ProxiedResponse {
  const { result: _, ...rest } = readMessage(response) ?? {};
  return withMessage(response, { ...rest, error: { code, message } });
}

export function withMessage<Message extends { readonly body: string }>(
  message: Message,
  body: Json,
): Message {
  return { ...message, body: JSON.stringify(body) };
}

export function withHeader<Message extends { readonly headers: Readonly<Record<string, string>> }>(
  message: Message,
  name: string,
  value: string,
): Message {
  return { ...message, headers: { ...message.headers, [name]: value } };
}

/** Returns the code of a refusal of a generated server. */
export function readCode(result: JsonObject): string | undefined {
  const code = valueAt(result, "/_meta/dev.toolwright~1failure/code");
  return result.isError === true && typeof code === "string" ? code : undefined;
}

/** Changes `structuredContent`, and the text block that repeats it in the same way. */
export function withStructured(result: JsonObject, structured: Json): JsonObject {
  const text = JSON.stringify(result.structuredContent);
  const content = ((result.content as readonly Json[] | undefined) ?? []).map((block) =>
    isObject(block) && block.type === "text" && JSON.stringify(parseJson(String(block.text))) === text
      ? { ...block, text: JSON.stringify(structured) }
      : block,
  );
  return { ...result, structuredContent: structured, content };
}
