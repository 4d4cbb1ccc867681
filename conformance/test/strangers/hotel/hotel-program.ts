/**
 * A server of hotels on SDK 1 of MCP, which answers in event streams. It prints its endpoint. Variables: LATENCY_MS, SEEDED, SECOND_USER, CLOCK
 * and BREAK, as for the other servers here.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { answerHook, Clock, everyScope, type Question } from "./control.ts";
import { Counter } from "./counter.ts";
import { House } from "./house.ts";
import { furnish, work } from "./people.ts";
import { Stays } from "./stays.ts";
import type { Caller } from "./tools.ts";

const settings = process.env;
const clock = new Clock(settings.CLOCK !== "moves");
const house = new House(clock.now);
const desk = { house, stays: new Stays(house) };
const counter = new Counter(desk, Number(settings.LATENCY_MS ?? 0));
const callers = new Map<string, Caller>([
  ["hotel-lake", { group: "lake", token: "hotel-lake", scopes: everyScope }],
  ["hotel-other", { group: "other", token: "hotel-other", scopes: everyScope }],
]);

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

function isFromHere({ headers }: IncomingMessage): boolean {
  const local = /^(https?:\/\/)?(127\.0\.0\.1|localhost)(:\d+)?$/;
  return local.test(headers.host ?? "") && local.test(headers.origin ?? "localhost");
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isFromHere(request)) return send(response, 403, { error: "Forbidden" }, {});
  const [, token] = /^Bearer +([^ ]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const caller = callers.get(token ?? "");
  if (caller === undefined) {
    const challenge = `Bearer realm="hotel"${token === undefined ? "" : ', error="invalid_token"'}`;
    return send(response, 401, { error: "Unauthorized" }, { "WWW-Authenticate": challenge });
  }
  if (request.method !== "POST")
    return send(response, 405, { error: "Method not allowed" }, { Allow: "POST" });
  const server = counter.open(caller);
  const transport = new StreamableHTTPServerTransport({});
  response.once("close", () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

if (settings.SEEDED === "1") for (const group of ["lake", "other"]) furnish(desk, group);
if (settings.SECOND_USER !== undefined)
  void work(desk, settings.SECOND_USER === "main" ? "lake" : settings.SECOND_USER);

const listener = createServer((request, response) => {
  if (request.url === "/mcp") return void receive(request, response);
  if (request.url !== "/control") return send(response, 404, { error: "Not found" }, {});
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => send(response, 200, answerHook(JSON.parse(body) as Question, clock, callers), {}));
});
listener.listen(Number(settings.PORT ?? 0), "127.0.0.1", () => {
  const address = listener.address();
  if (address !== null && typeof address === "object")
    console.log(`hotel listens at http://127.0.0.1:${address.port}/mcp`);
});
