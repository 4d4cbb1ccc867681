/** A server on `@modelcontextprotocol/server` 2.x, as its documentation has it. The argument is a port; without it, over stdio. */
import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function makeServer(): McpServer {
  const server = new McpServer({ name: "my-server", version: "1.0.0" });
  server.registerTool(
    "add",
    {
      description: "Add two numbers",
      annotations: { readOnlyHint: true },
      inputSchema: z.object({ a: z.number(), b: z.number() }),
    },
    async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
  );
  return server;
}

const [port] = process.argv.slice(2);
if (port === undefined) await makeServer().connect(new StdioServerTransport());
else {
  const handler = createMcpHandler(makeServer);
  serve({ port: Number(port), hostname: "127.0.0.1", fetch: (request) => handler.fetch(request) });
}
