/**
 * A server of restaurants on node:http. It prints its endpoint. LATENCY_MS: how long a call takes. SEEDED=1: there was business before.
 * SECOND_USER: the house in which a colleague works; `main` is that of the run.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { minute, moveClock, now, timestamp } from "./clock.ts";
import * as orders from "./orders.ts";
import { type Books, booksOf } from "./records.ts";
import * as house from "./reservations.ts";
import { Mcp } from "./rpc.ts";

const { LATENCY_MS, SEEDED, SECOND_USER, PORT } = process.env;

const tokens = new Map([
  ["rest-main", "main"],
  ["rest-other", "other"],
]);
const mcp = new Mcp(tokens);

interface HookInput {
  readonly hook: string;
  readonly tokens?: readonly {
    readonly scopes: string[];
    readonly account?: string;
    readonly count?: number;
  }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

function runHook({ hook, tokens: wanted = [], token, seconds = 0, still }: HookInput): object {
  if (hook === "clock") {
    moveClock(seconds, still);
    return { now: timestamp() };
  }
  if (hook !== "mint") return { ended: tokens.delete(String(token?.token)) };
  const minted = [];
  for (const { scopes, account, count = 1 } of wanted) {
    for (let number = 0; number < count; number += 1) {
      const name = `rest-${randomUUID()}`;
      tokens.set(name, account ?? "main");
      minted.push({ token: name, scopes, ...(account !== undefined && { account }) });
    }
  }
  return { tokens: minted };
}

/** An evening: a table is reserved, and eats. */
async function workAnEvening(books: Books, name: string): Promise<void> {
  const table = house.addTable(books, { name, area: "terrace", seats: 4 });
  const guest = house.addGuest(books, { name: `Guest of ${name}` });
  const starts_at = timestamp(now() + 300 * minute);
  house.reserve(books, { table_id: table.id, guest_id: guest.id, starts_at, minutes: 90, party: 2 });
  const entry = house.joinWaitingList(books, { guest_id: guest.id, party: 2 });
  const item = orders.addMenuItem(books, { name: `Soup of ${name}`, price: "7.20" });
  const order = orders.openOrder(books, table.id);
  orders.addLine(books, { order_id: order.id, item_id: item.id, quantity: 2 });
  const bill = orders.closeOrder(books, { order_id: order.id, tip: "1.60" });
  await orders.payBill(books, { bill_id: bill.id, amount: "10.00", method: "cash" });
  house.leaveWaitingList(books, entry.id);
}

async function workAllTheTime(books: Books): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await pause(40, undefined, { ref: false });
    await workAnEvening(books, `Busy ${turn}`);
  }
}

if (SEEDED === "1")
  for (const name of ["main", "other"])
    for (const table of ["T1", "T2", "T3"]) await workAnEvening(booksOf(name), table);
if (SECOND_USER !== undefined) void workAllTheTime(booksOf(SECOND_USER));

const server = createServer(async (request, response) => {
  if (request.url === "/mcp") {
    if (LATENCY_MS !== undefined) await pause(Number(LATENCY_MS));
    await mcp.serve(request, response);
  } else if (request.url === "/control") {
    const result = runHook((await json(request)) as HookInput);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  } else {
    response.writeHead(404).end();
  }
});

server.listen(Number(PORT ?? 0), "127.0.0.1", () => {
  console.log(`The restaurant listens at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
