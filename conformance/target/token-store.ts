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

export interface Token {
  readonly value: string;
  opensAt: number;
  used: number;
}

/** The target counts from the arrival of a request, the suite from its departure. */
const marginMs = 1_000;

export type TokenStore = ReturnType<typeof makeTokenStore>;

export function makeTokenStore(rate: RateRule | undefined, now: () => number) {
  /** Tokens, which no report may show. */
  const secrets = new Set<string>();
  const windowMs = (rate?.seconds ?? 0) * 1000 + marginMs;
  const pools = new Map<string, Token[]>();
  return { secrets, add, poolOf, isAvailable, hasRoom, countUse, opensIn, useUp, pause };

  function add(holder: Holder, value: string): void {
    secrets.add(value);
    poolOf(holder).push({ value, opensAt: Number.NEGATIVE_INFINITY, used: 0 });
  }

  /** The tokens of a holder: a list that grows. */
  function poolOf({ scopes, account }: Holder): Token[] {
    const key = tokenKey(scopes, account);
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    return pool;
  }

  function isAvailable(token: Token): boolean {
    return hasRoom(token, 1) || opensIn(token) <= 0;
  }

  /** Whether a token may be used so often within its present window. */
  function hasRoom(token: Token, calls: number): boolean {
    return rate === undefined || token.used + calls <= rate.max;
  }

  function countUse(token: Token): void {
    if (opensIn(token) <= 0) {
      token.opensAt = now();
      token.used = 0;
    }
    token.used++;
  }

  /** Milliseconds until the next window of a token opens. */
  function opensIn(token: Token): number {
    return token.opensAt + windowMs - now();
  }

  /** Keeps a token from other cases until its window is over. */
  function useUp(token: Token): void {
    token.opensAt = now();
    token.used = Number.POSITIVE_INFINITY;
  }

  /** Keeps the token of an authorization from all cases for this long. */
  function pause(authorization: Authorization, seconds: number): void {
    for (const token of [...pools.values()].flat()) {
      if (`Bearer ${token.value}` !== authorization) continue;
      token.used = Number.POSITIVE_INFINITY;
      token.opensAt = now() + seconds * 1000 - windowMs;
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
