import { shorten } from "../report/wording.ts";
import { ImportError } from "../surface/listing.ts";
import { ClosedError, HttpError, NotMcpError, RpcError } from "./messages.ts";

/** Details of the attempt to read a server, for the error message. */
export interface FailureContext {
  /** The URL, or the command. */
  readonly server: string;
  readonly sentHeaders: boolean;
  readonly timedOut: boolean;
  readonly seconds: number;
  /** The end of its stderr. */
  readonly stderr: string;
  /** The last line on its stdout that was not a message. */
  readonly strayOutput: string;
}

/** Makes an error that explains why a server could not be read, and what to do next. It never contains the value of a header. */
export function toImportError(error: unknown, context: FailureContext): ImportError {
  if (error instanceof ImportError) return error;
  const { server, stderr, strayOutput } = context;
  const what = reason(error, context);
  const stray =
    strayOutput === ""
      ? ""
      : `\nIt wrote to stdout what is not an MCP message:\n  ${shortenLine(strayOutput)}`;
  const quote = stderr === "" ? "" : `\nIt wrote to stderr:\n${stderr.replace(/^/gm, "  ")}`;
  return new ImportError(`${server}: ${what}${stray}${quote}`, { cause: error });
}

function reason(error: unknown, context: FailureContext): string {
  if (context.timedOut)
    return `it did not answer within ${context.seconds} s. Give it longer with --timeout SECONDS.`;
  if (error instanceof HttpError) return httpReason(error, context);
  if (error instanceof ClosedError) return "it ended before it had answered.";
  if (error instanceof RpcError) return `it answered with an error: ${shortenLine(error.message)}`;
  if (error instanceof NotMcpError) return `what it answers is not MCP: ${shortenLine(error.message)}`;
  const code = readCode(error);
  if (code === "ENOENT") return "there is no such command.";
  if (code === "ECONNREFUSED") return "nothing listens there. Is the server running, and is the port right?";
  if (code === "ENOTFOUND") return "there is no such host.";
  if (code !== undefined) return `it cannot be reached (${code}).`;
  return `it does not speak MCP: ${shortenLine(error instanceof Error ? error.message : String(error))}`;
}

function httpReason({ status, message }: HttpError, { sentHeaders }: FailureContext): string {
  if (status >= 300 && status < 400)
    return `it leads elsewhere (${status}); if you trust that address, name it with --url. ${shortenLine(message)}`;
  if (status === 401 && sentHeaders)
    return "it refused the credentials (401). Is the token right, and still valid?";
  return httpReasons[status] ?? `it answered with HTTP ${status}: ${shortenLine(message)}`;
}

const httpReasons: Readonly<Record<number, string>> = {
  401: "it wants credentials (401). Pass a token with --token TOKEN.",
  403: "it refused to answer (403). Does the token have the scopes for tools/list?",
  404: "there is no MCP endpoint (404). Is the path right? It is often /mcp.",
  405: "it does not take POST (405). Streamable HTTP is needed; the older transport over SSE is not read.",
};

/** The code of a system error, also where `fetch` has wrapped it. */
function readCode(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ("code" in inner && typeof inner.code === "string") return inner.code;
  }
  return undefined;
}

function shortenLine(text: string): string {
  return shorten(text.replace(/\s+/g, " ").trim(), 200);
}
