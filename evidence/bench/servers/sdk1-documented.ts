/** SDK 1.x as its documentation shows a stateless server: Express, and a server and a transport for each request. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { pongResult, serve, serverInfo } from "./program.ts";

/** Express brings no types of its own. */
type Parsed = IncomingMessage & { readonly body?: unknown };

const app = createMcpExpressApp();
app.post("/mcp", async (request: Parsed, response: ServerResponse) => {
  const server = new McpServer(serverInfo);
  server.registerTool("service_ping", { description: "Says that the service is up." }, pongResult);
  const transport = new StreamableHTTPServerTransport({});
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, request.body);
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
});
serve(app);
