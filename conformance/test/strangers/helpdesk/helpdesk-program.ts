/**
 * A server of helpdesks on node:http. It prints its endpoint. LATENCY_MS: how long a call takes. SEEDED=1: there is earlier work.
 * SECOND_USER: the desk at which a colleague works; `main` is that of the run. It has the time of the machine.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Calls, type Client } from "./calls.ts";
import { Links } from "./links.ts";
import { serveMcp } from "./rpc.ts";
import { Staff } from "./staff.ts";
import { addEarlierWork, workAt } from "./staffing.ts";
import { Tickets } from "./tickets.ts";
import type { Desk } from "./views.ts";

const { LATENCY_MS, SEEDED, SECOND_USER, PORT } = process.env;

const desks = new Map<string, Desk>();
const links = new Links();
const clients = new Map<string, Client>([
  ["hd-main-token", { desk: "main", scopes: ["tickets:read", "tickets:write", "desk:admin"] }],
]);

function deskOf(name: string): Desk {
  const known = desks.get(name);
  if (known !== undefined) return known;
  const staff = new Staff();
  const desk = { staff, tickets: new Tickets(staff) };
  desks.set(name, desk);
  return desk;
}

const calls = new Calls(({ desk, scopes }) => ({
  desk: deskOf(desk),
  desks: [...desks.values()],
  links,
  isAdmin: scopes.includes("desk:admin"),
}));

interface HookInput {
  readonly hook: string;
  readonly tokens?: readonly {
    readonly scopes: string[];
    readonly account?: string;
    readonly count?: number;
  }[];
  readonly token?: { readonly token: string };
}

function runHook({ hook, tokens = [], token }: HookInput): object {
  if (hook === "revoke" || hook === "expire") return { ended: clients.delete(String(token?.token)) };
  if (hook !== "mint") return { error: `There is no hook ${hook}.` };
  const made = [];
  for (const { scopes, account, count = 1 } of tokens) {
    for (let number = 0; number < count; number += 1) {
      const name = `hd-${randomUUID()}`;
      clients.set(name, { desk: account ?? "main", scopes });
      made.push({ token: name, scopes, ...(account !== undefined && { account }) });
    }
  }
  return { tokens: made };
}

if (SEEDED === "1") for (const name of ["main", "other"]) addEarlierWork(deskOf(name));
if (SECOND_USER !== undefined) void workAt(deskOf(SECOND_USER));

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname === "/api/mcp") {
    if (LATENCY_MS !== undefined) await pause(Number(LATENCY_MS));
    await serveMcp(request, response, calls, clients);
  } else if (url.pathname.startsWith("/files/")) {
    links.send(url, response);
  } else if (url.pathname === "/control") {
    const result = runHook((await json(request)) as HookInput);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  } else {
    response.writeHead(404).end();
  }
});

server.listen(Number(PORT ?? 0), "127.0.0.1", () => {
  links.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The helpdesk listens at ${links.base}/api/mcp`);
});
