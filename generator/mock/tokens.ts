/** The tokens that a mock accepts: initial ones, and tokens created by the hooks of a conformance target. */
import { randomUUID } from "node:crypto";
import type { Caller } from "@toolwright/runtime";

export interface MockToken {
  readonly secret: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

/** Maps each secret to its caller. */
export type MockTokens = Map<string, Caller>;

/** Maps each account that is in an account state of the spec to the state. */
export type MockAccountStates = Map<string, string>;

export function toCaller({ account, scopes }: Omit<MockToken, "secret">): Caller {
  return { account, token: randomUUID(), scopes: new Set(scopes) };
}
