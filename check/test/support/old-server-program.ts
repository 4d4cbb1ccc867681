/** A server over stdio that knows the first version of MCP alone, written by hand. It forgot `ping`. */
import { createInterface } from "node:readline";

const tool = { name: "now", description: "Tells the time.", inputSchema: { type: "object" } };
const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2024-11-05",
    capabilities: { tools: {} },
    serverInfo: { name: "clock", version: "1.0.0" },
  },
  "tools/list": { tools: [tool] },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number | string;
    method: string;
    params?: { name?: string };
  };
  if (id === undefined) return;
  const error =
    method === "tools/call" && params?.name !== "now"
      ? { code: -32602, message: "There is no such tool." }
      : { code: -32601, message: "There is no such method." };
  const result = results[method];
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
});
