/** The token pool of a run: gives each request a token, within the declared rate. */
import { randomInt } from "node:crypto";
import type { RateRule } from "@toolwright/runtime";
import type { CaseFile, Credential } from "../cases/format.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { Authorization } from "../wire/client.ts";
import { hasHook, type RunHook } from "./hooks.ts";
import { readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { mintingBy } from "./minting.ts";
import type { Target } from "./target.ts";

/** The authorization of a request, or why there is none. */
export type Lease = { readonly authorization: Authorization } | { readonly missing: string };

/** The tokens of a target, and how often each may still be used. */
export interface TokenPool {
  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  lease(credential: Credential, signal: AbortSignal): Promise<Lease>;
  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void>;
  /** A token for one case alone, which may use it up or end it. Of a target without the hook mint it is a known token. */
  reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken | { readonly missing: string }>;
  /** The target asked for a pause (Retry-After) of this token. */
  backOff(authorization: Authorization, seconds: number): void;
  /** Tokens, which no report may show. */
  readonly secrets: ReadonlySet<string>;
}

/** A token that its case uses as often as it wants, whatever the declared rate is. */
export interface OwnToken {
  readonly authorization: Authorization;
  /** What the hook mint printed, for the hooks revoke and expire; absent if the token was not minted. */
  readonly minted?: MintedToken;
  readonly account?: string | undefined;
}

/** Identifies tokens that are alike: their scopes and account. */
export interface Holder {
  readonly scopes: readonly string[];
  readonly account?: string | undefined;
}

/** Who a token is for. With `calls` it is used that often at most, so its window may have begun. */
export type Reservation = Holder & { readonly calls?: number };

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
  /** Sends a request with a valid token. @returns why the target did not accept it, if so */
  readonly use: (authorization: string) => Promise<string | undefined>;
}

/** The target counts from the arrival of a request, the suite from its departure. */
const marginMs = 1_000;

export function createTokenPool({ target, cases, runHook, now, sleep, use }: TokenOptions): TokenPool {
  const all = cases.scopes;
  const rate = cases.rate;
  const isOpen = cases.auth.scheme === "none" || target.command !== undefined;
  const pools = new Map<string, Token[]>();
  const endedTokens = new Map<"expired" | "revoked", Promise<Lease>>();
  const secrets = new Set<string>();
  let preparing: Promise<unknown> | undefined;
  const minting = new Map<string, Promise<void>>();
  const mintTokens = mintingBy(runHook);
  for (const known of readTokens(target.tokens)) {
    const { value } = known;
    secrets.add(value);
    if (known.is === undefined)
      poolOf({
        scopes: known.scopes === "all" || !known.scopes ? all : known.scopes,
        account: known.account,
      }).push(unusedToken(value));
    else endedTokens.set(known.is, Promise.resolve({ authorization: `Bearer ${value}` }));
  }

  return {
    secrets,
    async lease(credential, signal) {
      if (isOpen && typeof credential === "object" && !isTheCaller(credential))
        return { missing: sameCallers };
      if (isOpen || credential === "none") return { authorization: undefined };
      if (credential === "malformed") return { authorization: "Bearer" };
      if (credential === "unknown")
        return { authorization: `Bearer ${similarToken(poolOf({ scopes: all })[0]?.value)}` };
      if (typeof credential === "string") return leaseEnded(credential);
      return leaseFrom(credential, signal);
    },

    async prepare(wanted) {
      if (!hasHook(target, "mint")) return;
      const missing = wanted.flatMap(({ requests, ...holder }) => {
        const count = Math.ceil(requests / (rate?.max ?? Number.POSITIVE_INFINITY)) - poolOf(holder).length;
        return count > 0 ? [{ ...holder, count }] : [];
      });
      if (missing.length === 0) return;
      // A failure here is not reported: minting fails again, with the name of a case, where a token is really
      // needed.
      preparing = mint(missing)
        .catch(() => undefined)
        .finally(() => (preparing = undefined));
      await preparing;
    },

    async reserve(holder, signal) {
      const { account } = holder;
      if (isOpen) return isTheCaller(holder) ? { authorization: undefined } : { missing: sameCallers };
      if (!hasHook(target, "mint")) return reserveKnown(holder, signal);
      const [minted] = await mintTokens([wish(holder, 1)]);
      if (minted === undefined) return { missing: `the hook mint made no token ${describeHolder(holder)}` };
      secrets.add(minted.token);
      return { authorization: `Bearer ${minted.token}`, minted, account };
    },

    backOff(authorization, seconds) {
      for (const token of [...pools.values()].flat()) {
        if (`Bearer ${token.value}` !== authorization) continue;
        token.used = Number.POSITIVE_INFINITY;
        token.opensAt = now() + seconds * 1000 - windowMs(rate);
      }
    },
  };

  /** Where callers bring no tokens, all are the same, and may do everything. */
  function isTheCaller({ account, scopes }: Holder): boolean {
    return account === undefined && tokenKey(scopes) === tokenKey(all);
  }

  async function leaseFrom(holder: Holder, signal: AbortSignal): Promise<Lease> {
    const pool = poolOf(holder);
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
      const problem = hasHook(target, "mint") ? await mintOne(holder) : undefined;
      if (problem !== undefined) return { missing: problem };
      if (pool.length === 0) return { missing: `no token ${describeHolder(holder)}` };
      if (!pool.some(isAvailable))
        await sleep(Math.min(...pool.map((token) => token.opensAt + windowMs(rate) - now())), signal);
    }
  }

  /** A token of which no case has used up the window, if there is one. Other cases get it back when its window is over. */
  async function reserveKnown(
    { calls, ...holder }: Reservation,
    signal: AbortSignal,
  ): Promise<OwnToken | { readonly missing: string }> {
    const [token] = poolOf(holder).toSorted((a, b) => a.used - b.used);
    if (token === undefined) return { missing: `no token ${describeHolder(holder)}` };
    if (calls !== undefined) {
      if (token.used + calls > (rate?.max ?? Number.POSITIVE_INFINITY))
        return { missing: `no other token ${describeHolder(holder)}` };
      for (let call = 0; call < calls; call++) countUse(token);
      return { authorization: `Bearer ${token.value}`, account: holder.account };
    }
    await sleep(Math.max(0, token.opensAt + windowMs(rate) - now()), signal);
    token.opensAt = now();
    token.used = Number.POSITIVE_INFINITY;
    return { authorization: `Bearer ${token.value}`, account: holder.account };
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
  async function mintOne(holder: Holder): Promise<string | undefined> {
    const key = tokenKey(holder.scopes, holder.account);
    const pending = minting.get(key) ?? mint([{ ...holder, count: 1 }]).finally(() => minting.delete(key));
    minting.set(key, pending);
    try {
      await pending;
      return undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  }

  async function mint(wanted: readonly (Holder & { readonly count: number })[]): Promise<void> {
    const tokens = wanted.map(({ count, ...holder }) => wish(holder, count));
    for (const minted of await mintTokens(tokens)) {
      secrets.add(minted.token);
      poolOf(minted).push(unusedToken(minted.token));
    }
    const without = wanted.find((holder) => poolOf(holder).length === 0);
    if (without !== undefined)
      throw new UsageError(`The hook mint made no token ${describeHolder(without)}.`);
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
    const [minted] = await mintTokens([{ scopes: all, count: 1 }]);
    if (minted === undefined) return { missing: "the hook mint made no token" };
    secrets.add(minted.token);
    const authorization = `Bearer ${minted.token}`;
    // Used before it ends: a target that keeps valid tokens in a cache must forget this one.
    const problem = await use(authorization);
    if (problem !== undefined)
      return { missing: `the token was not accepted before the hook ${hook}: ${problem}` };
    await runHook(hook, { token: minted });
    return { authorization };
  }

  function poolOf({ scopes, account }: Holder): Token[] {
    const key = tokenKey(scopes, account);
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    return pool;
  }
}

const sameCallers = "all callers of this server are the same";

function wish({ scopes, account }: Holder, count: number) {
  return { scopes, count, ...(account !== undefined && { account }) };
}

function windowMs(rate: RateRule | undefined): number {
  return (rate?.seconds ?? 0) * 1000 + marginMs;
}

function unusedToken(value: string): Token {
  return { value, opensAt: Number.NEGATIVE_INFINITY, used: 0 };
}

function describeHolder({ scopes, account }: Holder): string {
  const held = scopes.length === 0 ? "with no scope" : `with exactly the scopes ${scopes.join(", ")}`;
  return account === undefined ? held : `of the account ${account} ${held}`;
}

/** Random characters that make a token one that no server has. */
const ENOUGH_RANDOM = 16;

/** An unknown token that looks like a real one: same prefix, length (a short one gets longer) and classes of characters. */
function similarToken(token = "unknown-token-0123456789"): string {
  const prefix = /^[^_.-]*[_.-]/.exec(token)?.[0] ?? "";
  const rest = token.slice(prefix.length);
  const missing = ENOUGH_RANDOM - (rest.match(/[0-9a-z]/gi)?.length ?? 0);
  const long = rest + "a".repeat(Math.max(0, missing));
  return prefix + long.replaceAll(/[0-9]|[a-z]|[A-Z]/g, (character) => randomOfSameClass(character));
}

function randomOfSameClass(character: string): string {
  const [first, size] = /[0-9]/.test(character) ? ["0", 10] : /[a-z]/.test(character) ? ["a", 26] : ["A", 26];
  return String.fromCharCode((first as string).charCodeAt(0) + randomInt(size as number));
}
