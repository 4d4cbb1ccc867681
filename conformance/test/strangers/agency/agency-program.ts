/**
 * The back office of an agency as an MCP server on tmcp, with schemas of zod. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED,
 * SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { arrayBuffer, json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { HttpTransport } from "@tmcp/transport-http";
import { McpServer } from "tmcp";
import { type Caller, callerOf, now, runHook } from "./access.ts";
import { Books } from "./books.ts";
import { isBroken } from "./breaks.ts";
import { fill, keepWorking } from "./colleagues.ts";
import { Refused } from "./refused.ts";
import { hourTools } from "./tools/hours.ts";
import { moneyTools } from "./tools/money.ts";
import { projectTools } from "./tools/projects.ts";
import type { Tool } from "./tools/tool.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, PORT = "0" } = process.env;
type Context = { readonly caller: Caller };
type Result = Record<string, unknown>;

const agencies = new Map<string, Books>();

function booksOf(agency: string): Books {
  const books = agencies.get(agency) ?? new Books(now);
  agencies.set(agency, books);
  return books;
}

const mcp = new McpServer(
  { name: "agency-back-office", version: "1.4.0", description: "The back office of a small agency." },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
).withContext<Context>();

function refusal(code: string, text: string) {
  return { isError: true as const, content: [{ type: "text" as const, text }], _meta: { code } };
}

/** Rates are business of those who may see them. */
function withoutRates(tool: Tool, result: Result): Result {
  const { rates, projects, ...rest } = result;
  if (!Array.isArray(projects)) return rest;
  const isLeaking = tool.name === "list_projects" && isBroken("rates-in-list");
  return { ...rest, projects: isLeaking ? projects : projects.map((project) => withoutRates(tool, project)) };
}

async function call(tool: Tool, input: Result) {
  const { agency, scopes } = mcp.ctx.custom!.caller;
  if (!scopes.includes(tool.scope))
    return refusal("insufficient_scope", `${tool.name} needs a token with the scope ${tool.scope}.`);
  await wait(Number(LATENCY_MS));
  const books = booksOf(agency);
  books.settle();
  try {
    const result = tool.run(books, input) as Result;
    const structuredContent = scopes.includes("rates:read") ? result : withoutRates(tool, result);
    return {
      content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    if (error instanceof Refused) return refusal(error.code, error.message);
    throw error;
  }
}

for (const tool of [...projectTools, ...hourTools, ...moneyTools]) {
  const { name, title, description, annotations, input, output } = tool;
  mcp.tool({ name, title, description, annotations, schema: input, outputSchema: output }, (sent) =>
    call(tool, sent),
  );
}

const transport = new HttpTransport<Context>(mcp, { path: "/mcp", allowedOrigins: [], disableSse: true });
const versions = ["2025-06-18", "2025-03-26"];
const endedSessions = new Set<string>();

/** The rules of the transport that tmcp leaves to its users: versions, and sessions that clients have ended. */
function checkHeaders({ method, headers }: Request): Response | undefined {
  if (!versions.includes(headers.get("mcp-protocol-version") ?? versions[0]!))
    return new Response(null, { status: 400 });
  const session = headers.get("mcp-session-id");
  if (session === null) return undefined;
  if (endedSessions.has(session)) return new Response(null, { status: 404 });
  if (method === "DELETE") endedSessions.add(session);
  return undefined;
}

async function answer(request: Request): Promise<Response> {
  const authorization = request.headers.get("authorization");
  const caller = callerOf(authorization);
  if (caller === undefined) {
    const challenge = `Bearer realm="agency"${authorization === null ? "" : ', error="invalid_token"'}`;
    return new Response(null, { status: 401, headers: { "WWW-Authenticate": challenge } });
  }
  const response = checkHeaders(request) ?? (await transport.respond(request, { caller }));
  return response ?? new Response(null, { status: 404 });
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url, headers } = incoming;
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const body = await arrayBuffer(incoming);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${headers.host}${url}`, { method, headers: sent, body: hasBody ? body : null });
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [host] = (incoming.headers.host ?? "").split(":");
  if (host !== "127.0.0.1" && host !== "localhost") return void outgoing.writeHead(403).end();
  if (incoming.url === "/control") {
    const result = runHook((await json(incoming)) as Parameters<typeof runHook>[0]);
    return void outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(result));
  }
  const { status, headers, body } = await answer(await requestOf(incoming));
  outgoing.writeHead(status, Object.fromEntries(headers));
  for await (const part of body ?? []) outgoing.write(part);
  outgoing.end();
}

if (SEEDED === "1") for (const agency of ["main", "other"]) fill(booksOf(agency));
if (SECOND_USER !== undefined) void keepWorking(booksOf(SECOND_USER));

const http = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end();
  });
});
http.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`agency at http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
});
