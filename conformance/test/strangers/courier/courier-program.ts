/**
 * A courier as an MCP server on node:http alone. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as
 * for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { breaks } from "./breaks.ts";
import { Depot } from "./depot.ts";
import { callerWith, control, now } from "./keys.ts";
import { answer, Forbidden, failure, type Request, versions } from "./protocol.ts";
import type { Caller } from "./tools.ts";
import { fill, keepBusy } from "./traffic.ts";

const depots = new Map<string, Depot>();
const sharedRequests: Depot["requests"] = new Map();

function depotOf(company: string): Depot {
  const depot = depots.get(company) ?? new Depot(now);
  depots.set(company, depot);
  return depot;
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

function comesFromHere({ headers }: IncomingMessage): boolean {
  const { host = "", origin } = headers;
  return isLocal(host) && (origin === undefined || isLocal(origin.replace(/^https?:\/\//, "")));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!comesFromHere(request)) return send(response, 403, { error: "This is a local service." });
  if (request.url === "/control") return send(response, 200, control(JSON.parse(await text(request))));
  if (request.url !== "/mcp") return send(response, 404, { error: "The endpoint is /mcp." });
  const caller = callerWith(request.headers.authorization);
  if (caller === undefined) {
    const error = request.headers.authorization === undefined ? "" : ', error="invalid_token"';
    return send(
      response,
      401,
      { error: "A key is missing." },
      { "WWW-Authenticate": `Bearer realm="courier"${error}` },
    );
  }
  if (request.method !== "POST") return send(response, 405, { error: "Only POST." }, { Allow: "POST" });
  const version = request.headers["mcp-protocol-version"];
  if (version !== undefined && !versions.includes(String(version)))
    return send(response, 400, failure(null, -32600, `MCP ${version} is not spoken here.`));
  await receive(await text(request), caller, response);
}

async function receive(body: string, caller: Caller, response: ServerResponse): Promise<void> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return send(response, 400, failure(null, -32700, "This is not JSON."));
  }
  if (!isMessage(message))
    return send(response, 400, failure(null, -32600, "This is not a message of JSON-RPC."));
  if (!("id" in message)) return void response.writeHead(202).end();
  if (typeof message.id !== "string" && typeof message.id !== "number")
    return send(response, 400, failure(null, -32600, "The id is a string or a number."));
  const depot = depotOf(caller.company);
  const requests = breaks("request-ids-shared") ? sharedRequests : depot.requests;
  try {
    send(response, 200, await answer(message as Request, { depot, caller, requests }));
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
    const challenge = `Bearer realm="courier", error="insufficient_scope", scope="${error.scope}"`;
    send(response, 403, failure(message.id, -32001, error.message), { "WWW-Authenticate": challenge });
  }
}

function isMessage(message: unknown): message is { readonly method: string; readonly id?: unknown } {
  if (typeof message !== "object" || message === null) return false;
  const { jsonrpc, method } = message as { readonly jsonrpc?: unknown; readonly method?: unknown };
  return jsonrpc === "2.0" && typeof method === "string";
}

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const company of ["main", "other"]) fill(depotOf(company));
if (SECOND_USER !== undefined) void keepBusy(depotOf(SECOND_USER));

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) send(response, 500, failure(null, -32603, "An error of the server."));
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`courier: http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
