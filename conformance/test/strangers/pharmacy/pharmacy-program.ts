/**
 * A pharmacy as an MCP server on plain node:http. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK,
 * as for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answer, pharmacyOf, type Request, rpcError, versions } from "./rpc.ts";
import { control, findCaller } from "./tokens.ts";
import { fill, work } from "./traffic.ts";

const { PORT = "0", SEEDED, SECOND_USER } = process.env;

function send(response: ServerResponse, status: number, body?: object, headers: object = {}): void {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  response.writeHead(status, { ...type, ...headers }).end(body && JSON.stringify(body));
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(url).hostname);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, origin, authorization, "content-type": type = "" } = request.headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin)))
    return send(response, 403, { error: "Only local hosts and origins are served." });
  if (request.url === "/control") return send(response, 200, control(JSON.parse(await text(request))));
  if (request.url !== "/mcp") return send(response, 404, { error: "The endpoint is /mcp." });
  const caller = findCaller(authorization);
  if (caller === undefined) {
    const challenge = `Bearer realm="pharmacy"${authorization === undefined ? "" : ', error="invalid_token"'}`;
    return send(response, 401, { error: "A token is missing." }, { "WWW-Authenticate": challenge });
  }
  if (request.method !== "POST") return send(response, 405, undefined, { Allow: "POST" });
  if (!/^application\/json *(;|$)/i.test(type))
    return send(response, 415, { error: "Messages are application/json." });
  const version = request.headers["mcp-protocol-version"];
  if (version !== undefined && !versions.includes(String(version)))
    return send(response, 400, rpcError(null, -32600, `The version ${version} is not supported.`));
  const message = readMessage(await text(request));
  if (message === undefined) return send(response, 400, rpcError(null, -32700, "The body is not JSON."));
  if (!isMessage(message)) return send(response, 400, rpcError(null, -32600, "The body is not a request."));
  if (message.id === undefined) return send(response, 202);
  send(response, 200, await answer(message as Request, caller));
}

function readMessage(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isMessage(message: unknown): message is Partial<Request> {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return false;
  const { jsonrpc, method, id } = message as Record<string, unknown>;
  return (
    jsonrpc === "2.0" && typeof method === "string" && ["undefined", "string", "number"].includes(typeof id)
  );
}

if (SEEDED === "1") for (const account of ["main", "other"]) fill(pharmacyOf(account));
if (SECOND_USER !== undefined) void work(pharmacyOf(SECOND_USER));

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, rpcError(null, -32603, "The pharmacy has a problem."));
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`pharmacy: http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
