import { type Json, valueAt } from "../cases/edits.ts";
import { isObject } from "../wire/answer.ts";

export type JsonObject = { readonly [name: string]: Json };

/** A request on its way through the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer on its way back. */
export interface ProxiedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a text is as JSON, if it is an object. */
export function messageIn({ body }: { readonly body: string }): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The tool that a request calls. */
export function toolOf(request: ProxiedRequest): string | undefined {
  const message = messageIn(request);
  if (message?.method !== "tools/call") return undefined;
  const name = valueAt(message, "/params/name");
  return typeof name === "string" ? name : undefined;
}

export function argumentsOf(request: ProxiedRequest): Json | undefined {
  return valueAt(messageIn(request) ?? null, "/params/arguments");
}

export function withArguments(request: ProxiedRequest, input: Json): ProxiedRequest {
  const message = messageIn(request)!;
  const params = { ...(message.params as JsonObject), arguments: input };
  return { ...request, body: JSON.stringify({ ...message, params }) };
}

export function authorizationOf({ headers }: ProxiedRequest): string | undefined {
  return headers.authorization;
}

export function withAuthorization(request: ProxiedRequest, authorization: string): ProxiedRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

/** The result of an answer, if it is one. */
export function resultOf(response: ProxiedResponse): JsonObject | undefined {
  const result = messageIn(response)?.result;
  return isObject(result) ? result : undefined;
}

export function withResult(response: ProxiedResponse, result: Json): ProxiedResponse {
  return withMessage(response, { ...messageIn(response), result });
}

/** A JSON-RPC error in place of the result. */
export function withError(response: ProxiedResponse, code: number, message: string): ProxiedResponse {
  const { result: _, ...rest } = messageIn(response) ?? {};
  return withMessage(response, { ...rest, error: { code, message } });
}

export function withMessage(response: ProxiedResponse, message: Json): ProxiedResponse {
  return { ...response, body: JSON.stringify(message) };
}

/** Where a refusal has its code, as generated servers write it. */
export function codeOf(result: JsonObject): string | undefined {
  const code = valueAt(result, "/_meta/dev.toolwright~1failure/code");
  return result.isError === true && typeof code === "string" ? code : undefined;
}

/** The same change in `structuredContent` and in the text that repeats it: the server means what it says. */
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
