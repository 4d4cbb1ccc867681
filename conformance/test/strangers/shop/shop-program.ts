/**
 * A corner shop as an MCP server on plain node:http. Variables of the environment: PORT; LATENCY_MS, the time of each call;
 * SEEDED=1, goods and orders that were there before; SECOND_USER, the account of a user who works all the time;
 * CLOCK=moves or stands, a clock that POST /control moves, or also stops; BREAK, a mistake of breaks.ts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Catalogue } from "./catalogue.ts";
import { control } from "./control.ts";
import { answer, fault, type Message } from "./messages.ts";
import { startSecondUser } from "./second-user.ts";
import { fillShop } from "./seeds.ts";
import { Seller } from "./seller.ts";
import { findToken, type Token } from "./tokens.ts";
import { type Session, sellers } from "./tools.ts";

const catalogue = new Catalogue();
const requests: Session["requests"] = new Map();

function openSession(token: Token): Session {
  const seller = sellers.get(token.account) ?? new Seller(catalogue);
  sellers.set(token.account, seller);
  return { token, seller, catalogue, requests };
}

function send(
  response: ServerResponse,
  status: number,
  body?: object,
  headers: Record<string, string> = {},
): void {
  const content = body === undefined ? "" : JSON.stringify(body);
  response
    .writeHead(status, { ...(body && { "Content-Type": "application/json" }), ...headers })
    .end(content);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "", method, headers } = request;
  if (!isLocal(headers.host, "http:") || (headers.origin !== undefined && !isLocal(headers.origin, "")))
    return send(response, 403, { error: "This host or origin is not served." });
  if (url === "/control") return send(response, 200, control(await text(request)));
  if (url !== "/mcp") return send(response, 404, { error: "The endpoint is /mcp." });
  if (method !== "POST") return send(response, 405, { error: "Only POST is served." }, { Allow: "POST" });
  const token = findToken(headers.authorization);
  if (!token)
    return send(
      response,
      401,
      { error: "Send a token of the shop." },
      { "WWW-Authenticate": challenge(headers) },
    );
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return send(response, 415, { error: "Send application/json." });
  const version = headers["mcp-protocol-version"];
  if (version !== undefined && !["2025-11-25", "2025-06-18", "2025-03-26"].includes(String(version)))
    return send(response, 400, fault(null, -32600, `The version ${version} is not spoken here.`));
  await receive(await text(request), openSession(token), response);
}

function challenge(headers: IncomingMessage["headers"]): string {
  return `Bearer realm="corner-shop"${headers.authorization ? ', error="invalid_token"' : ""}`;
}

async function receive(body: string, session: Session, response: ServerResponse): Promise<void> {
  let message: Partial<Message> & { readonly jsonrpc?: string };
  try {
    message = JSON.parse(body);
  } catch {
    return send(response, 400, fault(null, -32700, "The body is not JSON."));
  }
  if (
    typeof message !== "object" ||
    message === null ||
    message.jsonrpc !== "2.0" ||
    typeof message.method !== "string"
  )
    return send(response, 400, fault(null, -32600, "The body is not one JSON-RPC request or notification."));
  if (!("id" in message)) return send(response, 202);
  if (typeof message.id !== "string" && typeof message.id !== "number")
    return send(response, 400, fault(null, -32600, "An id is a text or a number."));
  send(response, 200, await answer(message as Message, session));
}

function isLocal(host: string | undefined, scheme: string): boolean {
  const address = scheme ? `${scheme}//${host}` : host;
  if (host === undefined || !URL.canParse(address!)) return false;
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address!).hostname);
}

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED) for (const account of ["main", "other"]) fillShop(openSession({ account, scopes: [] }));
const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    send(response, 500, fault(null, -32603, "Something went wrong in the shop."));
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  if (SECOND_USER) startSecondUser(url, SECOND_USER);
  process.stdout.write(`the shop is open at ${url}\n`);
});
process.once("SIGTERM", () => process.exit(0));
