/** The MCP server: checks the arguments of calls by the manifest, and runs the tools. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Ctx, JSON_RPC_ERROR_CODES, McpServer, RpcError, type ToolCallResult } from "mcp-lite";
import { agencyOf } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { claimTools } from "./claim-tools.ts";
import type { Caller } from "./keys.ts";
import { policyTools } from "./policy-tools.ts";
import { Refusal } from "./refusal.ts";

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

const manifest: { readonly tools: readonly ListedTool[] } = JSON.parse(
  readFileSync(new URL("manifest.json", import.meta.url), "utf8"),
);
const ajv = new Ajv2020({ strict: false, useDefaults: true });
addFormats.default(ajv);

const tools = { ...policyTools, ...claimTools };
const served = ["initialize", "ping", "tools/list", "tools/call"];
const instructions =
  "Amounts are in euro cents, days are days of UTC. An agency sees its own customers. " +
  "Ask before you cancel a policy, refuse a claim or pay.";

export const server = new McpServer({ name: "harbour-mutual", version: "1.7.0" });

// mcp-lite also answers methods of capabilities that this server lacks, takes the id null, and announces changes of lists.
server.use(async (ctx, next) => {
  const { method } = ctx.request;
  if (ctx.requestId === null)
    throw new RpcError(JSON_RPC_ERROR_CODES.INVALID_REQUEST, "The id of a request is a string or a number.");
  if (ctx.requestId !== undefined && !served.includes(method ?? ""))
    throw new RpcError(JSON_RPC_ERROR_CODES.METHOD_NOT_FOUND, `There is no method ${method}.`);
  await next();
  if (method === "initialize" && ctx.response?.result)
    Object.assign(ctx.response.result, {
      capabilities: { tools: {} },
      serverInfo: { name: "harbour-mutual", title: "Harbour Mutual", version: "1.7.0" },
      instructions,
    });
});

server.onError((error) => {
  if (error instanceof RpcError) return undefined;
  console.error(error);
  return { code: JSON_RPC_ERROR_CODES.INTERNAL_ERROR, message: "An error of the server." };
});

for (const { name, title, description, annotations, inputSchema, outputSchema } of manifest.tools) {
  const check = ajv.compile(inputSchema);
  server.tool(name, {
    title,
    description,
    annotations,
    inputSchema,
    outputSchema,
    handler: (input: unknown = {}, { authInfo }) => call(name, input, check, callerOf(authInfo)),
  });
}

function callerOf(authInfo: Ctx["authInfo"]): Caller {
  return { agency: String(authInfo?.extra?.agency), scopes: authInfo?.scopes ?? [] };
}

function refuse(code: string, text: string): ToolCallResult {
  return { isError: true, content: [{ type: "text", text }], _meta: { code } };
}

async function call(
  name: string,
  input: unknown,
  check: ValidateFunction,
  caller: Caller,
): Promise<ToolCallResult> {
  const { scope, run } = tools[name]!;
  if (!caller.scopes.includes(scope))
    return refuse("insufficient_scope", `${name} needs the scope ${scope}.`);
  await wait(Number(process.env.LATENCY_MS ?? 0));
  if (!check(input)) return refuse("invalid_input", explain(check));
  const agency = agencyOf(caller.agency);
  if (!(name === "accept_quote" && breaks("expired-quote-accepted"))) agency.expireQuotes();
  try {
    const output = run(input as never, { agency, caller });
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code, error.message);
    throw error;
  }
}

function explain({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(({ instancePath, message, params }) => {
      const place = instancePath || "The arguments";
      return `${place} ${message} (${JSON.stringify(params)}).`;
    })
    .join(" ");
}
