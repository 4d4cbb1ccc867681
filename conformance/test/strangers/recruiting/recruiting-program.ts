/**
 * A recruiting team as an MCP server on the official SDK 1 (`McpServer` and zod), without sessions. It prints its endpoint. Variables: PORT,
 * LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { control, now, type Question, verifier } from "./accounts.ts";
import { candidateTools } from "./candidate-tools.ts";
import { decisionTools } from "./decision-tools.ts";
import { fillTeam, keepBusy } from "./earlier.ts";
import { jobTools } from "./job-tools.ts";
import { Team } from "./team.ts";
import type { Work } from "./tool.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
const teams = new Map<string, Team>();

function teamOf(account: string): Team {
  const team = teams.get(account) ?? new Team(now);
  teams.set(account, team);
  return team;
}

if (SEEDED === "1") for (const account of ["main", "other"]) teams.set(account, fillTeam());
if (SECOND_USER !== undefined) void keepBusy(teamOf(SECOND_USER));

function createServer(work: Work): McpServer {
  const server = new McpServer(
    { name: "recruiting", title: "Applicant tracking", version: "1.8.2" },
    { instructions: "Salaries are counted in cents. Jobs close at the end of their closing day, in UTC." },
  );
  for (const register of [...jobTools, ...candidateTools, ...decisionTools]) register(server, work);
  return server;
}

async function answer(
  request: IncomingMessage & { auth?: AuthInfo; body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const { clientId: account, scopes } = request.auth!;
  const server = createServer({ account, team: teamOf(account), scopes });
  const transport = new StreamableHTTPServerTransport({});
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, request.body);
}

function sendError(response: ServerResponse, status: number, code: number, message: string): void {
  response
    .writeHead(status, { "Content-Type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

const app = createMcpExpressApp();

app.use((request, response, next) => {
  const { origin } = request.headers;
  if (origin === undefined || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin)) next();
  else sendError(response, 403, -32000, "Pages of other origins may not call this server.");
});

app.post("/control", (request, response) => {
  response.json(control(request.body as Question));
});

app.post("/mcp", requireBearerAuth({ verifier }), (request, response) => answer(request, response));
app.all("/mcp", requireBearerAuth({ verifier }), (_request, response) => {
  response.setHeader("Allow", "POST");
  sendError(response, 405, -32000, "This server has no sessions: send messages with POST.");
});

app.use((error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void) => {
  // The parser refuses bodies of more than 100 kB.
  if (error instanceof Error && "type" in error && error.type === "entity.too.large") {
    sendError(response, 413, -32600, "The message is too large.");
    return;
  }
  console.error(error);
  const isBadJson = error instanceof SyntaxError;
  sendError(
    response,
    isBadJson ? 400 : 500,
    isBadJson ? -32700 : -32603,
    isBadJson ? "Parse error" : "Internal error",
  );
});

const listener = app.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`recruiting: http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
