/** The tokens that a mock accepts: the first ones, and those that the hooks of a conformance target make. */
import type { Caller } from "@toolwright/runtime";

export interface MockToken {
  readonly secret: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

export class MockTokens {
  readonly #callers = new Map<string, Caller>();
  #added = 0;

  constructor(tokens: readonly MockToken[]) {
    for (const token of tokens) this.add(token);
  }

  add({ secret, account, scopes }: MockToken): void {
    this.#callers.set(secret, { account, token: `token-${++this.#added}`, scopes: new Set(scopes) });
  }

  remove(secret: string): void {
    this.#callers.delete(secret);
  }

  find(secret: string): Caller | undefined {
    return this.#callers.get(secret);
  }
}
