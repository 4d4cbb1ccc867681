/**
 * The control interface for tests, which does what no tool can: it moves and holds the clock, holds the work on lessons, and makes responses, accounts and tokens. It exists
 * under `TEST_CONTROL=1` only, and answers processes of the same machine only.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isLocalRequest } from "../../platform/config/loopback.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import type { ClockMove, MovableClock } from "../../platform/time/clock.ts";
import type { HeldWork, WorkMove } from "./held-work.ts";
import { NoResponses, respond } from "./respond.ts";
import { makeTokens, NoTokens, revokeOne } from "./tokens.ts";

/** Returns whether it answers the request. */
export type ControlRoutes = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface ControlParts {
  readonly storage: Storage;
  readonly clock: MovableClock;
  readonly work: HeldWork;
}

export function controlRoutes(parts: ControlParts): ControlRoutes {
  return async (request, response) => {
    const action = /^\/control\/(clock|respond|tokens|revoke|work)$/.exec(request.url ?? "")?.[1];
    if (action === undefined || !isLocalRequest(request)) return false;
    // A page of another site can send a form or plain text, but not JSON.
    const isJson = request.headers["content-type"] === "application/json";
    if (request.method !== "POST" || !isJson) return answer(response, 400, "POST JSON here.");
    try {
      return await run(action, parts, JSON.parse(await text(request)), response);
    } catch (error) {
      const isMistake =
        error instanceof NoResponses || error instanceof NoTokens || error instanceof SyntaxError;
      if (isMistake) return answer(response, 422, error.message);
      throw error;
    }
  };
}

async function run(
  action: string,
  parts: ControlParts,
  body: Parameters<typeof change>[2] & ClockMove & WorkMove,
  response: ServerResponse,
): Promise<true> {
  if (action === "clock") return moveClock(parts, body, response);
  if (action === "work") return answer(response, 200, { held: parts.work.move(body) });
  const stores = { storage: parts.storage, clock: parts.clock.now };
  return answer(response, 200, await change(action, stores, body));
}

/** Changes what the service stores. `body` is the input of the action. */
async function change(
  action: string,
  stores: Pick<Stores, "storage" | "clock">,
  body: Parameters<typeof respond>[1] & Parameters<typeof makeTokens>[1] & Parameters<typeof revokeOne>[1],
): Promise<object> {
  if (action === "respond") return { response_ids: await respond(stores, body) };
  if (action === "revoke") {
    await revokeOne(stores, body);
    return { revoked: true };
  }
  const made = await makeTokens(stores, body);
  return { tokens: made.map(({ token, tokenId, scopes }) => ({ token, token_id: tokenId, scopes })) };
}

function moveClock({ clock }: ControlParts, move: ClockMove, response: ServerResponse) {
  const { seconds } = move;
  const isForward = Number.isSafeInteger(seconds) && seconds >= 0;
  if (!isForward) return answer(response, 422, `The clock cannot be moved by ${seconds} seconds.`);
  clock.move(move);
  return answer(response, 200, { now: clock.now().toISOString() });
}

function answer(response: ServerResponse, status: number, body: object | string): true {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(typeof body === "string" ? { problem: body } : body));
  return true;
}
