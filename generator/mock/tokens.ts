/** The tokens that a mock accepts: the first ones, and those that the hooks of a conformance target make. */
import { randomUUID } from "node:crypto";
import type { Caller } from "@toolwright/runtime";

export interface MockToken {
  readonly secret: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

/** Secret -> who has it. */
export type MockTokens = Map<string, Caller>;

export function toCaller({ account, scopes }: Omit<MockToken, "secret">): Caller {
  return { account, token: randomUUID(), scopes: new Set(scopes) };
}
