/** Tickets on `fastmcp`: sessions, and tools that only some callers see. The argument names a fault. Prints its address. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";

const tokens: Readonly<Record<string, readonly string[]>> = {
  "tickets-k3Vq8ZrT1xWm5Lb": ["tickets:write"],
  "tickets-z1Lo5FvS9cPg7Dn": [],
};

interface Session extends Record<string, unknown> {
  readonly scopes: readonly string[];
}

const [broken] = process.argv.slice(2);
const titles: string[] = [];
const server = new FastMCP<Session>({
  name: "tickets",
  version: "1.0.0",
  authenticate: async (request) => {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const scopes = broken === "takes-any-token" ? ["tickets:write"] : tokens[token];
    if (scopes !== undefined) return { scopes };
    throw new Response(null, { status: 401, headers: { "WWW-Authenticate": 'Bearer realm="tickets"' } });
  },
});
server.addTool({
  name: "open_ticket",
  description: "Opens a ticket.",
  parameters: z.strictObject({
    title: broken === "takes-any-title" ? z.string() : z.string().min(3).max(60),
    urgency: z.int().min(1).max(5).optional(),
  }),
  ...(broken !== "shows-all-tools" && {
    canAccess: ({ scopes }: Session) => scopes.includes("tickets:write"),
  }),
  execute: async ({ title }) => {
    if (broken === "tells-its-stack" && title.length > 50)
      throw new UserError(new Error("no room").stack ?? "");
    titles.push(title);
    return `Ticket ${titles.length} is open.`;
  },
});
server.addTool({
  name: "count_tickets",
  description: "Says how many tickets there are.",
  parameters: z.strictObject({}),
  annotations: { readOnlyHint: true },
  execute: async () => `${titles.length} tickets.`,
});
if (broken === "has-a-tool-more") server.addTool({ name: "debug", execute: async () => "ok" });
const port = await freePort();
await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);

/** fastmcp does not accept port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
