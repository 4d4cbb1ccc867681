/**
 * A hire shop for bicycles as an MCP server on the official SDK 1, stateless, with JSON answers. It prints its endpoint. Variables: PORT,
 * LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Company } from "./company.ts";
import { cancelForgotten } from "./desk.ts";
import { deskTools } from "./desk-tools.ts";
import { fleetTools } from "./fleet-tools.ts";
import { type Caller, findCaller, runHook } from "./gate.ts";
import { handlers } from "./handlers.ts";
import { keepWorking, openShops } from "./past.ts";
import { Refusal } from "./refusal.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, PORT = "0" } = process.env;

const ajv = new Ajv2020({ useDefaults: true, strict: false });
addFormats.default(ajv);

const tools = new Map(
  [...fleetTools, ...deskTools].map((tool) => [
    tool.name,
    { ...tool, check: ajv.compile(tool.inputSchema), run: handlers[tool.name]! },
  ]),
);
const listedTools = [...tools.values()].map(
  ({ scope: _scope, check: _check, run: _run, ...listed }) => listed,
);

const companies = new Map<string, Company>();

function companyOf(account: string): Company {
  const company = companies.get(account) ?? new Company(account);
  companies.set(account, company);
  return company;
}

function refuse(code: string, message: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
}

async function callTool(name: string, input: object, caller: Caller): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  if (!caller.scopes.includes(tool.scope))
    return refuse("insufficient_scope", `${name} needs a token with the scope ${tool.scope}.`);
  if (!tool.check(input)) return refuse("invalid_input", ajv.errorsText(tool.check.errors, { dataVar: "" }));
  await wait(Number(LATENCY_MS));
  const company = companyOf(caller.account);
  cancelForgotten(company);
  try {
    const result = structuredClone(tool.run(input as never, { company, caller }));
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      structuredContent: result as Record<string, unknown>,
    };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code, error.message);
    throw error;
  }
}

function serverFor(caller: Caller): Server {
  const server = new Server(
    { name: "cycles", version: "3.2.0" },
    {
      capabilities: { tools: {} },
      instructions: "Hire of bicycles. Quote a price first, then book the quote.",
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools }) as never);
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(params.name, params.arguments ?? {}, caller),
  );
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = findCaller(request.headers.authorization);
  if (!caller) {
    const error = request.headers.authorization === undefined ? "" : ', error="invalid_token"';
    return void response.writeHead(401, { "WWW-Authenticate": `Bearer realm="cycles"${error}` }).end();
  }
  if (request.method !== "POST") return void response.writeHead(405, { Allow: "POST" }).end();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serverFor(caller);
  response.on("close", () => void server.close());
  await server.connect(transport as never);
  await transport.handleRequest(request, response);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = "", origin } = request.headers;
  const isLocal = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
  const isSameOrigin = origin === undefined || /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin);
  if (!isLocal || !isSameOrigin) return void response.writeHead(403).end();
  if (request.url === "/mcp") return answer(request, response);
  if (request.url !== "/control") return void response.writeHead(404).end();
  const result = runHook(JSON.parse(await text(request)));
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(result));
}

if (SEEDED === "1") for (const account of ["main", "other"]) openShops(companyOf(account));
if (SECOND_USER !== undefined) void keepWorking(companyOf(SECOND_USER));

const listener = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
listener.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`cycles at http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
