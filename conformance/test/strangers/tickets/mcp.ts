/** The server of MCP: fastmcp with the tools of the manifest. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type ContentResult, FastMCP, jsonSchemaAdapter } from "fastmcp";
import { type Caller, callerOf, officeOf } from "./accounts.ts";
import { eventTools, waitingTools } from "./event-tools.ts";
import { Refusal } from "./refusal.ts";
import { saleTools } from "./sale-tools.ts";
import type { Tool } from "./tool.ts";

type JsonSchema = Parameters<typeof jsonSchemaAdapter>[0];

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Record<string, boolean | string>;
}

const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly Listed[];
};
const tools: Readonly<Record<string, Tool>> = { ...eventTools, ...saleTools, ...waitingTools };

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, log: quiet, warn: console.error, error: console.error };

/** Starts fastmcp on a port of its own, and returns the port. @param originOf the address of the front */
export async function startMcp(originOf: () => string): Promise<number> {
  const server = new FastMCP<Caller>({
    name: "box-office",
    version: "3.1.0",
    title: "Box office",
    logger,
    instructions:
      "Prices are in cents. Times are instants; the day of an event is that of its venue. Make an event with its ticket types, " +
      "publish it, then create and pay orders. Codes of tickets open the door once.",
    authenticate: async (request) => {
      const caller = callerOf(request.headers.authorization);
      if (caller === undefined) throw new Response("A token is missing.", { status: 401 });
      return caller;
    },
  });
  for (const { name, description, inputSchema, outputSchema, annotations } of manifest.tools)
    server.addTool({
      name,
      description,
      annotations,
      parameters: jsonSchemaAdapter(inputSchema),
      outputSchema: jsonSchemaAdapter(outputSchema),
      execute: (input, { session }) => call(tools[name]!, input, session!, originOf()),
    });
  const port = await findFreePort();
  await server.start({
    transportType: "httpStream",
    httpStream: { port, host: "127.0.0.1", stateless: true, enableJsonResponse: true, cors: false },
  });
  return port;
}

async function call(
  { scope, run }: Tool,
  input: unknown,
  caller: Caller,
  origin: string,
): Promise<ContentResult> {
  await delay(Number(process.env.LATENCY_MS ?? 0));
  if (!caller.scopes.includes(scope))
    return refuse(
      "insufficient_scope",
      `This needs the scope ${scope}. Ask the office for a token that has it.`,
    );
  const office = officeOf(caller.account);
  try {
    office.settle();
    const output = run(input as never, { office, caller, origin });
    return {
      content: [{ type: "text", text: JSON.stringify(output) }],
      structuredContent: output as Record<string, unknown>,
    };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code, error.message);
    console.error(error);
    return refuse("internal", "The box office has a problem. Try again later.");
  }
}

function refuse(code: string, text: string): ContentResult {
  return { isError: true, content: [{ type: "text", text }], _meta: { code } };
}

/** fastmcp does not accept port 0. */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
