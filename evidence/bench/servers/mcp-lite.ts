/** mcp-lite on Hono as its documentation shows it, without sessions: it checks nothing but the arguments, by a JSON Schema that has none. */
import { McpServer, StreamableHttpTransport } from "mcp-lite";
import { serveHono } from "./hono.ts";
import { pongResult, serverInfo } from "./program.ts";

const server = new McpServer(serverInfo);
server.tool("service_ping", { inputSchema: { type: "object" }, handler: pongResult });
serveHono(new StreamableHttpTransport().bind(server), "/mcp");
