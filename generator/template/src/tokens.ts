import { createHash } from "node:crypto";
import type { Authenticate, Caller } from "@toolwright/runtime";

/** A token and what it may do. */
export interface Token {
  readonly secret: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

/** The tokens that callers bring, by the hash of their secret. Replace it by a table of yours when there is more than one account. */
export class Tokens {
  readonly #callers = new Map<string, Caller>();

  add({ secret, account, scopes }: Token): void {
    const id = hash(secret);
    this.#callers.set(id, { account, token: id, scopes: new Set(scopes) });
  }

  remove(secret: string): void {
    this.#callers.delete(hash(secret));
  }

  /** Tells who brings a token; `undefined` for one that is not known. */
  readonly authenticate: Authenticate = ({ token }) => this.#callers.get(hash(token));
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
