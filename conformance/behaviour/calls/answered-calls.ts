/** Makes calls with their answers, for tests of functions that read them: nothing is sent. They took no time, by a token without scopes. */

import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Json, JsonObject } from "../../cases/edits.ts";
import type { Outcome } from "../../judge/outcome.ts";
import type { Called } from "./called.ts";

type CompletedToolCall = Called & CompletedCall;

/** Makes a call that succeeds with this structured content. */
export function successfulCall(tool: string, input: JsonObject, structuredContent: Json): CompletedToolCall {
  const result = { structuredContent };
  return answeredCall(tool, input, { is: "success", result }, result);
}

/** Makes a call that is refused with a code. */
export function refusedCall(tool: string, input: JsonObject, code: string): CompletedToolCall {
  const result = { isError: true };
  return answeredCall(tool, input, { is: "refusal", code, result, text: "" }, result);
}

function answeredCall(
  tool: string,
  input: JsonObject,
  outcome: Outcome,
  result: JsonObject,
): CompletedToolCall {
  const reply = { status: 200, headers: {}, body: "", messages: [] };
  return {
    tool,
    input,
    credential: { scopes: [] },
    exchange: { request: { headers: {} }, answer: { kind: "result", result, reply } },
    ms: 0,
    outcome,
  };
}
