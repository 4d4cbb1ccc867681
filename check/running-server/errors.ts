/** Explains why a server could not be read, and what to do next. */
import type { Source } from "@toolwright/conformance/server-options";
import { shorten } from "../report/wording.ts";
import { ImportError } from "../surface/listing.ts";
import type { Connection } from "./connection.ts";
import { ClosedError, HttpError, NoAnswerError, NotMcpError, notUtf8, RpcError } from "./messages.ts";

/** Details of the attempt to read a server, for the error message. */
export interface FailureContext
  extends Pick<Connection, "stderr" | "strayOutput" | "unmatchedAnswer" | "unfinishedLine"> {
  /** The URL, or the command. */
  readonly server: string;
  readonly sentHeaders: boolean;
  readonly timedOut: boolean;
  readonly seconds: number;
  /** The request that the reading waited for: `initialize`, `tools/list`. */
  readonly step: string;
  /** Whether the server publishes how to sign in. */
  readonly canSignIn?: boolean;
  /** Whether the environment names a proxy that `fetch` does not use. */
  readonly hasUnusedProxy?: boolean;
}

/** Makes an error that explains why a server could not be read, and what to do next. It never contains the value of a header. */
export function toImportError(error: unknown, context: FailureContext): ImportError {
  if (error instanceof ImportError && context.timedOut) return error;
  return new ImportError(`${context.server}: ${explain(error, context)}`, { cause: error });
}

/** Whether a server could not be read because it wants a token, and was sent none. */
export function isDenied(error: unknown, source: Source): error is ImportError {
  const hasToken = source.kind === "http" && source.headers.authorization !== undefined;
  if (hasToken || !(error instanceof ImportError)) return false;
  return error.cause instanceof HttpError && error.cause.status === 401;
}

/** The reason in a sentence, with what the server wrote beside its answers. */
export function explain(error: unknown, context: FailureContext): string {
  const { stderr, strayOutput, unmatchedAnswer, unfinishedLine } = context;
  return [
    reason(error, context),
    ...quoteLines("It wrote to stdout what is not an MCP message:", shortenLine(strayOutput)),
    ...quoteLines("It wrote to stdout a line that does not end:", shortenLine(unfinishedLine)),
    ...quoteLines("It sent an answer whose id is that of no request:", shortenLine(unmatchedAnswer)),
    ...quoteLines("It wrote to stderr:", stderr),
  ].join("\n");
}

/** GitHub takes lines that begin with `::` for commands, also after spaces. */
function quoteLines(heading: string, text: string): string[] {
  return text === "" ? [] : [heading, text.replace(/^/gm, "  | ")];
}

function reason(error: unknown, context: FailureContext): string {
  const { timedOut, seconds, step } = context;
  if (timedOut)
    return `it did not answer ${step} within ${seconds} s. Give it longer with --timeout SECONDS.`;
  if (error instanceof NoAnswerError) return `it did not answer ${step} within ${error.seconds} s.`;
  if (error instanceof ImportError) return error.message;
  if (error instanceof HttpError) return httpReason(error, context);
  if (error instanceof ClosedError) return `it ended ${error.message} before it had answered ${step}.`;
  if (error instanceof RpcError) return `it answered ${step} with an error: ${shortenLine(error.message)}`;
  if (error instanceof NotMcpError)
    return `what it answers to ${step} is not MCP: ${shortenLine(error.message)}.`;
  return `${systemReason(error)}${context.hasUnusedProxy === true ? proxyHint : ""}`;
}

/** The suite uses the variables without it, and `fetch` does not. */
const proxyHint =
  " A proxy is set here: Node 24 and newer use it for this, too, with NODE_USE_ENV_PROXY=1 in the environment.";

function systemReason(error: unknown): string {
  const code = readCode(error);
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return `what it answers is not MCP: ${notUtf8}.`;
  if (isNotHttp(error)) return "what listens there does not speak HTTP. Is the port right?";
  if (code === undefined)
    return `it does not speak MCP: ${shortenLine(error instanceof Error ? error.message : String(error))}`;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `its certificate is not trusted (${code}). Set the file of its authority in NODE_EXTRA_CA_CERTS.`;
  return systemReasons[code] ?? `it cannot be reached (${code}).`;
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command.",
  EACCES: "the command may not be executed.",
  ECONNREFUSED: "nothing listens there. Is the server running, and is the port right?",
  ENOTFOUND: "there is no such host.",
  ECONNRESET: "it cut the connection before it had answered.",
  UND_ERR_SOCKET: "it cut the connection before it had answered.",
  ERR_SSL_WRONG_VERSION_NUMBER: "the port does not speak TLS. Is it http:// rather than https://?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "the port does not speak TLS. Is it http:// rather than https://?",
  EPROTO: "the port does not speak TLS. Is it http:// rather than https://?",
};

function httpReason({ status, message }: HttpError, context: FailureContext): string {
  const { sentHeaders, canSignIn } = context;
  if (status >= 300 && status < 400)
    return `it leads elsewhere (${status}); if you trust that address, name it with --url. ${shortenLine(message)}`;
  if (status === 401 && sentHeaders)
    return "it refused the credentials (401). Is the token right, and still valid?";
  if (status === 401 && canSignIn)
    return "it wants credentials (401). Sign in with --login, or pass a token with --token TOKEN, as in CI.";
  return httpReasons[status] ?? `it answered with HTTP ${status}: ${shortenLine(message)}`;
}

const httpReasons: Readonly<Record<number, string>> = {
  401: "it wants credentials (401). Pass a token with --token TOKEN.",
  403: "it refused to answer (403). Does the token have the scopes for tools/list?",
  404: "there is no MCP endpoint (404). Is the path right? It is often /mcp.",
  405: "it does not take POST (405). Streamable HTTP is needed; the older transport over SSE is not read.",
};

/** The parser of `fetch` throws an error without a code. */
function isNotHttp(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === "HTTPParserError";
}

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
