/** JSON-RPC of MCP 2025-11-25 by hand: validates the arguments by the manifest, and calls the handlers. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Denied } from "./denied.ts";
import { type Call, handlers } from "./tools.ts";

const protocolVersion = "2025-11-25";
const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8"));
const milliseconds = Number(process.env.LATENCY_MS) || 0;

const ajv = new Ajv2020({ strict: false, useDefaults: true });
addFormats.default(ajv);
const checks = new Map(
  manifest.tools.map((tool: { name: string; inputSchema: object }) => [
    tool.name,
    ajv.compile(tool.inputSchema),
  ]),
) as Map<string, ReturnType<typeof ajv.compile>>;
/** Tool -> the scope that a call needs. */
const scopes = new Map(Object.keys(handlers).map((name) => [name, scopeOf(name)]));

function scopeOf(name: string): string {
  if (/product$/.test(name) && !name.includes("get")) return "catalog:write";
  if (/^inv_(add|close)_warehouse$/.test(name)) return "catalog:write";
  return /^inv_(get|list|stock|low|export)/.test(name) ? "stock:read" : "stock:write";
}

export const problem = (id: unknown, code: number, message: string): object => ({
  jsonrpc: "2.0",
  id: id ?? null,
  error: { code, message },
});

interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown };
}

export async function respond({ id, method, params }: Request, call: Call): Promise<object> {
  const result = (value: object) => ({ jsonrpc: "2.0", id, result: value });
  switch (method) {
    case "initialize":
      return result({
        protocolVersion,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: "inventory", version: "0.9.2" },
      });
    case "ping":
      return result({});
    case "tools/list":
      return result(manifest);
    case "tools/call": {
      const { name, arguments: input = {} } = params ?? {};
      const handler = typeof name === "string" && Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (handler === undefined) return problem(id, -32602, `There is no tool ${name}.`);
      if (typeof input !== "object" || input === null || Array.isArray(input))
        return problem(id, -32602, "Arguments are an object.");
      await delay(milliseconds);
      return result(runTool(String(name), input, call));
    }
    default:
      return problem(id, -32601, `There is no method ${method}.`);
  }
}

function runTool(name: string, input: object, call: Call): object {
  try {
    if (!call.scopes.has(scopes.get(name)!))
      throw new Denied("insufficient_scope", `This needs a token with ${scopes.get(name)}.`);
    const validate = checks.get(name)!;
    const filled = structuredClone(input);
    if (!validate(filled))
      throw new Denied("invalid_input", ajv.errorsText(validate.errors, { dataVar: "arguments" }));
    const structuredContent = handlers[name]!(filled, call);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (reason) {
    if (!(reason instanceof Denied)) throw reason;
    const content = [{ type: "text", text: reason.message }];
    return { content, isError: true, _meta: { code: reason.failure } };
  }
}
