/**
 * The wallets of a payments team as an MCP server on the official SDK 1 over stdio, as packages on npm are.
 * Variables: LATENCY_MS, SEEDED and BREAK, as for the other servers here, and WALLET_CLOCK.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Bank } from "./bank.ts";
import { cardTools } from "./card-tools.ts";
import { accountTools } from "./customer-tools.ts";
import { fillBank } from "./earlier.ts";
import { moneyTools } from "./transfer-tools.ts";

const bank = new Bank();
if (process.env.SEEDED === "1") fillBank(bank);

const server = new McpServer({ name: "wallet-mcp", version: "0.4.1" });
for (const register of [...accountTools, ...cardTools, ...moneyTools]) register(server, bank);
await server.connect(new StdioServerTransport());
