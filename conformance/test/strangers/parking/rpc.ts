/** JSON-RPC of MCP 2025-11-25, by hand. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** An answer by HTTP; without a body to a notification. */
export interface Answer {
  readonly status: number;
  readonly body?: object;
}

interface Posted {
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly version: string | undefined;
  readonly body: string;
}

type Dispatch = (method: string, params: Readonly<Record<string, unknown>>) => object | Promise<object>;

export const protocolVersion = "2025-11-25";

/** Answers one message that was posted. */
export async function answerMessage(
  { accept = "", contentType = "", version, body }: Posted,
  dispatch: Dispatch,
): Promise<Answer> {
  if (!/^application\/json\b/i.test(contentType)) return refuse(415, -32_000, "The body must be JSON.");
  if (!/application\/json|\*\/\*/.test(accept)) return refuse(406, -32_000, "JSON must be accepted.");
  const message = parse(body);
  if (message === undefined) return refuse(400, -32_700, "The body is no JSON.");
  const { jsonrpc, id, method, params = {} } = message;
  const isRequest = jsonrpc === "2.0" && typeof method === "string";
  if (!isRequest || !["string", "number", "undefined"].includes(typeof id))
    return refuse(400, -32_600, "This is no message.");
  if (version !== undefined && version !== protocolVersion && method !== "initialize")
    return refuse(400, -32_000, `This server has MCP ${protocolVersion}.`);
  if (id === undefined) return { status: 202 };
  try {
    const result = await dispatch(method, params as Readonly<Record<string, unknown>>);
    return { status: 200, body: { jsonrpc, id, result } };
  } catch (error) {
    const [code, text] =
      error instanceof RpcError ? [error.code, error.message] : [-32_603, "Internal error"];
    return { status: 200, body: { jsonrpc, id, error: { code, message: text } } };
  }
}

export function refuse(status: number, code: number, message: string): Answer {
  return { status, body: { jsonrpc: "2.0", id: null, error: { code, message } } };
}

/** Parses a message. Another value than an object is an object without members. */
function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return undefined;
  }
}
