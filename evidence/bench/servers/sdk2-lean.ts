/**
 * SDK 2.x in its fastest setup: its low-level server, JSON answers, one session for all, so that requests create no objects of
 * the SDK.
 */
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { Server, type Tool } from "@modelcontextprotocol/server";
import { pongResult, serve, serverInfo, toolList } from "./program.ts";

const tools = toolList<Tool>();
const server = new Server(serverInfo, { capabilities: { tools: {} } });
server.setRequestHandler("tools/list", () => ({ tools }));
server.setRequestHandler("tools/call", pongResult);
const transport = new NodeStreamableHTTPServerTransport({
  sessionIdGenerator: () => "bench",
  enableJsonResponse: true,
});
await server.connect(transport);
serve((request, response) => void transport.handleRequest(request, response));
