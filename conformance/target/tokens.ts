/** The token pool of a run: gives each request a token, within the declared rate. */
import { randomInt } from "node:crypto";
import type { RateRule } from "@toolwright/runtime";
import type { CaseFile, Credential } from "../cases/format.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { Authorization } from "../wire/client.ts";
import { hasHook, type RunHook } from "./hooks.ts";
import { parseMintedTokens, scopesKey } from "./minted.ts";
import type { KnownToken, Target } from "./target.ts";

/** The authorization of a request, or why there is none. */
export type Lease = { readonly authorization: Authorization } | { readonly missing: string };

/** The tokens of a target, and how often each may still be used. */
export interface TokenPool {
  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  lease(credential: Credential, signal: AbortSignal): Promise<Lease>;
  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  prepare(
    wanted: readonly { readonly scopes: readonly string[]; readonly requests: number }[],
  ): Promise<void>;
  /** The target asked for a pause (Retry-After) of this token. */
  backOff(authorization: Authorization, seconds: number): void;
  /** Tokens, which no report may show. */
  readonly secrets: ReadonlySet<string>;
}

interface Token {
  readonly value: string;
  opensAt: number;
  used: number;
}

export interface TokenOptions {
  readonly target: Target;
  readonly cases: CaseFile;
  readonly runHook: RunHook;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The target counts from the arrival of a request, the suite from its departure. */
const marginMs = 1_000;

export function createTokenPool({ target, cases, runHook, now, sleep }: TokenOptions): TokenPool {
  const all = cases.scopes;
  const rate = cases.rate;
  const isOpen = cases.auth.scheme === "none" || target.command !== undefined;
  const pools = new Map<string, Token[]>();
  const endedTokens = new Map<"expired" | "revoked", Promise<Lease>>();
  const secrets = new Set<string>();
  let preparing: Promise<unknown> | undefined;
  const minting = new Map<string, Promise<void>>();
  for (const known of target.tokens ?? []) {
    const value = tokenValue(known);
    secrets.add(value);
    if (known.is === undefined)
      poolOf(known.scopes === "all" || !known.scopes ? all : known.scopes).push(unusedToken(value));
    else endedTokens.set(known.is, Promise.resolve({ authorization: `Bearer ${value}` }));
  }

  return {
    secrets,
    async lease(credential, signal) {
      if (isOpen || credential === "none") return { authorization: undefined };
      if (credential === "malformed") return { authorization: "Bearer" };
      if (credential === "unknown") return { authorization: `Bearer ${similarToken(poolOf(all)[0]?.value)}` };
      if (typeof credential === "string") return leaseEnded(credential);
      return leaseFrom(credential.scopes, signal);
    },

    async prepare(wanted) {
      if (!hasHook(target, "mint")) return;
      const missing = wanted.flatMap(({ scopes, requests }) => {
        const count = Math.ceil(requests / (rate?.max ?? Number.POSITIVE_INFINITY)) - poolOf(scopes).length;
        return count > 0 ? [{ scopes, count }] : [];
      });
      if (missing.length === 0) return;
      // A failure here is not reported: minting fails again, with the name of a case, where a token is really
      // needed.
      preparing = mint(missing)
        .catch(() => undefined)
        .finally(() => (preparing = undefined));
      await preparing;
    },

    backOff(authorization, seconds) {
      for (const token of [...pools.values()].flat()) {
        if (`Bearer ${token.value}` !== authorization) continue;
        token.used = Number.POSITIVE_INFINITY;
        token.opensAt = now() + seconds * 1000 - windowMs(rate);
      }
    },
  };

  async function leaseFrom(scopes: readonly string[], signal: AbortSignal): Promise<Lease> {
    const pool = poolOf(scopes);
    for (;;) {
      signal.throwIfAborted();
      const token = pool.find(isAvailable);
      if (token) {
        countUse(token);
        return { authorization: `Bearer ${token.value}` };
      }
      if (preparing !== undefined) {
        await preparing;
        continue;
      }
      const problem = hasHook(target, "mint") ? await mintOne(scopes) : undefined;
      if (problem !== undefined) return { missing: problem };
      if (pool.length === 0) return { missing: `no token with ${describeScopes(scopes)}` };
      if (!pool.some(isAvailable))
        await sleep(Math.min(...pool.map((token) => token.opensAt + windowMs(rate) - now())), signal);
    }
  }

  function isAvailable(token: Token): boolean {
    return rate === undefined || token.used < rate.max || now() >= token.opensAt + windowMs(rate);
  }

  function countUse(token: Token): void {
    if (now() >= token.opensAt + windowMs(rate)) {
      token.opensAt = now();
      token.used = 0;
    }
    token.used++;
  }

  /** Returns the problem, if there is one. */
  async function mintOne(scopes: readonly string[]): Promise<string | undefined> {
    const key = scopesKey(scopes);
    const pending = minting.get(key) ?? mint([{ scopes, count: 1 }]).finally(() => minting.delete(key));
    minting.set(key, pending);
    try {
      await pending;
      return undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  }

  async function mint(
    wanted: readonly { readonly scopes: readonly string[]; readonly count: number }[],
  ): Promise<void> {
    for (const minted of parseMintedTokens(
      await runHook("mint", { tokens: wanted.map(({ scopes, count }) => ({ scopes, count })) }),
    )) {
      secrets.add(minted.token);
      poolOf(minted.scopes).push(unusedToken(minted.token));
    }
  }

  /** A token that is minted only to be expired or revoked, if the hooks can do that. */
  function leaseEnded(state: "expired" | "revoked"): Promise<Lease> {
    const known = endedTokens.get(state) ?? endToken(state);
    endedTokens.set(state, known);
    return known;
  }

  async function endToken(state: "expired" | "revoked"): Promise<Lease> {
    const hook = state === "expired" ? "expire" : "revoke";
    if (!hasHook(target, "mint") || !hasHook(target, hook)) {
      return { missing: `no ${state} token: the target names none, and lacks the hook mint or ${hook}` };
    }
    const [minted] = parseMintedTokens(await runHook("mint", { tokens: [{ scopes: all, count: 1 }] }));
    if (minted === undefined) return { missing: "the hook mint made no token" };
    secrets.add(minted.token);
    await runHook(hook, { token: minted });
    return { authorization: `Bearer ${minted.token}` };
  }

  function poolOf(scopes: readonly string[]): Token[] {
    const key = scopesKey(scopes);
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    return pool;
  }
}

function windowMs(rate: RateRule | undefined): number {
  return (rate?.seconds ?? 0) * 1000 + marginMs;
}

function unusedToken(value: string): Token {
  return { value, opensAt: Number.NEGATIVE_INFINITY, used: 0 };
}

function describeScopes(scopes: readonly string[]): string {
  return scopes.length === 0 ? "no scope" : `exactly the scopes ${scopes.join(", ")}`;
}

function tokenValue({ token, env }: KnownToken): string {
  const value = token ?? (env === undefined ? undefined : process.env[env]);
  if (value) return value;
  throw new UsageError(
    env === undefined
      ? "A token of the target has neither a value nor an env."
      : `The environment variable ${env} is not set; a token of the target is in it.`,
  );
}

/** An unknown token that looks like a real one: same prefix, length and classes of characters. */
function similarToken(token = "unknown-token-0123456789"): string {
  const prefix = /^[^_.-]*[_.-]/.exec(token)?.[0] ?? "";
  const backOff = token.slice(prefix.length);
  return prefix + backOff.replaceAll(/[0-9]|[a-z]|[A-Z]/g, (character) => randomOfSameClass(character));
}

function randomOfSameClass(character: string): string {
  const [first, size] = /[0-9]/.test(character) ? ["0", 10] : /[a-z]/.test(character) ? ["a", 26] : ["A", 26];
  return String.fromCharCode((first as string).charCodeAt(0) + randomInt(size as number));
}
