/**
 * A public library as an MCP server on tmcp. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for
 * the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { HttpTransport } from "@tmcp/transport-http";
import { McpServer } from "tmcp";
import { Door } from "./door.ts";
import { Library } from "./library.ts";
import { Problem } from "./problem.ts";
import { Adapter, standardSchema, tools } from "./schema.ts";
import { keepWorking, stock } from "./second-desk.ts";
import { type Caller, handlers } from "./tools.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, CLOCK, PORT = "0" } = process.env;
type Context = { readonly caller: Caller };

const door = new Door(CLOCK !== "moves");
const branches = new Map<string, Library>();

function libraryOf(branch: string): Library {
  const library = branches.get(branch) ?? new Library(door.now);
  branches.set(branch, library);
  return library;
}

const server = new McpServer(
  { name: "town-library", version: "2.0.1", description: "A public library." },
  { adapter: new Adapter(), capabilities: { tools: {} } },
).withContext<Context>();

function refused(code: string, message: string) {
  return { isError: true as const, content: [{ type: "text" as const, text: message }], _meta: { code } };
}

async function call(name: string, input: unknown) {
  const { caller } = server.ctx.custom!;
  const { scope, run } = handlers[name]!;
  if (!caller.scopes.includes(scope))
    return refused("insufficient_scope", `${name} needs the scope ${scope}.`);
  await wait(Number(LATENCY_MS));
  const library = libraryOf(caller.branch);
  library.settle();
  try {
    const result = run(input as never, { library, caller }) as Record<string, unknown>;
    return {
      content: [{ type: "text" as const, text: JSON.stringify(result) }],
      structuredContent: { ...result },
    };
  } catch (error) {
    if (error instanceof Problem) return refused(error.code, error.message);
    throw error;
  }
}

for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
  const schemas = { schema: standardSchema(inputSchema), outputSchema: standardSchema(outputSchema) };
  server.tool({ name, title, description, annotations, ...schemas }, (input) => call(name, input));
}

const versions = ["2025-06-18", "2025-03-26"];
/** Sessions that clients have ended. tmcp serves them further. */
const endedSessions = new Set<string>();

/** Refuses what tmcp takes: versions that are not served, and sessions that are over. */
function refuse({ method, headers }: Request): Response | undefined {
  const version = headers.get("mcp-protocol-version");
  if (version !== null && !versions.includes(version)) return new Response(null, { status: 400 });
  const session = headers.get("mcp-session-id");
  if (session !== null && endedSessions.has(session)) return new Response(null, { status: 404 });
  if (session !== null && method === "DELETE") endedSessions.add(session);
  return undefined;
}

const transport = new HttpTransport<Context>(server, { path: "/mcp", allowedOrigins: [], disableSse: true });

async function answer(request: Request): Promise<Response> {
  const caller = door.callerOf(request.headers.get("authorization"));
  if (caller === undefined) {
    const error = request.headers.has("authorization") ? ', error="invalid_token"' : "";
    return new Response(null, {
      status: 401,
      headers: { "WWW-Authenticate": `Bearer realm="library"${error}` },
    });
  }
  const refusal = refuse(request);
  return refusal ?? (await transport.respond(request, { caller })) ?? new Response(null, { status: 404 });
}

async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? ""))
    return void outgoing.writeHead(403).end();
  const body = await buffer(incoming);
  if (url === "/control") {
    outgoing.writeHead(200, { "Content-Type": "application/json" });
    return void outgoing.end(JSON.stringify(door.answer(JSON.parse(body.toString()))));
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await answer(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(hasBody && { body: new Uint8Array(body) }),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const part of response.body ?? []) outgoing.write(part);
  outgoing.end();
}

if (SEEDED === "1") for (const branch of ["main", "other"]) stock(libraryOf(branch));
if (SECOND_USER !== undefined) void keepWorking(libraryOf(SECOND_USER));

const listener = createServer((incoming, outgoing) => {
  receive(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    outgoing.writeHead(500).end();
  });
});
listener.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`library at http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
