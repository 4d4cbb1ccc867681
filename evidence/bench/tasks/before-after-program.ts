/**
 * Compares calls of `service_ping` in this checkout with those in another one, with its dependencies installed: batches in turn, in one
 * process, through `fetch`. `before-after-program.ts FOLDER [modern|legacy]` prints microseconds a call: the fastest tenth, the fastest
 * quarter and the median.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { McpHandler } from "@toolwright/runtime";
import { gatedHandler } from "../gated-server.ts";
import { tokens } from "../load.ts";
import { pingAsTask } from "./ping-as-task.ts";

const rounds = 220;
const warmUp = 40;
const callsOfBatch = 200;

const [folder = "", era = "modern"] = process.argv.slice(2);
const isModern = era === "modern";
const earlier = pathToFileURL(resolve(folder, "evidence/bench/gated-server.ts")).href;
const before = ((await import(earlier)) as { gatedHandler(): McpHandler }).gatedHandler();
const withTasks = gatedHandler(undefined, pingAsTask);

const runs: readonly (readonly [what: string, handler: McpHandler, tool: string])[] = [
  ["before", before, "service_ping"],
  ["now", gatedHandler(), "service_ping"],
  ["now, another tool has task: may", withTasks, "service_ping"],
  ...(isModern ? ([["task: may, undeclared", withTasks, "service_ping_task"]] as const) : []),
];

let calls = 0;

function makeRequest(name: string): Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: {}, ...(isModern && { _meta }) };
  const ofVersion = isModern
    ? { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name }
    : { "MCP-Protocol-Version": "2025-11-25" };
  const Authorization = `Bearer ${tokens[calls++ % tokens.length]}`;
  return new Request("http://127.0.0.1:3000/api/mcp", {
    method: "POST",
    headers: { Host: "127.0.0.1:3000", "Content-Type": "application/json", ...ofVersion, Authorization },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

async function timeBatch(handler: McpHandler, tool: string): Promise<number> {
  const requests = Array.from({ length: callsOfBatch }, () => makeRequest(tool));
  const startedAt = performance.now();
  for (const request of requests) {
    const response = await handler.fetch(request);
    if (!(await response.text()).includes('"status":"ok"')) throw new Error(`HTTP ${response.status}`);
  }
  return ((performance.now() - startedAt) * 1_000) / callsOfBatch;
}

const times = runs.map((): number[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [index, [, handler, tool]] of runs.entries()) {
    const micros = await timeBatch(handler, tool);
    if (round >= warmUp) times[index]!.push(micros);
  }
for (const [index, [what]] of runs.entries()) {
  const sorted = times[index]!.toSorted((a, b) => a - b);
  const quantiles = [0.1, 0.25, 0.5].map((part) => sorted[Math.floor(sorted.length * part)]!.toFixed(2));
  process.stdout.write(`${what}: ${quantiles.join(", ")} us\n`);
}
