/** The common part of both servers on npm's fastmcp: no sessions, one tool. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FastMCP } from "fastmcp";
import { pong, ready, serverInfo } from "./program.ts";

/** @param httpStream further options of its HTTP transport */
export async function serveFastmcp(httpStream: { readonly enableJsonResponse?: boolean }): Promise<void> {
  const server = new FastMCP({ name: serverInfo.name, version: "1.0.0" });
  server.addTool({
    name: "service_ping",
    description: "Says that the service is up.",
    execute: async () => JSON.stringify(pong),
  });
  const port = await freePort();
  await server.start({
    transportType: "httpStream",
    httpStream: { port, host: "127.0.0.1", stateless: true, ...httpStream },
  });
  ready(`http://127.0.0.1:${port}/mcp`);
}

/** fastmcp does not accept port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}
