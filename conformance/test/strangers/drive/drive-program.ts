/**
 * The document drive of a firm as an MCP server, on the official SDK 2 and zod. It prints its endpoint. Variables: PORT,
 * LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { callerWith, control } from "./accounts.ts";
import { addEarlierThings, keepWorking } from "./earlier.ts";
import { linkedAt, serveLinksAt } from "./links.ts";
import { createServer } from "./mcp.ts";

const handler = toNodeHandler(createMcpHandler(createServer));
const checkHost = localhostHostValidation();
const checkOrigin = localhostOriginValidation();

function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

function sendDownload(response: ServerResponse, path: string): void {
  const linked = linkedAt(path);
  if (linked === undefined) {
    sendJson(response, 404, { error: "The link is unknown, or does not work any more." });
    return;
  }
  const { name, mediaType, text } = linked;
  const bytes = Buffer.from(text);
  const plain = name.replaceAll(/[^ -~]|["\\%]/gu, "_");
  const headers = {
    "Content-Type": `${mediaType}; charset=utf-8`,
    "Content-Length": bytes.length,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`,
  };
  response.writeHead(200, headers).end(bytes);
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!checkHost(request, response) || !checkOrigin(request, response)) return;
  const path = request.url ?? "/";
  if (path === "/control") return sendJson(response, 200, control((await json(request)) as never));
  if (path.startsWith("/download/")) return sendDownload(response, path);
  if (path !== "/mcp") return sendJson(response, 404, { error: "The endpoint is /mcp." });
  const { authorization } = request.headers;
  const caller = callerWith(authorization);
  if (caller === undefined) {
    const error = authorization === undefined ? "" : ', error="invalid_token"';
    const challenge = { "WWW-Authenticate": `Bearer realm="drive"${error}` };
    return sendJson(response, 401, { error: "A valid token is missing." }, challenge);
  }
  const auth = { token: "", clientId: caller.person.email, scopes: [...caller.scopes], extra: { caller } };
  await handler(Object.assign(request, { auth }) as NodeIncomingMessageLike, response);
}

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const account of ["main", "other"]) addEarlierThings(account);
if (SECOND_USER !== undefined) void keepWorking(SECOND_USER);

const server = createHttpServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) sendJson(response, 500, { error: "An error of the server." });
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  serveLinksAt(url);
  console.log(`drive: ${url}/mcp`);
});
