import { type Json, valueAt } from "toolwright/runtime";
import { isObject } from "../wire/answer.ts";

export type JsonObject = { readonly [name: string]: Json };

/** A request on its way through the proxy. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer on its way back. */
export interface Passed {
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
export function toolOf(passing: Passing): string | undefined {
  const message = messageIn(passing);
  if (message?.method !== "tools/call") return undefined;
  const name = valueAt(message, "/params/name");
  return typeof name === "string" ? name : undefined;
}

export function argumentsOf(passing: Passing): Json | undefined {
  return valueAt(messageIn(passing) ?? null, "/params/arguments");
}

export function withArguments(passing: Passing, input: Json): Passing {
  const message = messageIn(passing)!;
  const params = { ...(message.params as JsonObject), arguments: input };
  return { ...passing, body: JSON.stringify({ ...message, params }) };
}

export function authorizationOf({ headers }: Passing): string | undefined {
  return headers.authorization;
}

export function withAuthorization(passing: Passing, authorization: string): Passing {
  return { ...passing, headers: { ...passing.headers, authorization } };
}

/** The result of an answer, if it is one. */
export function resultOf(passed: Passed): JsonObject | undefined {
  const result = messageIn(passed)?.result;
  return isObject(result) ? result : undefined;
}

export function withResult(passed: Passed, result: Json): Passed {
  return withMessage(passed, { ...messageIn(passed), result });
}

/** A JSON-RPC error in place of the result. */
export function withError(passed: Passed, code: number, message: string): Passed {
  const { result: _, ...rest } = messageIn(passed) ?? {};
  return withMessage(passed, { ...rest, error: { code, message } });
}

export function withMessage(passed: Passed, message: Json): Passed {
  return { ...passed, body: JSON.stringify(message) };
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
