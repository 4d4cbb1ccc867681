/**
 * The payroll of a small firm as an MCP server on node:http alone. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER,
 * CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { control } from "./accounts.ts";
import { addEarlierWork, keepBusy } from "./earlier.ts";
import { firmOf } from "./firm.ts";
import { readBody, send, serveMcp } from "./sessions.ts";

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = "", origin } = request.headers;
  if (!isLocal(host) || (origin !== undefined && !isLocal(origin.replace(/^https?:\/\//, ""))))
    return send(response, 403, { error: "This payroll is for programs of this house." });
  if (request.url === "/control")
    return send(response, 200, control(JSON.parse((await readBody(request)) ?? "{}")));
  if (request.url !== "/mcp") return send(response, 404, { error: "The endpoint is /mcp." });
  await serveMcp(request, response);
}

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const name of ["main", "other"]) addEarlierWork(firmOf(name));
if (SECOND_USER !== undefined) void keepBusy(firmOf(SECOND_USER));

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) send(response, 500, { error: "Something broke. We are looking into it." });
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`payroll: http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
