/**
 * A project tracker as an MCP server on mcp-lite and node:http. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER,
 * CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { StreamableHttpTransport } from "mcp-lite";
import { makeServer, protocolVersion } from "./mcp.ts";
import { fill, keepWorking } from "./second-team.ts";
import { answerHook, Clock, Tokens } from "./tokens.ts";
import type { Caller } from "./tool.ts";
import { workspaceOf } from "./workspaces.ts";

const { SEEDED, SECOND_USER, CLOCK, PORT = "0" } = process.env;
const tokens = new Tokens();
const clock = new Clock(CLOCK !== "moves");
const handle = new StreamableHttpTransport({ allowedOrigins: [] }).bind(makeServer());

/** Refuses a request before mcp-lite sees it: unknown callers, and versions that the server does not speak. */
function refuse({ headers }: IncomingMessage): Response | undefined {
  if (tokens.grantOf(headers.authorization) === undefined) {
    const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
    return new Response(null, {
      status: 401,
      headers: { "WWW-Authenticate": `Bearer realm="sprintboard"${error}` },
    });
  }
  const version = headers["mcp-protocol-version"];
  if (version === undefined || version === protocolVersion) return undefined;
  const error = { code: -32600, message: `This server speaks MCP ${protocolVersion}.` };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

async function answer(incoming: IncomingMessage, body: Buffer): Promise<Response> {
  const { method = "GET", url = "/", headers } = incoming;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? ""))
    return new Response(null, { status: 403 });
  if (url === "/control") return Response.json(answerHook(JSON.parse(body.toString()), tokens, clock));
  if (url !== "/mcp") return new Response(null, { status: 404 });
  const refusal = refuse(incoming);
  if (refusal !== undefined) return refusal;
  const { workspace, scopes } = tokens.grantOf(headers.authorization)!;
  const caller: Caller = { workspace: workspaceOf(workspace, clock.now), name: workspace, scopes };
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body) }),
  });
  return handle(request, { authInfo: { token: "", scopes: [...scopes], extra: { caller } } });
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await answer(incoming, await buffer(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const part of response.body ?? []) outgoing.write(part);
  outgoing.end();
}

if (SEEDED === "1") for (const name of ["main", "other"]) fill(workspaceOf(name, clock.now));
const frozen = workspaceOf("frozen", clock.now);
fill(frozen);
frozen.isFrozen = true;
if (SECOND_USER !== undefined) void keepWorking(workspaceOf(SECOND_USER, clock.now));

const listener = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    outgoing.writeHead(500).end();
  });
});
listener.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`tracker at http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
});
