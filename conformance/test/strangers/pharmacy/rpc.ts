/** Answers JSON-RPC requests of MCP 2025-11-25. */
import { setTimeout as sleep } from "node:timers/promises";
import { checkArguments, manifest } from "./arguments.ts";
import { Refusal } from "./refusal.ts";
import type { Caller } from "./tokens.ts";
import { Pharmacy, tools } from "./tools.ts";

export const versions = ["2025-11-25"];

const latency = Number(process.env.LATENCY_MS ?? 0);
const pharmacies = new Map<string, Pharmacy>();

export function pharmacyOf(account: string): Pharmacy {
  const pharmacy = pharmacies.get(account) ?? new Pharmacy(account);
  pharmacies.set(account, pharmacy);
  return pharmacy;
}

export interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

export function rpcError(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

export async function answer({ id, method, params }: Request, caller: Caller): Promise<object> {
  const reply = (result: object) => ({ jsonrpc: "2.0", id, result });
  switch (method) {
    case "initialize":
      return reply(introduction);
    case "ping":
      return reply({});
    case "tools/list":
      return reply(manifest);
    case "tools/call":
      break;
    default:
      return rpcError(id, -32601, `There is no method ${method}.`);
  }
  const { name, arguments: input = {} } = isObject(params) ? params : {};
  if (typeof name !== "string" || !Object.hasOwn(tools, name))
    return rpcError(id, -32602, `There is no tool ${String(name)}.`);
  if (!isObject(input)) return rpcError(id, -32602, "The arguments of a tool are an object.");
  await sleep(latency);
  return reply(call(name, input, caller));
}

const introduction = {
  protocolVersion: versions[0],
  capabilities: { tools: {} },
  serverInfo: { name: "town-pharmacy", title: "Town pharmacy", version: "4.2.0" },
  instructions:
    "Stock is counted in tablets and shown in packages, too. Prices are in cents. Look for the prescription before you dispense.",
};

function call(name: string, input: object, caller: Caller): object {
  const { scope, run } = tools[name]!;
  try {
    if (!caller.scopes.includes(scope))
      throw new Refusal("insufficient_scope", `${name} needs the scope ${scope}.`);
    const pharmacy = pharmacyOf(caller.account);
    pharmacy.care.lapse();
    const result = run(checkArguments(name, input), pharmacy);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      content: [{ type: "text", text: error.message }],
      isError: true,
      _meta: { "pharmacy.example/code": error.code },
    };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
