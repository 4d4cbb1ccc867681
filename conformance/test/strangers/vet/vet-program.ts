/**
 * A veterinary practice as an MCP server on the TypeScript SDK and Hono. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED,
 * SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { setTimeout as wait } from "node:timers/promises";
import { serve } from "@hono/node-server";
import {
  type CallToolResult,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { deskTools } from "./desk-tools.ts";
import { addEarlierRecords, keepWorking } from "./earlier.ts";
import { medicalTools } from "./medical-tools.ts";
import { Problem } from "./problem.ts";
import { Records } from "./records.ts";
import { Requests } from "./requests.ts";
import { type ControlRequest, Tokens } from "./tokens.ts";
import type { Caller, Practice, Tool } from "./tool.ts";
import { visitTools } from "./visit-tools.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, CLOCK, PORT = "0" } = process.env;

const tokens = new Tokens(CLOCK !== "moves");
const practices = new Map<string, Practice>();

function practiceOf(name: string): Practice {
  const practice = practices.get(name) ?? {
    name,
    records: new Records(tokens.now),
    requests: new Requests(),
  };
  practices.set(name, practice);
  return practice;
}

function refuse(code: string, message: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
}

async function call(tool: Tool, input: unknown, caller: Caller): Promise<CallToolResult> {
  if (!caller.scopes.includes(tool.scope))
    return refuse("insufficient_scope", `${tool.name} needs a token with the scope ${tool.scope}.`);
  await wait(Number(LATENCY_MS));
  caller.practice.records.settle();
  try {
    const result = structuredClone(tool.run(input, caller));
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      structuredContent: { ...result },
    };
  } catch (error) {
    if (error instanceof Problem) return refuse(error.code, error.message);
    throw error;
  }
}

const handler = createMcpHandler(({ authInfo }) => {
  const server = new McpServer(
    { name: "vet-practice", version: "3.1.0", title: "Veterinary practice" },
    { instructions: "All sums are in cents. Look up the owner first, then the animal." },
  );
  const caller = { practice: practiceOf(authInfo!.clientId), scopes: authInfo!.scopes };
  for (const tool of [...deskTools, ...visitTools, ...medicalTools]) {
    const { name, title, description, annotations, input, output } = tool;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      (given) => call(tool, given, caller),
    );
  }
  return server;
});

const authenticate = requireBearerAuth({ verifier: tokens });

const app = new Hono();
app.use(async (context, next) => {
  const rejection =
    hostHeaderValidationResponse(context.req.raw, localhostAllowedHostnames()) ??
    originValidationResponse(context.req.raw, localhostAllowedOrigins());
  if (rejection !== undefined) return rejection;
  return next();
});
app.post("/control", async (context) =>
  context.json(tokens.answer(await context.req.json<ControlRequest>())),
);
app.all("/mcp", async (context) => {
  const authInfo = await authenticate(context.req.raw);
  return authInfo instanceof Response ? authInfo : handler.fetch(context.req.raw, { authInfo });
});

if (SEEDED === "1") for (const name of ["main", "other"]) addEarlierRecords(practiceOf(name).records);
if (SECOND_USER !== undefined) void keepWorking(practiceOf(SECOND_USER).records);

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) }, ({ port }) => {
  console.log(`vet practice at http://127.0.0.1:${port}/mcp`);
});
