/** The tokens of the service: two branches, with tokens of several scopes. More can be minted while it is tested. */
import { createHash, randomBytes } from "node:crypto";
import type { Authenticate, Caller } from "@toolwright/runtime";
import { scopes } from "./generated/scopes.ts";

interface Wanted {
  readonly account?: string;
  readonly scopes: readonly string[];
  readonly count?: number;
}

const callers = new Map<string, Caller>();

function add(secret: string, account: string, granted: readonly string[]): void {
  const token = hash(secret);
  callers.set(token, { account, token, scopes: new Set(granted) });
}

// The secrets are in the open: this service is for tests alone.
add("hire-main", "main", Object.keys(scopes));
add("hire-main-desk", "main", ["desk:read", "desk:write"]);
add("hire-main-nothing", "main", []);
add("hire-other", "other", Object.keys(scopes));

export const authenticate: Authenticate = ({ token }) => callers.get(hash(token));

/** New tokens, as the hook `mint` prints them. */
export function mint({ account, scopes: granted, count = 1 }: Wanted): object[] {
  return Array.from({ length: count }, () => {
    const token = randomBytes(18).toString("base64url");
    add(token, account ?? "main", granted);
    return { token, scopes: granted, ...(account !== undefined && { account }) };
  });
}

export function endToken(secret: string): void {
  callers.delete(hash(secret));
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
