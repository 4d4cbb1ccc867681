/**
 * The leave office of companies as an MCP server on fastmcp. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK
 * and BREAK, as for the other servers here. POST /control is for hooks.
 */
import type { IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { FastMCP, jsonSchemaAdapter } from "fastmcp";
import { breaks } from "./breaks.ts";
import { type Caller, callerWith, control, now } from "./connections.ts";
import { fill, keepBusy } from "./earlier.ts";
import { leaveTools } from "./leave-tools.ts";
import { listed, withDefaults } from "./manifest.ts";
import { Office } from "./office.ts";
import { Refusal } from "./refusal.ts";
import { rosterTools } from "./roster-tools.ts";
import { staffTools } from "./staff.ts";
import type { Tool } from "./tool.ts";

const { PORT = "0", LATENCY_MS = "0", SEEDED, SECOND_USER } = process.env;
const tools: Readonly<Record<string, Tool>> = { ...staffTools, ...leaveTools, ...rosterTools };
const offices = new Map<string, Office>();

function officeOf(company: string): Office {
  const office = offices.get(company) ?? new Office(company, now);
  offices.set(company, office);
  return office;
}

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

/** Refuses requests of other pages and other hosts, and those without a token. */
async function authenticate({ headers }: IncomingMessage): Promise<Caller> {
  const { host = "", origin, authorization } = headers;
  if (!isLocal(host) || (origin !== undefined && !isLocal(origin.replace(/^https?:\/\//, ""))))
    throw Response.json({ error: "This is a local service." }, { status: 403 });
  const caller = callerWith(authorization);
  if (caller !== undefined) return caller;
  const error = authorization === undefined ? "" : ', error="invalid_token"';
  throw Response.json(
    { error: "Send the token of a connection." },
    { status: 401, headers: { "WWW-Authenticate": `Bearer realm="leave office"${error}` } },
  );
}

function refuse(code: string, text: string) {
  return { isError: true, content: [{ type: "text" as const, text }], _meta: { code } };
}

async function call(name: string, input: object, caller: Caller) {
  const { scope, run } = tools[name]!;
  if (!caller.scopes.includes(scope))
    return refuse("insufficient_scope", `${name} needs a connection with the scope ${scope}.`);
  await delay(Number(LATENCY_MS));
  const office = officeOf(caller.company);
  if (!(breaks("late-accept") && name === "answer_swap")) office.settle();
  try {
    // Records may change before the answer is written.
    const structuredContent: Record<string, unknown> = structuredClone({
      ...run(input as never, { office, caller }),
    });
    return {
      content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code, error.message);
    throw error;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const silent = () => undefined;
const server = new FastMCP<Caller>({
  name: "leave-office",
  version: "2.3.0",
  instructions: "Days are calendar days, since shifts run on every day of the week. Times are in UTC.",
  authenticate,
  health: { enabled: false },
  logger: { debug: silent, info: silent, log: silent, warn: silent, error: console.error },
});

for (const tool of listed)
  server.addTool({
    name: tool.name,
    description: tool.description,
    annotations: tool.annotations,
    parameters: jsonSchemaAdapter(tool.inputSchema),
    outputSchema: jsonSchemaAdapter(tool.outputSchema),
    execute: async (input, { session }) =>
      await call(tool.name, withDefaults(tool, input as object), session!),
  });

server.getApp().post("/control", async (context) => context.json(control(await context.req.json())));

if (SEEDED === "1") for (const company of ["main", "other"]) fill(officeOf(company));
if (SECOND_USER !== undefined) void keepBusy(officeOf(SECOND_USER));

const port = Number(PORT) || (await freePort());
await server.start({
  transportType: "httpStream",
  httpStream: {
    port,
    host: "127.0.0.1",
    endpoint: "/mcp",
    stateless: true,
    enableJsonResponse: true,
    cors: false,
  },
});
console.log(`leave office: http://127.0.0.1:${port}/mcp`);
