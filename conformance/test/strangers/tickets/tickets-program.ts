/**
 * A box office as an MCP server on fastmcp, behind a front of node:http. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED,
 * SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { officeOf } from "./accounts.ts";
import { keepSelling, sellBefore } from "./earlier.ts";
import { serve } from "./front.ts";
import { startMcp } from "./mcp.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const account of ["main", "other"]) sellBefore(officeOf(account));
if (SECOND_USER !== undefined) void keepSelling(officeOf(SECOND_USER));

const front = createServer((request, response) => {
  serve(request, response, mcpPort).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  });
});
const originOf = () => `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
const mcpPort = await startMcp(originOf);
front.listen(Number(PORT), "127.0.0.1", () => console.log(`box office: ${originOf()}/mcp`));
