/** The server of the README of `fastmcp` of npm. The first argument is a port, the second one `stateless`; without, over stdio. */
import { FastMCP } from "fastmcp";
import { z } from "zod";

const [port, mode] = process.argv.slice(2);
const server = new FastMCP({ name: "My Server", version: "1.0.0" });
server.addTool({
  name: "add",
  description: "Add two numbers",
  annotations: { readOnlyHint: true },
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
});
await server.start(
  port === undefined
    ? { transportType: "stdio" }
    : {
        transportType: "httpStream",
        httpStream: { port: Number(port), host: "127.0.0.1", stateless: mode === "stateless" },
      },
);
