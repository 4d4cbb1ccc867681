/**
 * A biobank as an MCP server on plain node:http. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as
 * for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openFile } from "./exports.ts";
import { callerWith, control } from "./keys.ts";
import { answer, endSession, problem, type Reply } from "./rpc.ts";
import { fillFreezers, keepWorking } from "./traffic.ts";

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function sendFile(response: ServerResponse, id: string): void {
  const file = openFile(id);
  if (file === undefined) {
    send(response, { status: 404, body: { error: "There is no such file." } });
    return;
  }
  const disposition = `attachment; filename="${file.name}"`;
  response.writeHead(200, { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition });
  response.end(file.body);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

async function answerMcp(request: IncomingMessage, base: string): Promise<Reply> {
  const sent = header(request, "authorization");
  const caller = callerWith(/^Bearer +(\S+)$/i.exec(sent ?? "")?.[1] ?? "");
  if (caller === undefined) {
    const error = sent === undefined ? "" : ', error="invalid_token"';
    const headers = { "www-authenticate": `Bearer realm="biobank"${error}` };
    return { ...problem(401, -32001, "A token of the laboratory is missing."), headers };
  }
  const session = header(request, "mcp-session-id");
  if (request.method === "DELETE") return endSession(session, caller);
  if (request.method !== "POST")
    return { ...problem(405, -32000, "Send POST or DELETE."), headers: { allow: "POST, DELETE" } };
  const accept = header(request, "accept") ?? "";
  if (
    !["application/json", "text/event-stream"].every(
      (type) => accept.includes(type) || accept.includes("*/*"),
    )
  )
    return problem(406, -32000, "Accept application/json and text/event-stream.");
  if (!/^application\/json\b/i.test(header(request, "content-type") ?? ""))
    return problem(415, -32000, "Send application/json.");
  const version = header(request, "mcp-protocol-version");
  return await answer({ text: await text(request), session, version, caller, base });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = header(request, "host") ?? "";
  const origin = header(request, "origin");
  const [path = ""] = (request.url ?? "").split("?");
  if (!isLocal(host) || (origin !== undefined && !isLocal(origin.replace(/^https?:\/\//, ""))))
    return send(response, problem(403, -32000, "This is a local service."));
  if (path.startsWith("/files/")) return sendFile(response, path.slice("/files/".length));
  if (path === "/control")
    return send(response, { status: 200, body: control(JSON.parse(await text(request))) });
  if (path !== "/mcp") return send(response, { status: 404, body: { error: "There is nothing here." } });
  send(response, await answerMcp(request, `http://${host}`));
}

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const lab of ["main", "other"]) fillFreezers(lab);
fillFreezers("suspended");
if (SECOND_USER !== undefined) void keepWorking(SECOND_USER);

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, problem(500, -32603, "An error of the server."));
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`biobank: http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
