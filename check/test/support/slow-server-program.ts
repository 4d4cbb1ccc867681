/**
 * A server over stdio in both eras of MCP, as slow as the file of its argument says: it starts after `startMs`, and sends each answer
 * after `answerMs`. The command of a slow server is that of a quick one, so their reports can be compared.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

export interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly name?: string;
    readonly protocolVersion?: string;
    readonly arguments?: unknown;
  };
}

export interface Slowness {
  readonly startMs: number;
  readonly answerMs: number;
}

const versions = ["2025-11-25", "2026-07-28"];
const info = { name: "slow", version: "1.0.0" };
const capabilities = { tools: {}, resources: {}, prompts: {} };
const meta = { "io.modelcontextprotocol/serverInfo": info };
const lists = {
  tools: [
    {
      name: "search",
      description: "Searches the notes for a word.",
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: "The word." } },
        required: ["query"],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    },
  ],
  resources: [{ uri: "notes://all", name: "all", description: "All notes." }],
  resourceTemplates: [],
  prompts: [{ name: "sum_up", description: "Sums up the notes." }],
};

/** The results by method. @param isModern whether the first request was of the newer era */
const results = (isModern: boolean): Readonly<Record<string, object>> => ({
  ...(isModern
    ? { "server/discover": { supportedVersions: versions, capabilities, _meta: meta } }
    : { initialize: { protocolVersion: versions[0], capabilities, serverInfo: info }, ping: {} }),
  "tools/list": { tools: lists.tools },
  "resources/list": { resources: lists.resources },
  "resources/templates/list": { resourceTemplates: lists.resourceTemplates },
  "prompts/list": { prompts: lists.prompts },
});

export function answerTo(isModern: boolean, { method, params }: Request): object {
  if (method !== "tools/call") {
    const result = results(isModern)[method];
    return result ? { result: isModern ? { resultType: "complete", ...result } : result } : unknownMethod;
  }
  if (params?.name !== "search") return { error: { code: -32602, message: "Unknown tool" } };
  const sent = Object(params.arguments);
  const isRight = typeof sent.query === "string" && Object.keys(sent).length === 1;
  const text = isRight ? "No note." : "The arguments are wrong.";
  return { result: { resultType: "complete", content: [{ type: "text", text }], isError: !isRight } };
}

const unknownMethod = { error: { code: -32601, message: "Method not found" } };

async function serve({ startMs, answerMs }: Slowness): Promise<void> {
  await delay(startMs);
  let isModern: boolean | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    isModern ??= request.method !== "initialize";
    if (request.id === undefined) continue;
    await delay(answerMs);
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answerTo(isModern, request) })}\n`,
    );
  }
}

if (process.argv[1] === import.meta.filename)
  await serve(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Slowness);
