/**
 * The office of a summit as an MCP server on the official SDK 1 (`McpServer` and zod), without sessions. It prints its endpoint. Variables:
 * PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { control, type Question, verifier } from "./accounts.ts";
import { deskTools } from "./desk-tools.ts";
import { programmeTools } from "./programme-tools.ts";
import { Office } from "./tool.ts";
import { fillOffice, keepServing } from "./traffic.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
const offices = new Map<string, Office>();

function officeOf(account: string): Office {
  const office = offices.get(account) ?? new Office(account);
  offices.set(account, office);
  return office;
}

async function answer(
  request: IncomingMessage & { auth?: AuthInfo; body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const { clientId, scopes } = request.auth!;
  const server = new McpServer(
    { name: "summit", title: "Summit office", version: "1.9.0" },
    {
      instructions:
        "Times are shown in the zone of the venue. Book a seat first, and join the waiting list if the session is full.",
    },
  );
  for (const register of [...programmeTools, ...deskTools])
    register(server, { office: officeOf(clientId), scopes });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, request.body);
}

function fail(response: ServerResponse, status: number, code: number, message: string): void {
  response
    .writeHead(status, { "Content-Type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

const app = createMcpExpressApp();

app.use((request, response, next) => {
  const { origin } = request.headers;
  const isLocal = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
  if (origin === undefined || isLocal.test(origin)) next();
  else fail(response, 403, -32000, "Other origins may not call the office.");
});

app.post("/control", (request, response) => {
  response.json(control(request.body as Question));
});

app.post("/mcp", requireBearerAuth({ verifier }), (request, response) => answer(request, response));
app.all("/mcp", requireBearerAuth({ verifier }), (_request, response) => {
  response.setHeader("Allow", "POST");
  fail(response, 405, -32000, "The office has no sessions: send messages with POST.");
});

app.use((error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void) => {
  if (error instanceof Error && "type" in error && error.type === "entity.too.large")
    return fail(response, 413, -32600, "The message is too large.");
  if (error instanceof SyntaxError) return fail(response, 400, -32700, "The message is not JSON.");
  console.error(error);
  fail(response, 500, -32603, "The office has a problem.");
});

if (SEEDED === "1") for (const account of ["main", "other"]) fillOffice(officeOf(account));
if (SECOND_USER !== undefined) void keepServing(officeOf(SECOND_USER));

const listener = app.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`summit: http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
