/**
 * Makes calls of `service_ping` over HTTP, one after the other, in one process with its server, and then exits: the difference of two
 * runs, counted by `valgrind --tool=callgrind`, is what calls take. `ping-program.ts CALLS [legacy|modern|task]`: in MCP 2025-11-25,
 * in 2026-07-28, or there of the tool whose calls may become tasks, by a client that takes none.
 */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { createMcpServer } from "@toolwright/runtime";
import { gatedHandler } from "../gated-server.ts";
import { tokens } from "../load.ts";
import { pingAsTask } from "./ping-as-task.ts";

const [calls = "1000", which = "legacy"] = process.argv.slice(2);
const server = createMcpServer(gatedHandler(undefined, which === "task" ? pingAsTask : undefined));
const url = new URL(await server.listen(0));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const name = which === "task" ? "service_ping_task" : "service_ping";
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const isModern = which !== "legacy";
const params = { name, arguments: {}, ...(isModern && { _meta }) };
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
const ofVersion = isModern
  ? { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name }
  : { "MCP-Protocol-Version": "2025-11-25" };
const headers = { "Content-Type": "application/json", "Content-Length": body.length, ...ofVersion };

for (let call = 0; call < Number(calls); call += 1) {
  const Authorization = `Bearer ${tokens[call % tokens.length]}`;
  const sent = request(url, { method: "POST", agent, headers: { ...headers, Authorization } });
  const answer = await new Promise<string>((resolve, reject) => {
    sent.on("response", (response) => resolve(text(response))).on("error", reject);
    sent.end(body);
  });
  if (!answer.includes('"status":"ok"')) throw new Error(`The call was answered ${answer}.`);
}
agent.destroy();
await server.close();
