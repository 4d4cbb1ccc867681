/**
 * An inventory as an MCP server on node:http, with JSON-RPC by hand. Environment: PORT, LATENCY_MS (of a call), SEEDED=1 (stock from before),
 * SECOND_USER (an account at work all the time), BREAK (a mistake of breaks.ts). It has no clock of its own. Hooks POST to /control.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { findExport, storeOf } from "./exports.ts";
import { changeKeys, findKey } from "./keys.ts";
import { problem, respond } from "./rpc.ts";
import type { Store } from "./store.ts";

const names = new Set(["127.0.0.1", "localhost", "[::1]"]);
const versions = new Set([undefined, "2025-11-25"]);
let origin = "";

function isLocal(url: string): boolean {
  return URL.canParse(url) && names.has(new URL(url).hostname);
}

function finish(
  response: ServerResponse,
  status: number,
  value?: object,
  more: Record<string, string> = {},
): void {
  const type = value === undefined ? {} : { "content-type": "application/json" };
  response
    .writeHead(status, { ...type, ...more })
    .end(value === undefined ? undefined : JSON.stringify(value));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, origin: page } = request.headers;
  if (!isLocal(`http://${host}`) || (page !== undefined && !isLocal(page)))
    return finish(response, 403, { error: "wrong host or origin" });
  const url = new URL(request.url ?? "/", origin);
  if (url.pathname.startsWith("/files/")) return sendFile(url, response);
  if (url.pathname === "/control") return finish(response, 200, changeKeys(JSON.parse(await text(request))));
  if (url.pathname === "/mcp") return handleMcp(request, response);
  finish(response, 404);
}

function sendFile(url: URL, response: ServerResponse): void {
  const file = findExport(url);
  if (file === undefined) {
    finish(response, 403, { error: "the link is wrong or expired" });
    return;
  }
  const disposition = `attachment; filename="${file.name}"`;
  response.writeHead(200, { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition });
  response.end(file.text);
}

async function handleMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization, "content-type": type = "", "mcp-protocol-version": version } = request.headers;
  if (request.method !== "POST") return finish(response, 405, undefined, { allow: "POST" });
  const key = findKey(authorization);
  if (key === undefined) {
    const error = authorization === undefined ? "" : ', error="invalid_token"';
    return finish(
      response,
      401,
      { error: "no valid token" },
      { "www-authenticate": `Bearer realm="inventory"${error}` },
    );
  }
  if (!type.toLowerCase().startsWith("application/json")) return finish(response, 415);
  if (!versions.has(version as string | undefined))
    return finish(response, 400, problem(null, -32600, `${version} is not supported.`));
  let message: { jsonrpc?: unknown; method?: unknown; id?: unknown };
  try {
    message = JSON.parse(await text(request));
  } catch {
    return finish(response, 400, problem(null, -32700, "This is not JSON."));
  }
  if (message?.jsonrpc !== "2.0" || typeof message.method !== "string")
    return finish(response, 400, problem(null, -32600, "This is not a JSON-RPC request."));
  if (message.id === undefined) return finish(response, 202);
  if (typeof message.id !== "string" && typeof message.id !== "number")
    return finish(response, 400, problem(null, -32600, "An id is a string or a number."));
  const call = { account: key.account, scopes: new Set(key.scopes), store: storeOf(key.account), origin };
  finish(response, 200, await respond(message as Parameters<typeof respond>[0], call));
}

function stockUp(store: Store): void {
  const places = ["Harbour", "Station"].map((name) => store.addWarehouse(name).warehouse_id);
  for (let number = 1; number <= 14; number += 1) {
    const sku = `OLD-${number}`;
    store.addProduct({ sku, name: `Old ware ${number}`, min_stock: number, unit_cost_cents: 100 * number });
    for (const warehouse_id of places) store.receive({ sku, warehouse_id, quantity: 20 });
    store.transfer({ sku, warehouse_id: places[0]!, to_warehouse_id: places[1]!, quantity: number });
  }
}

async function keepMoving(store: Store): Promise<void> {
  const { warehouse_id } = store.addWarehouse("Van");
  for (let turn = 1; ; turn += 1) {
    const sku = `VAN-${turn}`;
    store.addProduct({ sku, name: `Parcel ${turn}`, min_stock: 0 });
    store.receive({ sku, warehouse_id, quantity: 5 });
    await delay(40, undefined, { ref: false });
    store.issue({ sku, warehouse_id, quantity: 5 });
    store.discontinue(sku);
  }
}

const { PORT, SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") ["main", "other"].map(storeOf).forEach(stockUp);
if (SECOND_USER) void keepMoving(storeOf(SECOND_USER));
const server = createServer((request, response) => {
  handle(request, response).catch((reason) => {
    console.error(reason);
    finish(response, 500, problem(null, -32603, "The inventory has a fault."));
  });
});
server.listen(Number(PORT ?? 0), "127.0.0.1", () => {
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`inventory at ${origin}/mcp`);
});
