/** Reads and changes the requests and responses that pass through the proxy. */
import { isObject, type Json, type JsonObject, valueAt } from "@toolwright/conformance/cases";

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

/** The body as a JSON object; `undefined` if it is not one. */
export function messageIn({ body }: { readonly body: string }): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The tool that a request calls. */
export function readTool(request: ProxiedRequest): string | undefined {
  const message = messageIn(request);
  if (message?.method !== "tools/call") return undefined;
  const name = valueAt(message, "/params/name");
  return typeof name === "string" ? name : undefined;
}

export function readArguments(request: ProxiedRequest): Json | undefined {
  return valueAt(messageIn(request) ?? null, "/params/arguments");
}

export function withArguments(request: ProxiedRequest, input: Json): ProxiedRequest {
  const message = messageIn(request)!;
  const params = { ...(message.params as JsonObject), arguments: input };
  return { ...request, body: JSON.stringify({ ...message, params }) };
}

export function readAuthorization({ headers }: ProxiedRequest): string | undefined {
  return headers.authorization;
}

export function withAuthorization(request: ProxiedRequest, authorization: string): ProxiedRequest {
  return withHeader(request, "authorization", authorization);
}

/** The JSON-RPC result of a response, if it has one. */
export function readResult(response: ProxiedResponse): JsonObject | undefined {
  const result = messageIn(response)?.result;
  return isObject(result) ? result : undefined;
}

export function withResult(response: ProxiedResponse, result: Json): ProxiedResponse {
  return withMessage(response, { ...messageIn(response), result });
}

/** Replaces the result by a JSON-RPC error. */
export function withError(response: ProxiedResponse, code: number, message: string): ProxiedResponse {
  const { result: _, ...rest } = messageIn(response) ?? {};
  return withMessage(response, { ...rest, error: { code, message } });
}

export function withMessage(response: ProxiedResponse, message: Json): ProxiedResponse {
  return { ...response, body: JSON.stringify(message) };
}

export function withHeader<Message extends { readonly headers: Readonly<Record<string, string>> }>(
  message: Message,
  name: string,
  value: string,
): Message {
  return { ...message, headers: { ...message.headers, [name]: value } };
}

/** The code of a refusal of a generated server. */
export function readCode(result: JsonObject): string | undefined {
  const code = valueAt(result, "/_meta/dev.toolwright~1failure/code");
  return result.isError === true && typeof code === "string" ? code : undefined;
}

/** Changes `structuredContent`, and the text block that repeats it in the same way. */
export function withStructured(result: JsonObject, structured: Json): JsonObject {
  const text = JSON.stringify(result.structuredContent);
  const content = ((result.content as readonly Json[] | undefined) ?? []).map((block) =>
    isObject(block) && block.type === "text" && sameJson(block.text, text)
      ? { ...block, text: JSON.stringify(structured) }
      : block,
  );
  return { ...result, structuredContent: structured, content };
}

function sameJson(text: Json | undefined, wanted: string): boolean {
  try {
    return JSON.stringify(JSON.parse(String(text))) === wanted;
  } catch {
    return false;
  }
}
