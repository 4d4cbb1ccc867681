/**
 * A translation bureau on SDK 1. It prints its endpoint. Variables of the environment: PORT; LATENCY_MS, the time of a call; SEEDED=1, jobs
 * and quotes from before; SECOND_USER, the account of somebody who works all the time; CLOCK=stands, a clock that can stand; BREAK, a
 * mistake of breaks.ts. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { now, showTime } from "./clock.ts";
import { jobTools } from "./job-tools.ts";
import { quoteTools } from "./quote-tools.ts";
import { type Office, officeOf } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { textTools } from "./text-tools.ts";
import { answerHook, findCaller, type Question } from "./tokens.ts";
import type { Tool } from "./tool.ts";

const { LATENCY_MS = "0", PORT = "0", SEEDED, SECOND_USER } = process.env;
const tools: Readonly<Record<string, Tool>> = { ...jobTools, ...textTools, ...quoteTools };

function serveTools(office: Office): McpServer {
  const server = new McpServer({ name: "bureau", version: "2.0.1" });
  for (const [name, { title, description, mode, input, output, run }] of Object.entries(tools)) {
    const annotations = {
      readOnlyHint: mode === "read",
      ...(mode !== "read" && { destructiveHint: mode === "cancel" }),
    };
    const listed = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, listed, async (args: unknown) => {
      await wait(Number(LATENCY_MS));
      return callTool(() => run(office, args));
    });
  }
  return server;
}

function callTool(run: () => Record<string, unknown>) {
  try {
    const result = run();
    return { structuredContent: result, content: [{ type: "text" as const, text: JSON.stringify(result) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      isError: true,
      content: [{ type: "text" as const, text: error.message }],
      _meta: { code: error.code },
    };
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, method } = request;
  const { host, origin, authorization } = request.headers;
  const own = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  if (url === "/control") {
    const answered = answerHook(JSON.parse(await text(request)) as Question);
    return void response.end(JSON.stringify(answered));
  }
  if (url !== "/mcp") return void response.writeHead(404).end();
  if (host !== own || (origin !== undefined && origin !== `http://${own}`))
    return void response.writeHead(403).end();
  const caller = findCaller(authorization);
  if (caller === undefined)
    return void response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="bureau"' }).end();
  if (method !== "POST") return void response.writeHead(405, { Allow: "POST" }).end();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serveTools(officeOf(caller.account));
  response.on("close", () => void server.close());
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

const http = createServer((request, response) => void answer(request, response));

function call(office: Office, name: string, input: object): Record<string, Record<string, string>> {
  const tool = tools[name]!;
  return tool.run(office, tool.input.parse(input)) as Record<string, Record<string, string>>;
}

function makeJob(office: Office, days: number): string {
  const { customer } = call(office, "add_customer", { name: "Verlag", email: "a@verlag.example" });
  const due_at = showTime(now() + days * 86_400_000);
  const languages = { source_language: "fr", target_language: "pl" };
  const input = { customer_id: customer!.customer_id, title: "Catalogue", due_at, ...languages };
  return call(office, "create_job", input).job!.job_id!;
}

function fillFromBefore(office: Office): void {
  for (let number = 0; number < 9; number += 1) {
    const job_id = makeJob(office, 2 + number);
    call(office, "add_segments", { job_id, texts: ["Bonjour", 'Il a dit "non".'] });
    call(office, "write_quote", { job_id, lines: [{ text: "Translation", words: 100, cents_a_word: 12 }] });
    if (number % 3 === 1) call(office, "start_job", { job_id });
    if (number % 3 === 2) call(office, "cancel_job", { job_id });
  }
}

async function workAllTheTime(office: Office): Promise<void> {
  const job_id = makeJob(office, 9);
  for (let round = 0; ; round += 1) {
    await wait(30, undefined, { ref: false });
    call(office, "update_job", { job_id, title: `Catalogue ${round}` });
  }
}

if (SEEDED === "1") for (const account of ["main", "other"]) fillFromBefore(officeOf(account));
if (SECOND_USER !== undefined) void workAllTheTime(officeOf(SECOND_USER));
http.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`the bureau is at http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp\n`);
});
