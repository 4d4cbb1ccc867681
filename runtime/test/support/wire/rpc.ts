/** Sends JSON-RPC messages to a server and reads the answers. */
export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON-RPC response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it as a whole
  readonly message: any;
}

/** Sends one request with id 1 as the bearer of a token. */
export async function rpc(
  url: URL,
  method: string,
  params?: unknown,
  token = "notes:read",
): Promise<RpcAnswer> {
  return post(url, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), token);
}

export async function post(url: URL, body: string, token = "notes:read"): Promise<RpcAnswer> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return answerTo(fetch(url, { method: "POST", headers, body }));
}

async function answerTo(sent: Promise<Response>): Promise<RpcAnswer> {
  const response = await sent;
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    message: text === "" ? undefined : JSON.parse(text),
  };
}

export interface ModernWish {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Instead of what the request says by itself; `null` leaves one out. */
  readonly meta?: Readonly<Record<string, unknown>> | null;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly id?: string | number;
  readonly token?: string;
}

/** Makes a request of MCP 2026-07-28 with id 1 and the headers that repeat its body. It is valid, except for the given parts. */
export function modernRequest(wish: ModernWish): RequestInit & { readonly headers: Record<string, string> } {
  const { method, params = {}, meta = {}, headers = {}, id = 1, token = "notes:read" } = wish;
  const _meta = meta && {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta,
  };
  const usual = {
    "Content-Type": "application/json",
    Authorization: `Bearer ${token}`,
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(typeof params.name === "string" && { "Mcp-Name": params.name }),
  };
  const sent = Object.entries({ ...usual, ...headers }).filter((header) => header[1] !== null);
  return {
    method: "POST",
    headers: Object.fromEntries(sent) as Record<string, string>,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method,
      params: meta === null ? params : { ...params, _meta },
    }),
  };
}

export async function modern(url: URL, wish: ModernWish): Promise<RpcAnswer> {
  return answerTo(fetch(url, modernRequest(wish)));
}

/** Calls a tool; the result of the call, or the error. */
export async function callTool(url: URL, name: string, input?: object, token?: string) {
  const { message } = await rpc(url, "tools/call", { name, arguments: input }, token);
  return message.result ?? message.error;
}
