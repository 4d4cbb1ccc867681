/** The server of the README of `tmcp`. The argument is a port; without it, over stdio. */
import { serve } from "@hono/node-server";
import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { HttpTransport } from "@tmcp/transport-http";
import { StdioTransport } from "@tmcp/transport-stdio";
import { McpServer } from "tmcp";
import { z } from "zod";

const server = new McpServer(
  { name: "my-server", version: "1.0.0", description: "My awesome MCP server" },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
);
server.tool(
  {
    name: "calculate",
    description: "Perform mathematical calculations",
    annotations: { readOnlyHint: true },
    schema: z.object({ operation: z.enum(["add", "subtract"]), a: z.number(), b: z.number() }),
  },
  async ({ operation, a, b }) => ({
    content: [{ type: "text", text: String(operation === "add" ? a + b : a - b) }],
  }),
);
const [port] = process.argv.slice(2);
if (port === undefined) new StdioTransport(server).listen();
else {
  const transport = new HttpTransport(server);
  serve({
    port: Number(port),
    hostname: "127.0.0.1",
    fetch: async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
  });
}
