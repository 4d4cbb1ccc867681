/** mcp-lite on Hono as its documentation shows it, without sessions. It only checks the arguments, by an empty JSON Schema. */
import { McpServer, StreamableHttpTransport } from "mcp-lite";
import { serveHono } from "./hono.ts";
import { pongResult, serverInfo } from "./program.ts";

const server = new McpServer(serverInfo);
server.tool("service_ping", { inputSchema: { type: "object" }, handler: pongResult });
serveHono(new StreamableHttpTransport().bind(server), "/mcp");
