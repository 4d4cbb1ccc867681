/**
 * The servers of the examples of `@modelcontextprotocol/sdk` 1.x. The first argument is a port, the second one `stateless`;
 * without arguments, over stdio.
 */
import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

type Transport = Parameters<McpServer["connect"]>[0];

function makeServer(): McpServer {
  const server = new McpServer({ name: "demo-server", version: "1.0.0" });
  server.registerTool(
    "add",
    {
      title: "Addition Tool",
      description: "Add two numbers",
      annotations: { readOnlyHint: true },
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { result: z.number() },
    },
    async ({ a, b }) => {
      const output = { result: a + b };
      return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
    },
  );
  return server;
}

const error = (message: string) => ({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
const [port, mode] = process.argv.slice(2);
if (port === undefined) await makeServer().connect(new StdioServerTransport());
else serve(Number(port));

function serve(port: number): void {
  const app = createMcpExpressApp();
  if (mode === "stateless") {
    app.post("/mcp", async (request, response) => {
      const transport = new StreamableHTTPServerTransport({});
      response.on("close", () => void transport.close());
      await makeServer().connect(transport as Transport);
      await transport.handleRequest(request, response, request.body);
    });
    for (const method of ["get", "delete"] as const)
      app[method]("/mcp", (_, response) => void response.status(405).json(error("Method not allowed.")));
  } else keepSessions(app);
  app.listen(port, "127.0.0.1");
}

function keepSessions(app: ReturnType<typeof createMcpExpressApp>): void {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  app.all("/mcp", async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const known = sessions.get(String(id));
    if (known !== undefined) {
      await known.handleRequest(request, response, request.body);
      return;
    }
    if (id !== undefined || !isInitializeRequest(request.body)) {
      response.status(400).json(error("Bad Request: No valid session ID provided"));
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await makeServer().connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  });
}
