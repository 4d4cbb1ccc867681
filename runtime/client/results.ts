/** Reads the results of tools, resources and prompts. */
import { isObject, type JsonObject } from "../json/object.ts";
import { builtInCodes, type Outcome, type Refused } from "./outcome.ts";

/** What a client needs to know of an operation to read its results. */
export interface ResultRule {
  /** Left out for a tool. */
  readonly kind?: "resource" | "prompt";
  /** Of a tool and of a prompt, the name on the wire. */
  readonly name: string;
  /** Of a resource; a template has `{parameters}`. */
  readonly uri?: string;
  /** Whether it has an output schema, and so answers with `structuredContent` or, if it is a resource, with JSON. */
  readonly hasOutput: boolean;
  /** Declared codes. */
  readonly failures: readonly string[];
}

/**
 * The outcome of a call whose result this is.
 * @throws TypeError for what is no result of this operation
 */
export function toOutcome(rule: ResultRule, result: unknown): Outcome<unknown, string> {
  const { name, kind = "tool", hasOutput } = rule;
  if (!isObject(result)) throw new TypeError(`${name} answered with something that is no ${kind} result.`);
  if (result.isError === true) return toRefusal(rule, failureIn(result._meta), joinTexts(result.content));
  const members = {
    tool: hasOutput ? "structuredContent" : "content",
    resource: "contents",
    prompt: "messages",
  };
  const output = result[members[kind]];
  if (output === undefined)
    throw new TypeError(`${name} answered with a result that has no ${members[kind]}.`);
  return { ok: true, output: kind === "resource" ? contentOf(output, hasOutput) : output };
}

/** A text, its JSON, or bytes. */
function contentOf(contents: unknown, isJson: boolean): unknown {
  const [content] = Array.isArray(contents) ? contents : [];
  const { text, blob } = isObject(content) ? content : {};
  if (typeof blob === "string") return Uint8Array.from(atob(blob), (byte) => byte.charCodeAt(0));
  return isJson ? JSON.parse(String(text)) : text;
}

/**
 * The refusal of a resource or a prompt, which is a JSON-RPC error.
 * @throws the error itself, if it is none
 */
export function errorOutcome(rule: ResultRule, error: unknown): Refused<string> {
  const { data, message } = isObject(error) ? error : {};
  // The official client keeps only the URI of a resource that was not found.
  const isUnknown = isObject(data) && data.uri !== undefined;
  const failure = failureIn(data) ?? (isUnknown ? { code: "not_found" } : undefined);
  if (failure === undefined) throw error;
  return toRefusal(rule, failure, String(message).replace(/^MCP error -?\d+: /, ""));
}

function failureIn(meta: unknown): JsonObject | undefined {
  const failure = isObject(meta) ? meta["dev.toolwright/failure"] : undefined;
  return isObject(failure) ? failure : undefined;
}

function toRefusal(
  { name, failures }: ResultRule,
  { code, details, retryable }: JsonObject = {},
  message: string,
): Refused<string> {
  return {
    ok: false,
    tool: name,
    code: typeof code === "string" && [...failures, ...builtInCodes].includes(code) ? code : "undeclared",
    message,
    details: isObject(details) ? details : {},
    retryable: retryable === true,
  };
}

/** The text blocks of a result, for people. */
function joinTexts(content: unknown): string {
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((block: unknown) =>
    isObject(block) && typeof block.text === "string" ? [block.text] : [],
  );
  return texts.join("\n");
}
