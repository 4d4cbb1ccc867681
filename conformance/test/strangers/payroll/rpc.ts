/** JSON-RPC and the methods of MCP, by hand. */
import { setTimeout as delay } from "node:timers/promises";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { absenceTools } from "./absence-tools.ts";
import type { Caller } from "./accounts.ts";
import { firmOf } from "./firm.ts";
import { payTools } from "./pay-tools.ts";
import { peopleTools } from "./people-tools.ts";
import { Refused } from "./refused.ts";
import { timeTools } from "./time-tools.ts";
import type { Tool } from "./tool.ts";

export const versions = ["2025-11-25", "2025-06-18"];

const tools: readonly Tool[] = [...peopleTools, ...timeTools, ...absenceTools, ...payTools];
const ajv = new Ajv2020({ strict: false, useDefaults: true });
addFormats.default(ajv);
const served = new Map(tools.map((tool) => [tool.name, { tool, check: ajv.compile(tool.inputSchema) }]));

export interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const reply = (id: Request["id"], result: object): object => ({ jsonrpc: "2.0", id, result });

export const failure = (id: unknown, code: number, message: string): object => ({
  jsonrpc: "2.0",
  id: typeof id === "string" || typeof id === "number" ? id : null,
  error: { code, message },
});

export async function answer({ id, method, params = {} }: Request, caller: Caller): Promise<object> {
  switch (method) {
    case "initialize":
      return reply(id, initialize(params));
    case "ping":
      return reply(id, {});
    case "tools/list":
      return reply(id, { tools: tools.map(list) });
    case "tools/call":
      return await call(id, params, caller);
    default:
      return failure(id, -32601, `Method not found: ${method}`);
  }
}

function initialize({ protocolVersion }: NonNullable<Request["params"]>): object {
  return {
    protocolVersion: versions.includes(String(protocolVersion)) ? protocolVersion : versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: "payroll", title: "Payroll", version: "2.3.0" },
    instructions:
      "Amounts are texts in the currency of the pay group. Days, weeks and months are those of UTC.",
  };
}

function list({ name, description, annotations, inputSchema, outputSchema }: Tool): object {
  return { name, description, inputSchema, ...(outputSchema !== undefined && { outputSchema }), annotations };
}

async function call(
  id: Request["id"],
  params: NonNullable<Request["params"]>,
  caller: Caller,
): Promise<object> {
  const { name, arguments: input = {} } = params;
  const found = served.get(name as string);
  if (found === undefined) return failure(id, -32602, `Unknown tool: ${name}`);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return failure(id, -32602, "The arguments have to be an object.");
  const { tool, check } = found;
  if (!caller.scopes.includes(tool.scope))
    return refusal(id, `Your API key is not allowed to do this. It needs ${tool.scope}.`);
  await delay(Number(process.env.LATENCY_MS ?? 0));
  if (!check(input)) return refusal(id, explain(check));
  try {
    return reply(id, show(tool, tool.run(input as never, { firm: firmOf(caller.firm), caller })));
  } catch (error) {
    if (error instanceof Refused) return refusal(id, error.message);
    throw error;
  }
}

function show({ outputSchema }: Tool, output: object): object {
  const content = [{ type: "text", text: JSON.stringify(output) }];
  return outputSchema === undefined ? { content } : { content, structuredContent: output };
}

const refusal = (id: Request["id"], text: string): object =>
  reply(id, { isError: true, content: [{ type: "text", text }] });

function explain({ errors }: ValidateFunction): string {
  const [{ instancePath, message }] = errors as [NonNullable<ValidateFunction["errors"]>[0]];
  return `Please check ${instancePath.slice(1) || "the arguments"}: it ${message}.`;
}
