/** The tokens of the service. Those of two gardens are there from the start; the hook `mint` makes more. */
import { randomBytes } from "node:crypto";
import type { Authenticate, Caller } from "@toolwright/runtime";
import { scopes } from "./generated/scopes.ts";

export interface TokenRequest {
  readonly account?: string;
  readonly scopes: readonly string[];
  readonly count?: number;
}

const allScopes = Object.keys(scopes);
const callers = new Map<string, Caller>();

export const authenticate: Authenticate = ({ token }) => callers.get(token);

function grant(secret: string, account: string, granted: readonly string[]): void {
  callers.set(secret, { account, token: secret, scopes: new Set(granted) });
}

// These secrets are public: the service is for tests.
grant("garden-main", "main", allScopes);
grant("garden-main-reader", "main", ["garden:read"]);
grant("garden-main-nothing", "main", []);
grant("garden-other", "other", allScopes);

/** Makes tokens, in the form in which the hook prints them. */
export function mint({ account, scopes: granted, count = 1 }: TokenRequest): object[] {
  return Array.from({ length: count }, () => {
    const token = randomBytes(24).toString("hex");
    grant(token, account ?? "main", granted);
    return { token, scopes: granted, ...(account !== undefined && { account }) };
  });
}

/** A token of a user with every scope. */
export function tokenFor(account: string): string {
  const token = randomBytes(24).toString("hex");
  grant(token, account, allScopes);
  return token;
}

export function endToken(token: string): void {
  callers.delete(token);
}
