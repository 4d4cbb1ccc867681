/**
 * An auction house as an MCP server on the official SDK 1 (`McpServer` and zod), without sessions. It prints its endpoint. Variables: PORT,
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
import { biddingTools } from "./bidding-tools.ts";
import { fileOf } from "./catalogue.ts";
import { catalogueTools } from "./catalogue-tools.ts";
import { House } from "./house.ts";
import { saleTools } from "./sale-tools.ts";
import type { Work } from "./tool.ts";
import { fillHouse, keepBusy } from "./traffic.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
const houses = new Map<string, House>();

function houseOf(account: string): House {
  const house = houses.get(account) ?? new House(now);
  houses.set(account, house);
  return house;
}

if (SEEDED === "1") for (const account of ["main", "other"]) houses.set(account, fillHouse());
if (SECOND_USER !== undefined) void keepBusy(houseOf(SECOND_USER));

function createServer(work: Work): McpServer {
  const server = new McpServer(
    { name: "auction", title: "Timed auctions", version: "2.3.0" },
    { instructions: "Bids, limits and estimates are whole euros. Sales open and end by themselves, in UTC." },
  );
  for (const register of [...catalogueTools, ...saleTools, ...biddingTools]) register(server, work);
  return server;
}

async function answer(
  request: IncomingMessage & { auth?: AuthInfo; body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const { clientId: account, scopes } = request.auth!;
  const origin = `http://${request.headers.host}`;
  const server = createServer({ account, house: houseOf(account), scopes, origin });
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

app.get("/catalogues/:key.csv", (request, response) => {
  const file = fileOf(request.params.key, now());
  if (file === undefined) response.status(404).send("This link has ended. Export the catalogue again.");
  else response.attachment(file.name).type("text/csv").send(file.bytes);
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
  console.log(`auction: http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
