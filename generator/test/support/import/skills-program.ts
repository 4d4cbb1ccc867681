/** A server over stdio on `@modelcontextprotocol/server` 2.x, whose skills are the folders below `skills/`. */
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "lengths", version: "1.0.0" });
server.registerTool("convert", { inputSchema: z.strictObject({ value: z.number() }) }, ({ value }) => ({
  content: [{ type: "text", text: `${value} m` }],
}));
const skills = await loadSkills(join(import.meta.dirname, "skills"));
skills.attach(server);
await server.connect(new StdioServerTransport());
