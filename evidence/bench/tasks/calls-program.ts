/**
 * Makes calls one after the other through `fetch` and exits: a program of `instructions-program.ts`, which bundles it with the core of
 * one of two checkouts. `calls-program.ts CALLS KIND`, where KIND is a key of `kinds`.
 */
import { gatedHandler } from "../gated-server.ts";
import { tokens } from "../load.ts";
import { pingAsTask } from "./ping-as-task.ts";

const kinds = {
  /** MCP 2025-11-25. */
  legacy: { isModern: false, served: undefined, tool: "service_ping" },
  /** MCP 2026-07-28. */
  modern: { isModern: true, served: undefined, tool: "service_ping" },
  /** Another tool of the service has `task: may`. */
  beside: { isModern: true, served: pingAsTask, tool: "service_ping" },
  /** The tool has `task: may`, and the client does not declare the extension. */
  undeclared: { isModern: true, served: pingAsTask, tool: "service_ping_task" },
} as const;

const [calls = "100", kind = "modern"] = process.argv.slice(2);
const { isModern, served, tool } = kinds[kind as keyof typeof kinds];
const handler = gatedHandler(undefined, served);
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const params = { name: tool, arguments: {}, ...(isModern && { _meta }) };
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
const headers = {
  Host: "127.0.0.1:3000",
  "Content-Type": "application/json",
  "MCP-Protocol-Version": isModern ? "2026-07-28" : "2025-11-25",
  ...(isModern && { "Mcp-Method": "tools/call", "Mcp-Name": tool }),
};

for (let call = 0; call < Number(calls); call += 1) {
  const Authorization = `Bearer ${tokens[call % tokens.length]}`;
  const sent = { ...headers, Authorization };
  const request = new Request("http://127.0.0.1:3000/api/mcp", { method: "POST", headers: sent, body });
  const answer = await (await handler.fetch(request)).text();
  if (!answer.includes('"status":"ok"')) throw new Error(`The call was answered ${answer}.`);
}
process.exit();
