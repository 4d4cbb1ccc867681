/** MCP by hand: checks arguments by the manifest, and runs the tools. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Refusal } from "./refusal.ts";
import { tools, type Work } from "./tools.ts";

export const versions = ["2025-11-25", "2025-06-18"];

const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, useDefaults: true, multipleOfPrecision: 6 });
addFormats.default(ajv);

type ListedTool = { readonly name: string; readonly inputSchema: object };
const validators = new Map(
  (manifest.tools as ListedTool[]).map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

export interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export class Forbidden extends Error {
  readonly scope: string;

  constructor(scope: string) {
    super(`This needs the scope ${scope}.`);
    this.scope = scope;
  }
}

export async function answer({ id, method, params = {} }: Request, work: Work): Promise<object> {
  switch (method) {
    case "initialize": {
      const wanted = String(params.protocolVersion);
      const protocolVersion = versions.includes(wanted) ? wanted : versions[0];
      const serverInfo = { name: "courier", version: "5.2.0", title: "City courier" };
      const instructions = "Weights are in kilograms, prices in euros.";
      return reply(id, { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions });
    }
    case "ping":
      return reply(id, {});
    case "tools/list":
      return reply(id, manifest);
    case "tools/call":
      return await call(id, params, work);
    default:
      return failure(id, -32601, `There is no method ${method}.`);
  }
}

async function call(id: Request["id"], params: NonNullable<Request["params"]>, work: Work): Promise<object> {
  const { name, arguments: input = {} } = params;
  if (typeof name !== "string" || !Object.hasOwn(tools, name))
    return failure(id, -32602, "There is no tool of this name.");
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return failure(id, -32602, "The arguments are an object.");
  const { scope, run } = tools[name]!;
  if (!work.caller.scopes.includes(scope)) throw new Forbidden(scope);
  await delay(Number(process.env.LATENCY_MS ?? 0));
  work.depot.lapse();
  const check = validators.get(name)!;
  if (!check(input)) {
    const [{ instancePath, message, params: details }] = check.errors as [
      NonNullable<typeof check.errors>[0],
    ];
    return refusal(
      id,
      "invalid_input",
      `${instancePath || "arguments"}: ${message} ${JSON.stringify(details)}`,
    );
  }
  try {
    const output = run(input as never, work);
    return reply(id, {
      content: [{ type: "text", text: JSON.stringify(output) }],
      structuredContent: output,
    });
  } catch (error) {
    if (error instanceof Refusal) return refusal(id, error.code, error.message);
    throw error;
  }
}

function reply(id: Request["id"], result: object): object {
  return { jsonrpc: "2.0", id, result };
}

function refusal(id: Request["id"], code: string, text: string): object {
  return reply(id, { isError: true, content: [{ type: "text", text }], _meta: { code } });
}

export function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message } };
}
