/** Sessions of Streamable HTTP: each has a server of the SDK of its own, and belongs to the token that began it. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";

type AuthenticatedRequest = IncomingMessage & { auth?: AuthInfo; body?: unknown };

interface Session {
  readonly token: string;
  readonly transport: StreamableHTTPServerTransport;
}

const sessions = new Map<string, Session>();

export function sendError(response: ServerResponse, status: number, code: number, message: string): void {
  response
    .writeHead(status, { "Content-Type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

export async function serveSession(
  request: AuthenticatedRequest,
  response: ServerResponse,
  createServer: () => McpServer,
): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const { token } = request.auth!;
  if (id === undefined) {
    if (!isInitializeRequest(request.body))
      return sendError(response, 400, -32000, "Bad Request: no session. Begin with initialize.");
    const transport = await beginSession(token, createServer());
    return transport.handleRequest(request, response, request.body);
  }
  const session = sessions.get(String(id));
  if (session === undefined || session.token !== token)
    return sendError(response, 404, -32001, "Session not found");
  await session.transport.handleRequest(request, response, request.body);
}

async function beginSession(token: string, server: McpServer): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, { token, transport });
    },
    onsessionclosed: (id) => {
      sessions.delete(id);
    },
  });
  await server.connect(transport as Transport);
  return transport;
}
