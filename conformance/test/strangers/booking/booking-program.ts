/**
 * A server of rooms and bookings on SDK 2 of MCP. It prints its endpoint. Variables: `LATENCY_MS` is the time that a call takes,
 * `SEEDED=1` has data from the start, `SECOND_USER` is at work in another account, or in that of the run (`main`). `/control` is for hooks;
 * with `CLOCK=moves` the clock cannot stand.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { Calendar } from "./calendar.ts";
import { type Caller, makeServer } from "./tools.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, CLOCK, PORT = "0" } = process.env;
const allScopes = ["calendar:read", "calendar:write", "bookings:read", "bookings:write", "guests:contact"];

/** The server's clock: it goes on, ahead by `ahead`, or stands at `still`. */
let ahead = 0;
let still: number | undefined;
const now = (): number => still ?? Date.now() + ahead;

const calendars = new Map<string, Calendar>();
function calendarOf(account: string): Calendar {
  const calendar = calendars.get(account) ?? new Calendar(now);
  calendars.set(account, calendar);
  return calendar;
}

const tokens = new Map<string, Caller & { ended?: boolean }>([
  ["bk_owner", { account: "owner", scopes: allScopes }],
  ["bk_other", { account: "other", scopes: allScopes }],
]);

const verifier = {
  verifyAccessToken: async (token: string) => {
    const known = tokens.get(token);
    if (known === undefined || known.ended)
      throw new OAuthError(OAuthErrorCode.InvalidToken, "Invalid token");
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    return { token, clientId: known.account, scopes: [...known.scopes], expiresAt };
  },
};
const gate = requireBearerAuth({ verifier });
const handler = createMcpHandler(({ authInfo }) => {
  const caller = { account: authInfo?.clientId ?? "", scopes: authInfo?.scopes ?? [] };
  return makeServer(calendarOf(caller.account), caller, async () => void (await sleep(Number(LATENCY_MS))));
});
const endpoint = toNodeHandler({
  fetch: async (request) => {
    const authInfo = await gate(request);
    return authInfo instanceof Response ? authInfo : handler.fetch(request, { authInfo });
  },
});

interface Order {
  readonly hook: string;
  readonly tokens?: readonly { scopes: string[]; account?: string; count?: number }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

function obey(order: Order): unknown {
  if (order.hook === "mint") return { tokens: (order.tokens ?? []).flatMap(mint) };
  if (order.hook === "clock") return moveClock(order);
  const token = tokens.get(order.token?.token ?? "");
  if (token !== undefined) token.ended = true;
  return {};
}

function mint({ scopes, account, count = 1 }: { scopes: string[]; account?: string; count?: number }) {
  return Array.from({ length: count }, () => {
    const token = `bk_${crypto.randomUUID()}`;
    tokens.set(token, { account: account ?? "owner", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock({ seconds = 0, still: stand }: Order): { now: string } {
  ahead += seconds * 1000;
  if (still !== undefined) still += seconds * 1000;
  if (stand === true && CLOCK !== "moves") still ??= Date.now() + ahead;
  if (stand === false) still = undefined;
  return { now: new Date(now()).toISOString() };
}

/** The rooms that were there before the run, with slots and bookings. */
function fillBefore(calendar: Calendar): void {
  for (let number = 1; number <= 12; number++) {
    const room = calendar.addRoom({ name: `Room ${number} of before`, seats: number * 4 });
    const guest = calendar.addGuest({ name: `Guest ${number}`, email: `guest${number}@example.org` });
    for (const day of [3, 5, 9]) {
      const starts_at = new Date(now() + day * 86_400_000).toISOString();
      const slot = calendar.addSlot({ room_id: room.room_id, starts_at, minutes: 60 });
      if (day === 5) continue;
      const booking = calendar.book({ slot_id: slot.slot_id, guest_id: guest.guest_id, party: 2 });
      if (day === 9) calendar.cancel(booking.booking_id);
    }
  }
}

/** A second user, who works all the time. */
async function keepBusy(calendar: Calendar): Promise<void> {
  for (let turn = 1; ; turn++) {
    await sleep(25, undefined, { ref: false });
    const room = calendar.addRoom({ name: `Busy ${turn}`, seats: 10 });
    const guest = calendar.addGuest({ name: "Bea", email: "bea@example.org" });
    const starts_at = new Date(now() + 7 * 86_400_000).toISOString();
    const slot = calendar.addSlot({ room_id: room.room_id, starts_at, minutes: 30 });
    const booking = calendar.book({ slot_id: slot.slot_id, guest_id: guest.guest_id, party: 3 });
    await sleep(25, undefined, { ref: false });
    calendar.cancel(booking.booking_id);
    calendar.removeSlot(slot.slot_id);
    calendar.closeRoom(room.room_id);
  }
}

if (SEEDED === "1") for (const account of ["owner", "other"]) fillBefore(calendarOf(account));
if (SECOND_USER !== undefined) void keepBusy(calendarOf(SECOND_USER === "main" ? "owner" : SECOND_USER));

const isHost = localhostHostValidation();
const isOrigin = localhostOriginValidation();
const server = createServer(async (request, response) => {
  if (!isHost(request, response) || !isOrigin(request, response)) return;
  if (request.url === "/control") {
    const parts = await request.toArray();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(obey(JSON.parse(Buffer.concat(parts).toString()))));
  } else if (request.url === "/mcp") await endpoint(request as NodeIncomingMessageLike, response);
  else response.writeHead(404).end();
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`booking at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
