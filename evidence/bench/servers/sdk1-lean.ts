/**
 * SDK 1.x in its fastest setup: its low-level server, JSON answers, one session for all, so that requests create no objects of
 * the SDK.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { pongResult, serve, serverInfo, toolList } from "./program.ts";

const tools = toolList<Tool>();
const server = new Server(serverInfo, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, pongResult);
const transport = new StreamableHTTPServerTransport({
  sessionIdGenerator: () => "bench",
  enableJsonResponse: true,
});
await server.connect(transport as Transport);
serve((request, response) => void transport.handleRequest(request, response));
