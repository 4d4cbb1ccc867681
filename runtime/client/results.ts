/** Reads the results of tools, resources and prompts. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Layout, OutputAs } from "../layout/layout.ts";
import { readLayout } from "../layout/read-layout.ts";
import { builtInCodes, type Outcome, type Refused } from "./outcome.ts";

/** The facts about an operation that a client needs to read its results. */
export interface ResultRule {
  /** Undefined for a tool. */
  readonly kind?: "resource" | "prompt";
  /** The name of a tool or of a prompt in MCP messages. */
  readonly name: string;
  /** The URI of a resource; a template contains `{parameters}`. */
  readonly uri?: string;
  /** Whether the operation has an output schema. If so, a tool answers with `structuredContent`, and a resource with JSON. */
  readonly hasOutput: boolean;
  /** How a tool shows its output in a text block, without `structuredContent`: `text` as JSON, else by a layout. */
  readonly outputAs?: OutputAs;
  /** Whether the output may be a text: then a text of another form is the output itself, such as "There are no notes." */
  readonly allowsText?: boolean;
  /** The declared failure codes. */
  readonly failures: readonly string[];
}

/**
 * Converts the result of a call to its outcome.
 * @throws TypeError if the value is not a result of this operation
 */
export function toOutcome(rule: ResultRule, result: unknown): Outcome<unknown, string> {
  const { name, kind = "tool", hasOutput, outputAs, allowsText = false } = rule;
  if (!isObject(result)) throw new TypeError(`${name} returned a value that is not a ${kind} result.`);
  if (result.isError === true) return toRefusal(rule, failureIn(result._meta), joinTexts(result.content));
  if (outputAs === "text") return { ok: true, output: readJsonText(name, result.content, allowsText) };
  if (outputAs) return { ok: true, output: readLines(name, outputAs, result.content, allowsText) };
  const members = {
    tool: hasOutput ? "structuredContent" : "content",
    resource: "contents",
    prompt: "messages",
  };
  const output = result[members[kind]];
  if (output === undefined) throw new TypeError(`${name} returned a result without ${members[kind]}.`);
  return { ok: true, output: kind === "resource" ? readContent(output, hasOutput) : output };
}

/** Returns the JSON of the first text block, or its text where that is allowed. */
function readJsonText(name: string, content: unknown, allowsText: boolean): unknown {
  const text = listTexts(content)[0];
  if (text === undefined) throw new TypeError(`${name} returned a result without a text.`);
  try {
    return JSON.parse(text);
  } catch {
    if (allowsText) return text;
    throw new TypeError(`${name} returned a text that is not JSON.`);
  }
}

/** Returns the output that the text blocks show by a layout, or the text where that is allowed. */
function readLines(name: string, layout: Layout, content: unknown, allowsText: boolean): unknown {
  const text = joinTexts(content);
  const output = readLayout(layout, text);
  if (output !== undefined) return output;
  if (allowsText) return text;
  throw new TypeError(`${name} returned a text without any of the lines that it should have.`);
}

/** Returns the text, the parsed JSON or the bytes of a resource. */
function readContent(contents: unknown, isJson: boolean): unknown {
  const [content] = Array.isArray(contents) ? contents : [];
  const { text, blob } = isObject(content) ? content : {};
  if (typeof blob === "string") return Uint8Array.from(atob(blob), (byte) => byte.charCodeAt(0));
  return isJson ? JSON.parse(String(text)) : text;
}

/**
 * Converts the JSON-RPC error with which a resource or a prompt refuses a call.
 * @throws the error itself, if it is not such a refusal
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

/** Joins the text blocks of a result. */
function joinTexts(content: unknown): string {
  return listTexts(content).join("\n");
}

function listTexts(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) =>
    isObject(block) && typeof block.text === "string" ? [block.text] : [],
  );
}
