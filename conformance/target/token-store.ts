/** The tokens that a run knows, by holder, and how often each may still be used within the declared rate. */
import type { RateRule } from "@toolwright/runtime";
import type { Authorization } from "../wire/client.ts";
import { tokenKey } from "./minted.ts";

/** Identifies tokens that are alike: their scopes and account. */
export interface Holder {
  readonly scopes: readonly string[];
  readonly account?: string | undefined;
}

/** The authorization of a request, or why there is none. */
export type Lease = { readonly authorization: Authorization } | { readonly missing: string };

export interface Token {
  readonly value: string;
  opensAt: number;
  used: number;
}

export interface TokenStore {
  /** Tokens, which no report may show. */
  readonly secrets: Set<string>;
  add(holder: Holder, value: string): void;
  /** The tokens of a holder: a list that grows. */
  poolOf(holder: Holder): readonly Token[];
  isAvailable(token: Token): boolean;
  /** Whether a token may be used so often within its present window. */
  hasRoom(token: Token, calls: number): boolean;
  countUse(token: Token): void;
  /** Milliseconds until the next window of a token opens. */
  opensIn(token: Token): number;
  /** Keeps a token from other cases until its window is over. */
  useUp(token: Token): void;
  /** Keeps the token of an authorization from all cases for this long. */
  pause(authorization: string | undefined, seconds: number): void;
}

/** The target counts from the arrival of a request, the suite from its departure. */
const marginMs = 1_000;

export function tokenStoreOf(rate: RateRule | undefined, now: () => number): TokenStore {
  const windowMs = (rate?.seconds ?? 0) * 1000 + marginMs;
  const pools = new Map<string, Token[]>();
  const secrets = new Set<string>();
  return { secrets, add, poolOf, isAvailable, hasRoom, countUse, opensIn, useUp, pause };

  function add(holder: Holder, value: string): void {
    secrets.add(value);
    poolOf(holder).push({ value, opensAt: Number.NEGATIVE_INFINITY, used: 0 });
  }

  function poolOf({ scopes, account }: Holder): Token[] {
    const key = tokenKey(scopes, account);
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    return pool;
  }

  function isAvailable(token: Token): boolean {
    return hasRoom(token, 1) || opensIn(token) <= 0;
  }

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

  function opensIn(token: Token): number {
    return token.opensAt + windowMs - now();
  }

  function useUp(token: Token): void {
    token.opensAt = now();
    token.used = Number.POSITIVE_INFINITY;
  }

  function pause(authorization: string | undefined, seconds: number): void {
    for (const token of [...pools.values()].flat()) {
      if (`Bearer ${token.value}` !== authorization) continue;
      token.used = Number.POSITIVE_INFINITY;
      token.opensAt = now() + seconds * 1000 - windowMs;
    }
  }
}

export function describeHolder({ scopes, account }: Holder): string {
  const held = scopes.length === 0 ? "with no scope" : `with exactly the scopes ${scopes.join(", ")}`;
  return account === undefined ? held : `of the account ${account} ${held}`;
}
