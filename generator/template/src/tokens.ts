import { createHash, timingSafeEqual } from "node:crypto";
import type { Authenticate } from "@toolwright/runtime";

/** A token and what it may do. Keep secrets in a store of your own when there is more than one account. */
export interface Token {
  readonly secret: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

/** Tells who brings a token; `undefined` for one that is not known. */
export function authenticator(tokens: readonly Token[]): Authenticate {
  const known = tokens.map(({ secret, account, scopes }, index) => ({
    hash: hashOf(secret),
    caller: { account, token: `token-${index}`, scopes: new Set(scopes) },
  }));
  return ({ token }) => {
    const hash = hashOf(token);
    return known.find((each) => timingSafeEqual(each.hash, hash))?.caller;
  };
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
