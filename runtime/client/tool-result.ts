/** Reads the results of tool calls. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Outcome, Refused } from "./outcome.ts";

/** What a client needs to know of a tool to read its results. */
export interface ResultRule {
  /** Name on the wire. */
  readonly name: string;
  /** Whether it has an output schema, and so answers with `structuredContent`. */
  readonly hasOutput: boolean;
  /** Declared codes. */
  readonly failures: readonly string[];
}

/**
 * The outcome of a call whose result this is.
 * @throws TypeError for what is no result of this tool
 */
export function toOutcome(
  { name, hasOutput, failures }: ResultRule,
  result: unknown,
): Outcome<unknown, string> {
  if (!isObject(result)) throw new TypeError(`${name} answered with something that is no tool result.`);
  if (result.isError === true) return toRefusal(name, failures, result);
  const member = hasOutput ? "structuredContent" : "content";
  const output = result[member];
  if (output === undefined) throw new TypeError(`${name} answered with a result that has no ${member}.`);
  return { ok: true, output };
}

const builtInCodes: readonly string[] = [
  "invalid_input",
  "insufficient_scope",
  "not_implemented",
  "internal",
];

function toRefusal(
  tool: string,
  failures: readonly string[],
  { content, _meta }: JsonObject,
): Refused<string> {
  const failure = isObject(_meta) ? _meta["dev.toolwright/failure"] : undefined;
  const { code, details, retryable } = isObject(failure) ? failure : {};
  return {
    ok: false,
    tool,
    code: typeof code === "string" && [...failures, ...builtInCodes].includes(code) ? code : "undeclared",
    message: joinTexts(content),
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
