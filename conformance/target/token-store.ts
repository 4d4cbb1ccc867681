/** The tokens that a run knows, by holder, and how often each may still be used within the declared rate. */
import type { RateRule } from "@toolwright/runtime";
import { PreconditionError } from "../results/precondition-error.ts";
import type { Authorization } from "../wire/client.ts";
import { tokenKey } from "./minted.ts";

/** Identifies tokens that are alike: their scopes and account. */
export interface Holder {
  readonly scopes: readonly string[];
  readonly account?: string | undefined;
}

/** A token, and its use within the window of the rate that began last. */
export interface Token {
  readonly value: string;
  /** When the window began, in milliseconds of the store's clock. */
  opensAt: number;
  /** The number of requests in the window; infinite for a token that is kept from cases. */
  used: number;
}

/** The target counts from the arrival of a request, the suite from its departure. */
const marginMs = 1_000;

export class TokenStore {
  /** Tokens, which no report may show. */
  readonly secrets = new Set<string>();
  readonly #rate: RateRule | undefined;
  readonly #now: () => number;
  readonly #windowMs: number;
  /** Key of a holder -> its tokens. */
  readonly #pools = new Map<string, Token[]>();

  /** @param now the clock, in milliseconds */
  constructor(rate: RateRule | undefined, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#windowMs = (rate?.seconds ?? 0) * 1000 + marginMs;
  }

  add(holder: Holder, value: string): void {
    this.secrets.add(value);
    this.poolOf(holder).push({ value, opensAt: Number.NEGATIVE_INFINITY, used: 0 });
  }

  /** The tokens of a holder: a list that grows. */
  poolOf({ scopes, account }: Holder): Token[] {
    const key = tokenKey(scopes, account);
    const pool = this.#pools.get(key) ?? [];
    this.#pools.set(key, pool);
    return pool;
  }

  /** Whether the rate allows one more request with a token now. */
  isAvailable(token: Token): boolean {
    return this.hasRoom(token, 1) || this.opensIn(token) <= 0;
  }

  /** Whether a token may be used so often within its present window. */
  hasRoom(token: Token, calls: number): boolean {
    return this.#rate === undefined || token.used + calls <= this.#rate.max;
  }

  countUse(token: Token): void {
    if (this.opensIn(token) <= 0) {
      token.opensAt = this.#now();
      token.used = 0;
    }
    token.used++;
  }

  /** Milliseconds until the next window of a token opens. */
  opensIn(token: Token): number {
    return token.opensAt + this.#windowMs - this.#now();
  }

  /** Keeps a token from other cases until its window is over. */
  useUp(token: Token): void {
    token.opensAt = this.#now();
    token.used = Number.POSITIVE_INFINITY;
  }

  /** Keeps the token of an authorization from all cases for this long. */
  pause(authorization: Authorization, seconds: number): void {
    for (const token of [...this.#pools.values()].flat()) {
      if (`Bearer ${token.value}` !== authorization) continue;
      token.used = Number.POSITIVE_INFINITY;
      token.opensAt = this.#now() + seconds * 1000 - this.#windowMs;
    }
  }
}

/** What a target that has no such token would need. */
const howToGetAccount =
  "add a token with `account: other` to the target file, or a hook mint that makes tokens of the account in its input and repeats it in its output";

/** The error that makes a case unverified, since there is no token for it. */
export function lacking({ account }: Pick<Holder, "account">, why: string): PreconditionError {
  return account === undefined
    ? new PreconditionError("no-hook", why)
    : new PreconditionError("no-account", `${why}: ${howToGetAccount}`);
}

export function describeHolder({ scopes, account }: Holder): string {
  const held = scopes.length === 0 ? "with no scope" : `with exactly the scopes ${scopes.join(", ")}`;
  return account === undefined ? held : `of the account ${account} ${held}`;
}
