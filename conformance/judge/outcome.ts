import type { Json } from "../cases/edits.ts";
import { valueAt } from "../cases/edits.ts";
import { type Answer, isObject, textOf } from "../wire/answer.ts";

type JsonObject = { readonly [name: string]: Json };

/** What a tool call came to. */
export type Outcome =
  | { readonly is: "success"; readonly result: JsonObject }
  /** A tool result with `isError`; targets of other people may name no code. */
  | {
      readonly is: "refusal";
      readonly code: string | undefined;
      readonly result: JsonObject;
      readonly text: string;
    }
  | { readonly is: "rpc-error"; readonly code: number }
  /** HTTP 401. */
  | { readonly is: "unauthorized" }
  /** HTTP 403. */
  | { readonly is: "forbidden" }
  /** Nothing that a call can lawfully come to. */
  | { readonly is: "nothing" };

/** Where generated servers write a refusal's code: `_meta["dev.toolwright/failure"].code`. */
export const defaultRefusalCode = "/_meta/dev.toolwright~1failure/code";

export function outcomeOf(answer: Answer, refusalCode: string): Outcome {
  const status = answer.kind === "broken" ? undefined : answer.reply.status;
  if (status === 401) return { is: "unauthorized" };
  if (status === 403) return { is: "forbidden" };
  switch (answer.kind) {
    case "result":
      return resultOutcome(answer.result, refusalCode);
    case "error":
      return { is: "rpc-error", code: answer.code };
    default:
      return { is: "nothing" };
  }
}

function resultOutcome(result: JsonObject, refusalCode: string): Outcome {
  if (result.isError !== true) return { is: "success", result };
  const code = valueAt(result, refusalCode);
  return { is: "refusal", code: typeof code === "string" ? code : undefined, result, text: textOf(result) };
}

/** What generated servers say of a refusal: `{ code, details, retryable }`; `undefined` where there is nothing of it. */
export function failureMetadata(result: JsonObject): JsonObject | undefined {
  const meta = isObject(result._meta) ? result._meta : {};
  const failure = meta["dev.toolwright/failure"];
  return isObject(failure) ? failure : undefined;
}

/** The scopes that the failure part of a denial lists; `undefined` where there is none. */
export function requiredScopes(result: JsonObject): readonly Json[] | undefined {
  const failure = failureMetadata(result);
  if (failure === undefined) return undefined;
  const required = isObject(failure.details) ? failure.details.required : undefined;
  return Array.isArray(required) ? (required as readonly Json[]) : [];
}

/** Refusals that every tool may answer with. */
export const builtInCodes: readonly string[] = ["invalid_input", "insufficient_scope", "not_implemented"];
