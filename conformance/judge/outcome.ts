/** Classifies the answer to a tool call. */
import { type OutputAs, readLayout } from "@toolwright/runtime/layout";
import { isObject, type Json, type JsonObject, parseJson, valueAt } from "../cases/edits.ts";
import type { CaseFile, CaseTool } from "../cases/format.ts";
import { type Answer, readText } from "../wire/answer.ts";
import { repeatsAnswer } from "../wire/server-requests.ts";

/** The outcome of a tool call. */
export type Outcome =
  | { readonly is: "success"; readonly result: JsonObject }
  /** A tool result with `isError`. Servers that Toolwright did not generate may send no code. */
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
  /** An answer that no tool call may have. */
  | { readonly is: "nothing" };

/** The place of the code in refusals of generated servers: `_meta["dev.toolwright/failure"].code`. */
export const defaultRefusalCode = "/_meta/dev.toolwright~1failure/code";

export function toOutcome(answer: Answer, refusalCode: string): Outcome {
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

/** Gives the success of a tool whose results show the output in a text the same form as that of any other one. */
export function withTextAsOutput(outcome: Outcome, outputAs: CaseTool["outputAs"]): Outcome {
  if (outcome.is !== "success" || outputAs === undefined) return outcome;
  return { ...outcome, result: readTextAsOutput(outcome.result, outputAs) };
}

/** Replaces the structured content of a result by the output that its text shows, or leaves it out. */
export function readTextAsOutput(
  { structuredContent: _, ...result }: JsonObject,
  outputAs: OutputAs,
): JsonObject {
  const blocks = Array.isArray(result.content) ? (result.content as readonly Json[]) : [];
  const texts = blocks.flatMap((block) =>
    isObject(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  const shown =
    outputAs === "text" ? parseFirst(texts) : (readLayout(outputAs, texts.join("\n")) as Json | undefined);
  return shown === undefined ? result : { ...result, structuredContent: shown };
}

function parseFirst([first]: readonly string[]): Json | undefined {
  return first === undefined ? undefined : parseJson(first);
}

/**
 * Gives a refusal without a code the one of the failure whose texts are like its own, as the spec says: one that the tool declares, else
 * any other.
 */
export function withCodeOfText(
  outcome: Outcome,
  declared: readonly string[],
  failures: CaseFile["failures"],
): Outcome {
  if (outcome.is !== "refusal" || outcome.code !== undefined) return outcome;
  const { text } = outcome;
  const code = [...declared, ...Object.keys(failures)].find((name) => {
    const says = failures[name]?.says;
    return says !== undefined && new RegExp(says, "u").test(text);
  });
  return code === undefined ? outcome : { ...outcome, code };
}

/** Takes the code out of a refusal where the spec declares no failures, as one that was imported: it says nothing about codes then. */
export function withCodeOfSpec(outcome: Outcome, failures: CaseFile["failures"]): Outcome {
  if (outcome.is !== "refusal" || outcome.code === undefined || Object.keys(failures).length > 0)
    return outcome;
  return builtInCodes.includes(outcome.code) ? outcome : { ...outcome, code: undefined };
}

const invalidParams = -32602;

/** A server's own names of codes that every tool may refuse with; undefined where it has none. */
export interface OwnCodes {
  readonly invalidInput: string | undefined;
  readonly insufficientScope: string | undefined;
}

/** Gives a refusal of invalid arguments, or of a token without a scope, the code that cases expect. */
export function renameOwnCode(outcome: Outcome, { invalidInput, insufficientScope }: OwnCodes): Outcome {
  if (outcome.is !== "refusal" || outcome.code === undefined) return outcome;
  if (outcome.code === invalidInput) return { ...outcome, code: "invalid_input" };
  if (outcome.code === insufficientScope) return { ...outcome, code: "insufficient_scope" };
  return outcome;
}

/** Whether an answer is the JSON-RPC error for arguments. */
export function isInvalidParams(answer: Answer): boolean {
  return answer.kind === "error" && answer.code === invalidParams;
}

/** JSON-RPC errors about the message, the method or the server itself: a parse error, an unknown method, an internal error. */
const ownErrors = [-32700, -32601, -32603];

/** Reads a JSON-RPC error that has the code of a refusal at the place that the target file names, such as `/data/reason`. */
export function withCodesOfErrors(outcome: Outcome, answer: Answer, refusalCode: string): Outcome {
  if (answer.kind !== "error" || outcome.is !== "rpc-error") return outcome;
  const code = readCode(valueAt(answer.error, refusalCode));
  return code === undefined ? outcome : { is: "refusal", code, result: {}, text: answer.message };
}

/**
 * Takes a JSON-RPC error for a refusal without a code. Servers that register no tools with a library refuse by such errors also what
 * their own rules forbid, such as an id that names nothing. The SDK 2.x for Python passes on the error of a client that is asked
 * something which it does not answer.
 */
export function withErrorsAsRefusals(outcome: Outcome, answer: Answer): Outcome {
  if (answer.kind !== "error" || outcome.is !== "rpc-error") return outcome;
  const isOwn = ownErrors.includes(answer.code) || answer.reply.status >= 500;
  if (isOwn && !repeatsAnswer(answer.message)) return outcome;
  const text = answer.message.replace(/^MCP error -\d+: /, "");
  return { is: "refusal", code: undefined, result: {}, text };
}

function resultOutcome(result: JsonObject, refusalCode: string): Outcome {
  if (result.isError !== true) return { is: "success", result };
  const code = readCode(valueAt(result, refusalCode));
  return { is: "refusal", code, result, text: readText(result) };
}

const codeInBrackets = /^\s*\[([\w.-]+)\]\s/;
const codeBeforeColon = /^\s*([\w.-]+):\s/;

/**
 * Returns the code that stands at the place of codes: all of the text, or its start, as in `[NOT_FOUND] There is no table 3.`
 * A sentence without one is no code: a library, such as the SDK 1.x for TypeScript, refuses arguments by sentences of its own.
 */
function readCode(found: Json | undefined): string | undefined {
  if (typeof found !== "string") return undefined;
  const code = codeInBrackets.exec(found)?.[1] ?? codeBeforeColon.exec(found)?.[1];
  return code ?? (/\s/.test(found) ? undefined : found);
}

/**
 * Classifies the answer to `resources/read`: an error with a failure in its `data` is a refusal. So is -32002 (-32602 since
 * 2026-07-28) of a template, if no resource has these parameters.
 */
export function toReadOutcome(answer: Answer, isTemplate = false): Outcome {
  if (answer.kind === "result") return { is: "success", result: asToolResult(answer.result.contents) };
  const data = answer.kind === "error" ? findData(answer) : undefined;
  const failure = data && failureMetadata({ _meta: data });
  const code = typeof failure?.code === "string" ? failure.code : undefined;
  const isUnknown = isTemplate && answer.kind === "error" && [-32002, -32602].includes(answer.code);
  if (answer.kind !== "error" || !(code ?? isUnknown)) return toOutcome(answer, defaultRefusalCode);
  return { is: "refusal", code, result: { _meta: data ?? {}, text: answer.message }, text: answer.message };
}

/** Converts resource contents to content blocks, and the first to structured content if it is JSON. */
function asToolResult(contents: Json | undefined): JsonObject {
  const content = Array.isArray(contents)
    ? contents.map((resource: Json) => ({ type: "resource", resource }))
    : null;
  const structured = parseJson(String(valueAt(contents ?? null, "/0/text")));
  return structured === undefined ? { content } : { content, structuredContent: structured };
}

function findData({ reply }: Extract<Answer, { readonly kind: "error" }>): JsonObject | undefined {
  return reply.messages.map(({ error }) => valueAt(error ?? null, "/data")).find((data) => isObject(data));
}

/** Returns the failure metadata of generated servers: `{ code, details, retryable }`; `undefined` if absent. */
export function failureMetadata(result: JsonObject): JsonObject | undefined {
  const failure = valueAt(result, "/_meta/dev.toolwright~1failure");
  return isObject(failure) ? failure : undefined;
}

/** Returns the required scopes that the failure metadata of a denial lists; `undefined` without failure metadata. */
export function requiredScopes(result: JsonObject): readonly Json[] | undefined {
  const failure = failureMetadata(result);
  if (failure === undefined) return undefined;
  const required = isObject(failure.details) ? failure.details.required : undefined;
  return Array.isArray(required) ? (required as readonly Json[]) : [];
}

/** The codes that every tool may refuse with. */
export const builtInCodes: readonly string[] = ["invalid_input", "insufficient_scope", "not_implemented"];
