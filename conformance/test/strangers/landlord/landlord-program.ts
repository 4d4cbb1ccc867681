/**
 * The office of a landlord as an MCP server on the official SDK 1 (`McpServer` and zod raw shapes), with sessions. It prints its endpoint.
 * Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type ControlRequest, control, verifier } from "./accounts.ts";
import { careTools } from "./care-tools.ts";
import { fillOffice, keepBusy } from "./earlier.ts";
import { houseTools } from "./house-tools.ts";
import { leaseTools } from "./lease-tools.ts";
import { Office } from "./office.ts";
import { sendError, serveSession } from "./sessions.ts";
import { openOffice } from "./statement.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
const offices = new Map<string, Office>();

function officeOf(account: string): Office {
  const office = offices.get(account) ?? openOffice(new Office());
  offices.set(account, office);
  return office;
}

if (SEEDED === "1") for (const account of ["main", "other"]) fillOffice(officeOf(account));
if (SECOND_USER !== undefined) void keepBusy(officeOf(SECOND_USER));

function createServer(): McpServer {
  const server = new McpServer(
    { name: "landlord", title: "landlord's office", version: "0.9.4" },
    { instructions: "Amounts are euros with two decimals. Days are those of UTC." },
  );
  for (const register of [...houseTools, ...leaseTools, ...careTools]) register(server, officeOf);
  return server;
}

const app = createMcpExpressApp();

app.use((request, response, next) => {
  const { origin } = request.headers;
  if (origin === undefined || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin)) next();
  else sendError(response, 403, -32000, "Pages of other origins may not call this server.");
});

app.post("/control", (request, response) => {
  response.json(control(request.body as ControlRequest));
});

app.all("/mcp", requireBearerAuth({ verifier }), (request, response) =>
  serveSession(request, response, createServer),
);

app.use((error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void) => {
  if (error instanceof Error && "type" in error && error.type === "entity.too.large") {
    sendError(response, 413, -32600, "The message is too large.");
    return;
  }
  const isBadJson = error instanceof SyntaxError;
  if (!isBadJson) console.error(error);
  sendError(
    response,
    isBadJson ? 400 : 500,
    isBadJson ? -32700 : -32603,
    isBadJson ? "Parse error" : "Internal error",
  );
});

const listener = app.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`landlord: http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
