import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { ImportError } from "../../import/listing.ts";

/** What is known about a server that could not be read. */
export interface Circumstances {
  /** The URL, or the command. */
  readonly server: string;
  readonly sentHeaders: boolean;
  readonly timedOut: boolean;
  readonly seconds: number;
  /** The end of its stderr. */
  readonly said: string;
  /** The last line on its stdout that was no message. */
  readonly noise: string;
}

/** Why a server could not be read, and what to do next. Never holds a header's value. */
export function explain(error: unknown, circumstances: Circumstances): ImportError {
  if (error instanceof ImportError) return error;
  const { server, said, noise } = circumstances;
  const what = reason(error, circumstances);
  const junk = noise === "" ? "" : `\nIt wrote to stdout what is no message of MCP:\n  ${brief(noise)}`;
  const quote = said === "" ? "" : `\nIt wrote to stderr:\n${said.replace(/^/gm, "  ")}`;
  return new ImportError(`${server}: ${what}${junk}${quote}`, { cause: error });
}

function reason(error: unknown, circumstances: Circumstances): string {
  if (circumstances.timedOut || isOfClient(error, ErrorCode.RequestTimeout, "Request timed out"))
    return `it did not answer within ${circumstances.seconds} s. Give it longer with --timeout SECONDS.`;
  if (error instanceof StreamableHTTPError) return httpReason(error, circumstances);
  if (isOfClient(error, ErrorCode.ConnectionClosed, "Connection closed"))
    return "it ended before it had answered.";
  if (error instanceof McpError) return `it answered with an error: ${brief(error.message)}`;
  const code = codeOf(error);
  if (code === "ENOENT") return "there is no such command.";
  if (code === "ECONNREFUSED") return "nothing listens there. Is the server running, and is the port right?";
  if (code === "ENOTFOUND") return "there is no such host.";
  if (code !== undefined) return `it cannot be reached (${code}).`;
  const issues = (error as { issues?: unknown }).issues;
  if (Array.isArray(issues)) return `what it answers is not MCP: ${brief(issues.map(issueText).join("; "))}`;
  return `it does not speak MCP: ${brief(error instanceof Error ? error.message : String(error))}`;
}

function httpReason({ code, message }: StreamableHTTPError, { sentHeaders }: Circumstances): string {
  switch (code) {
    case 301:
    case 302:
    case 307:
    case 308:
      return `it leads elsewhere (${code}); if you trust that address, name it with --url. ${brief(message)}`;
    case 401:
      return sentHeaders
        ? "it refused the credentials (401). Is the token in --header right, and still valid?"
        : 'it wants credentials (401). Pass them with --header "Authorization: Bearer TOKEN".';
    case 403:
      return "it refused to answer (403). Does the token in --header have the scopes for tools/list?";
    case 404:
      return "there is no MCP endpoint (404). Is the path right? It is often /mcp.";
    case 405:
      return "it does not take POST (405). Streamable HTTP is needed; the older transport over SSE is not read.";
    case -1:
    case undefined:
      return `it does not speak MCP over streamable HTTP: ${brief(message)}`;
    default:
      return `it answered with HTTP ${code}: ${brief(message)}`;
  }
}

/** What the client's schemas miss in an answer. */
function issueText({ path, message }: { path?: unknown; message?: unknown }): string {
  return `${Array.isArray(path) && path.length > 0 ? path.join(".") : "the result"}: ${message}`;
}

/** Servers use the same codes for errors of their own: only the words tell whose an error is. */
function isOfClient(error: unknown, code: ErrorCode, words: string): boolean {
  return error instanceof McpError && error.code === code && error.message.endsWith(`: ${words}`);
}

/** The code of a system error, also where `fetch` has wrapped it. */
function codeOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ("code" in inner && typeof inner.code === "string") return inner.code;
  }
  return undefined;
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
