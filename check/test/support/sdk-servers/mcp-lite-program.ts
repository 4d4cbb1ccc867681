/** The server of the README of `mcp-lite`. The first argument is a port, the second one `sessions`. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { InMemorySessionAdapter, McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";

const [port, mode] = process.argv.slice(2);
const server = new McpServer({
  name: "example-server",
  version: "1.0.0",
  schemaAdapter: (schema) => z.toJSONSchema(schema as z.ZodType),
});
server.tool("getWeather", {
  description: "Gets weather information for a location",
  inputSchema: z.object({ location: z.string(), days: z.int().optional() }),
  outputSchema: z.object({ temperature: z.number(), conditions: z.string() }),
  handler: ({ location }) => ({
    content: [{ type: "text", text: `Weather in ${location}: 22°C, sunny` }],
    structuredContent: { temperature: 22, conditions: "sunny" },
  }),
});
const transport = new StreamableHttpTransport(
  mode === "sessions" ? { sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }) } : {},
);
const handle = transport.bind(server);
const app = new Hono();
app.all("/mcp", (context) => handle(context.req.raw));
serve({ port: Number(port), hostname: "127.0.0.1", fetch: app.fetch });
