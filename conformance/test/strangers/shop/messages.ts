/** Answers JSON-RPC messages of MCP 2025-11-25. */
import { setTimeout as sleep } from "node:timers/promises";
import { checkArguments, manifest } from "./arguments.ts";
import { Refusal } from "./refusal.ts";
import { type Session, tools } from "./tools.ts";

const version = "2025-11-25";
const latency = Number(process.env.LATENCY_MS ?? 0);

export interface Message {
  readonly id: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The reply to a request. */
export async function answer({ id, method, params = {} }: Message, session: Session): Promise<object> {
  const reply = (result: object) => ({ jsonrpc: "2.0", id, result });
  if (method === "initialize") return reply(introduction);
  if (method === "ping") return reply({});
  if (method === "tools/list") return reply(manifest);
  if (method !== "tools/call") return fault(id, -32601, `The method ${method} is not known.`);
  const { name, arguments: given = {} } = params;
  const isCall = typeof name === "string" && Object.hasOwn(tools, name) && isObject(given);
  if (!isCall) return fault(id, -32602, "tools/call takes the name of a tool and an object of arguments.");
  await sleep(latency);
  return reply(callTool(name, given, session));
}

export function fault(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message } };
}

const introduction = {
  protocolVersion: version,
  capabilities: { tools: {} },
  serverInfo: { name: "corner-shop", version: "2.3.0" },
  instructions:
    "Products are the catalogue that all sellers share. Customers, orders and vouchers belong to the seller who made them.",
};

function callTool(name: string, given: unknown, session: Session): object {
  const { scope, run } = tools[name]!;
  try {
    if (!session.token.scopes.includes(scope))
      throw new Refusal("insufficient_scope", `${name} needs a token with the scope ${scope}.`);
    const output = run(checkArguments(name, given), session);
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true, _meta: { code: error.code } };
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
