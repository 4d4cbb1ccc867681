/** The hooks of a conformance target that a mock is: they make and end tokens, bring accounts into states, and move its clock. */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { type MockAccountStates, type MockTokens, toCaller } from "../../mock/tokens.ts";

/** The request of the conformance suite to a hook. */
type HookInput =
  | {
      readonly hook: "mint";
      readonly tokens: readonly { scopes: readonly string[]; count: number; account?: string }[];
    }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "account"; readonly account: string; readonly state: string | null }
  | { readonly hook: "clock"; readonly seconds: number };

/** A clock that can be moved ahead. */
export interface MockClock {
  aheadMs: number;
}

export function newToken(): string {
  return `mock_${randomBytes(18).toString("base64url")}`;
}

/** The parts of a mock that hooks change. */
export interface HookedMock {
  readonly tokens: MockTokens;
  readonly accountStates: MockAccountStates;
  readonly clock: MockClock;
  /** The account of minted tokens that name none. */
  readonly account: string;
}

/** Answers the request of a hook. */
function answerHook(input: HookInput, { tokens, accountStates, clock, account }: HookedMock): object {
  if (input.hook === "clock") {
    clock.aheadMs += input.seconds * 1_000;
    return { now: new Date(Date.now() + clock.aheadMs).toISOString() };
  }
  if (input.hook === "account") {
    if (input.state === null) accountStates.delete(input.account);
    else accountStates.set(input.account, input.state);
    return {};
  }
  if (input.hook !== "mint") {
    tokens.delete(input.token.token);
    return {};
  }
  const minted = input.tokens.flatMap(({ count, ...holder }) =>
    Array.from({ length: count }, () => {
      const secret = newToken();
      tokens.set(secret, toCaller({ account: holder.account ?? account, scopes: holder.scopes }));
      return { token: secret, ...holder };
    }),
  );
  return { tokens: minted };
}

/** Answers a request of the suite. */
export async function serveHook(
  request: IncomingMessage,
  response: ServerResponse,
  mock: HookedMock,
): Promise<void> {
  const answer = answerHook((await json(request)) as HookInput, mock);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
}
