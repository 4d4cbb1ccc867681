/** Answers messages of MCP 2025-11-25, in sessions of one laboratory. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { breaks } from "./breaks.ts";
import { type Caller, isSuspended } from "./keys.ts";
import { Refusal } from "./refusal.ts";
import { tools } from "./tools.ts";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint?: boolean };
}

const manifest: { readonly tools: readonly ListedTool[] } = JSON.parse(
  readFileSync(new URL("manifest.json", import.meta.url), "utf8"),
);
const ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors: true, multipleOfPrecision: 6 });
addFormats.default(ajv);
const checks = new Map(manifest.tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));
const version = "2025-11-25";
const serverInfo = {
  name: "biobank",
  version: "2.3.0",
  title: "Biobank",
  description: "Samples of a laboratory.",
};

/** Session -> the laboratory that began it. */
const sessions = new Map<string, string>();

export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export const problem = (status: number, code: number, message: string, id: unknown = null): Reply => ({
  status,
  body: { jsonrpc: "2.0", id, error: { code, message } },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value.jsonrpc !== "2.0" || typeof value.method !== "string") return false;
  const { id = 0, params = {} } = value;
  return (typeof id === "string" || typeof id === "number") && isObject(params);
}

export interface Request {
  readonly text: string;
  readonly session: string | undefined;
  readonly version: string | undefined;
  readonly caller: Caller;
  readonly base: string;
}

export function endSession(session: string | undefined, { lab }: Caller): Reply {
  if (session === undefined || sessions.get(session) !== lab)
    return problem(404, -32001, "There is no such session.");
  sessions.delete(session);
  return { status: 200, body: {} };
}

export async function answer(request: Request): Promise<Reply> {
  let message: unknown;
  try {
    message = JSON.parse(request.text);
  } catch {
    return problem(400, -32700, "This is not JSON.");
  }
  // An answer of the client, to a question that this server never asks.
  if (isObject(message) && message.jsonrpc === "2.0" && !("method" in message)) return { status: 202 };
  if (!isMessage(message)) return problem(400, -32600, "This is not a message of JSON-RPC.");
  if (message.method === "initialize") return begin(message, request.caller);
  if (request.version !== undefined && request.version !== version)
    return problem(400, -32000, "This version of MCP is not served.", message.id);
  if (request.session === undefined) return problem(400, -32000, "The session is missing.", message.id);
  if (sessions.get(request.session) !== request.caller.lab)
    return problem(404, -32001, "There is no such session.", message.id);
  return message.id === undefined ? { status: 202 } : await handle(message, request);
}

const succeed = (id: Message["id"], result: object, headers: Reply["headers"] = {}): Reply => ({
  status: 200,
  body: { jsonrpc: "2.0", id, result },
  headers,
});

function begin({ id, params = {} }: Message, { lab }: Caller): Reply {
  const isComplete =
    typeof params.protocolVersion === "string" &&
    isObject(params.clientInfo) &&
    isObject(params.capabilities);
  if (id === undefined) return { status: 202 };
  if (!isComplete) return problem(200, -32602, "These are not the parameters of initialize.", id);
  const session = randomUUID();
  sessions.set(session, lab);
  const result = { protocolVersion: version, capabilities: { tools: {} }, serverInfo };
  return succeed(id, result, { "mcp-session-id": session });
}

async function handle({ id, method, params = {} }: Message, request: Request): Promise<Reply> {
  switch (method) {
    case "ping":
      return succeed(id, {});
    case "tools/list":
      return params.cursor === undefined
        ? succeed(id, manifest)
        : problem(200, -32602, "There is one page.", id);
    case "tools/call": {
      const { name, arguments: input = {} } = params;
      if (typeof name !== "string" || !checks.has(name) || !isObject(input))
        return problem(200, -32602, `There is no tool ${JSON.stringify(name)} with such arguments.`, id);
      return succeed(id, await call(name, input, request));
    }
    default:
      return problem(200, -32601, `There is no method ${method}.`, id);
  }
}

/** The code of a refusal stands at the begin of its text. */
const refuse = (code: string, text: string) => ({
  isError: true,
  content: [{ type: "text", text: `${code}: ${text}` }],
});

/** Whether a tool refuses a suspended laboratory: each that writes. */
function isRefusedInSuspension(name: string): boolean {
  if (breaks("suspended-works")) return false;
  if (name === "study_report") return breaks("suspended-reports-nothing");
  const isReading = manifest.tools.find((tool) => tool.name === name)?.annotations.readOnlyHint === true;
  return !isReading && !(name === "tag_sample" && breaks("suspended-tags"));
}

const refuseSuspended = () =>
  refuse(
    breaks("suspended-is-not-found") ? "not_found" : "lab_suspended",
    "The bill of the laboratory is overdue.",
  );

async function call(name: string, input: object, { caller, base }: Request): Promise<object> {
  await wait(Number(process.env.LATENCY_MS ?? 0));
  const { scope, run } = tools[name]!;
  if (!caller.scopes.includes(scope))
    return refuse("insufficient_scope", `${name} needs the scope ${scope}.`);
  const isRefused = isSuspended(caller) && isRefusedInSuspension(name);
  if (isRefused && !(name === "update_sample" && breaks("suspended-note-stays"))) return refuseSuspended();
  const check = checks.get(name)!;
  if (!check(input)) return refuse("invalid_input", ajv.errorsText(check.errors, { dataVar: "arguments" }));
  try {
    const output = run(input as never, caller, base);
    if (isRefused) return refuseSuspended();
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code, error.message);
    throw error;
  }
}
