/** Reads a reply as the JSON-RPC answer to one request. */
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import { type Broken, isBroken, type Reply } from "./reply.ts";

/** The answer to a request, in terms of JSON-RPC if it is a JSON-RPC message. */
export type Answer =
  | { readonly kind: "result"; readonly result: JsonObject; readonly reply: Reply }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly message: string;
      /** The error as it came, with its `data`. */
      readonly error: JsonObject;
      readonly reply: Reply;
    }
  /** An HTTP reply without a JSON-RPC answer to this request: a 401, an HTML page, a redirect. */
  | { readonly kind: "http"; readonly reply: Reply }
  | { readonly kind: "broken"; readonly broken: Broken };

/** More levels overflow the stack of functions that read a value, such as `JSON.stringify`. */
const mostLevels = 4_000;

export function toAnswer(id: Json | undefined, reply: Reply | Broken): Answer {
  if (isBroken(reply)) return { kind: "broken", broken: reply };
  if (reply.messages.some(isTooDeep)) return { kind: "broken", broken: { problem: tooDeep } };
  const message = reply.messages.find(
    (candidate) => isResponse(candidate) && isAnswerTo(candidate, id, reply.status),
  );
  if (message && isObject(message.result) && reply.status < 300)
    return { kind: "result", result: message.result, reply };
  if (message && isObject(message.error)) {
    const { error } = message;
    return { kind: "error", code: Number(error.code), message: String(error.message), error, reply };
  }
  return { kind: "http", reply };
}

const tooDeep = `the answer is nested more than ${mostLevels} levels deep`;

/** Goes level by level, since a function that calls itself would overflow the stack. */
function isTooDeep(message: JsonObject): boolean {
  let level: readonly Json[] = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/** Whether a message is a response: it has a result or an error, not both (JSON-RPC 2.0, section 5). */
function isResponse({ jsonrpc, method, result, error }: JsonObject): boolean {
  return jsonrpc === "2.0" && method === undefined && (result === undefined) !== (error === undefined);
}

/**
 * Whether a response answers the request with this id. An error may lack the id if the request has no readable id (MCP 2025-11-25,
 * Base Protocol, Error Responses), or if the server refuses the whole body with an HTTP error (Transports, Sending Messages to the
 * Server).
 */
function isAnswerTo(message: JsonObject, id: Json | undefined, status: number): boolean {
  if (message.id === id) return true;
  const isAnonymous = message.error !== undefined && (message.id === undefined || message.id === null);
  return isAnonymous && (id === undefined || status >= 400);
}

/** Describes an answer in a few words. `redact` removes secrets before the text is shortened. */
export function describeAnswer(answer: Answer, redact: (text: string) => string = (text) => text): string {
  const showText = (text: string) => shorten(redact(text));
  switch (answer.kind) {
    case "result":
      return answer.result.isError === true
        ? `${showStatus(answer)}a result with isError: ${showText(readText(answer.result))}`
        : `${showStatus(answer)}a result: ${showText(JSON.stringify(answer.result))}`;
    case "error":
      return `${showStatus(answer)}JSON-RPC error ${answer.code}: ${showText(answer.message)}`;
    case "http":
      return answer.reply.status === 0
        ? `a message that is not an answer: ${showText(answer.reply.body)}`
        : describeHttpReply(answer.reply, showText);
    case "broken":
      return `no valid answer: ${answer.broken.problem}`;
  }
}

/** Describes an answer with its HTTP status in every case, for checks of statuses. */
export function describeHttpAnswer(answer: Answer): string {
  const text = describeAnswer(answer);
  const isPlain = answer.kind === "result" && answer.reply.status === 200;
  return isPlain ? `HTTP 200 with ${text}` : text;
}

/** Returns the status as a prefix, except for a result with HTTP 200 and over stdio. */
function showStatus({ kind, reply: { status } }: Extract<Answer, { kind: "result" | "error" }>): string {
  return status === 0 || (kind === "result" && status === 200) ? "" : `HTTP ${status} with `;
}

function describeHttpReply({ status, headers, body }: Reply, shown: (text: string) => string): string {
  if (status >= 300 && status < 400) {
    return `HTTP ${status}, a redirect to ${shown(headers.location ?? "nowhere")} (not followed)`;
  }
  return `HTTP ${status} without a JSON-RPC answer (${headers["content-type"] ?? "no content type"}): ${shown(body)}`;
}

/** Joins the text blocks of a tool result. */
export function readText(result: JsonObject): string {
  const content = Array.isArray(result.content) ? (result.content as readonly Json[]) : [];
  return content
    .flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

function shorten(text: string, length = 300): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 3)}...` : line;
}
