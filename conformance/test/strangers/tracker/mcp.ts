/** The tools as a server of mcp-lite. It lists the manifest, and checks arguments by it. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Ctx, JSON_RPC_ERROR_CODES, McpServer, RpcError, type ToolCallResult } from "mcp-lite";
import { isBroken } from "./breaks.ts";
import { issueTools } from "./issue-tools.ts";
import { projectTools } from "./project-tools.ts";
import { Refusal } from "./refusal.ts";
import { sprintTools } from "./sprint-tools.ts";
import type { Caller, Tool } from "./tool.ts";
import type { Workspace } from "./workspace.ts";

/** mcp-lite serves older versions, too. Their batches need sessions, which this server has not. */
export const protocolVersion = "2025-06-18";

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: Record<string, boolean>;
}

const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly ListedTool[];
};
const ajv = new Ajv2020({ strict: false, useDefaults: true });
addFormats.default(ajv);

const tools: Readonly<Record<string, Tool>> = { ...projectTools, ...issueTools, ...sprintTools };

function refuse(code: string, text: string): ToolCallResult {
  return { isError: true, content: [{ type: "text", text }], _meta: { code } };
}

function explain([error]: readonly ErrorObject[]): string {
  const { instancePath, message, params } = error!;
  return `${instancePath || "The arguments"}: ${message} ${JSON.stringify(params)}`;
}

/** A workspace whose invoice is overdue can only be read. */
function refusesFrozen({ name, annotations }: ListedTool, { isFrozen }: Workspace): boolean {
  if (!isFrozen || isBroken("frozen-works")) return false;
  if (name === "run_search") return isBroken("frozen-searches-nothing");
  return !annotations.readOnlyHint && !(name === "copy_issue" && isBroken("frozen-copies"));
}

function frozen(): Refusal {
  const code = isBroken("frozen-is-not-found") ? "not_found" : "workspace_frozen";
  return new Refusal(code, "An invoice of this workspace is overdue. Its owner finds it under Billing.");
}

/** Runs a tool for the caller that came with the request. */
function makeHandler(listed: ListedTool) {
  const { name, inputSchema } = listed;
  const fits = ajv.compile(inputSchema);
  const { scope, run } = tools[name]!;
  return async (input: unknown, context: Ctx): Promise<ToolCallResult> => {
    const caller = context.authInfo!.extra!.caller as Caller;
    const values = input === undefined ? {} : input;
    if (!caller.scopes.includes(scope))
      return refuse("insufficient_scope", `${name} needs a token with the scope ${scope}.`);
    await wait(Number(process.env.LATENCY_MS ?? 0));
    if (!fits(values)) return refuse("invalid_input", explain(fits.errors!));
    const isRefused = refusesFrozen(listed, caller.workspace);
    try {
      caller.workspace.settle();
      if (isRefused && !(name === "add_comment" && isBroken("frozen-comment-stays"))) throw frozen();
      const result = run(values, caller);
      if (isRefused) throw frozen();
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.code, error.message);
      throw error;
    }
  };
}

export function makeServer(): McpServer {
  const server = new McpServer({ name: "sprintboard", version: "3.1.0" });
  server.use(async (context, next) => {
    const { method, params } = context.request;
    const name = (params as { readonly name?: unknown } | undefined)?.name;
    if (method === "tools/call" && typeof name === "string" && !Object.hasOwn(tools, name))
      throw new RpcError(JSON_RPC_ERROR_CODES.INVALID_PARAMS, `There is no tool ${name}.`);
    await next();
    if (method === "initialize" && context.response?.result)
      context.response.result = {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "sprintboard", title: "Sprintboard", version: "3.1.0" },
        instructions:
          "Begin with list_projects. An issue id is the key of its project and a number, such as WEB-12. " +
          "Days are days in UTC.",
      };
  });
  for (const listed of manifest.tools) {
    const { name, title, description, annotations, inputSchema, outputSchema } = listed;
    const handler = makeHandler(listed);
    server.tool(name, { title, description, annotations, inputSchema, outputSchema, handler });
  }
  return server;
}
