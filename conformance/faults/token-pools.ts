/** Mints the tokens of trials: each trial has its own, so that the server's rate limit is never reached. */
import type { Credential, Json } from "@toolwright/conformance/cases";
import { type MintedToken, parseMintedTokens, tokenKey } from "../target/minted.ts";
import type { KnownToken } from "../target/target.ts";
import type { HealthyServer } from "./fault.ts";

/** The number of requests with tokens of these scopes. */
interface TokenDemand {
  readonly scopes: readonly string[];
  readonly requests: number;
}

/** Mints tokens of one account. */
type MintTokens = (
  demands: readonly { readonly scopes: readonly string[]; readonly count: number }[],
) => Promise<Json>;

/** The tokens of one trial. */
export interface TokenPool {
  readonly tokens: readonly KnownToken[];
  readonly known: Pick<HealthyServer, "authorization" | "stateOf">;
}

/** Expired and revoked tokens, shared by all trials. */
export interface EndedTokens {
  readonly expired: string;
  readonly revoked: string;
}

/** Extra requests, since calls may be repeated with new values. */
const requestMargin = 30;

/**
 * Mints the tokens of many trials at once.
 * * @param perToken the number of requests that one token may make
 */
export async function createTokenPools(
  runs: readonly (readonly TokenDemand[])[],
  {
    mint,
    all,
    perToken,
    endedTokens,
  }: { mint: MintTokens; all: readonly string[]; perToken: number; endedTokens: EndedTokens },
): Promise<TokenPool[]> {
  const counts = runs.map((demands) => countTokens(demands, all, perToken));
  const scopesOf = new Map(
    runs.flatMap((demands) => demands.map(({ scopes }) => [tokenKey(scopes), scopes])),
  );
  scopesOf.set(tokenKey(all), all);
  const totals = [...scopesOf].map(([key, scopes]) => ({
    scopes,
    count: counts.reduce((sum, count) => sum + (count.get(key) ?? 0), 0),
  }));
  const minted = parseMintedTokens(await mint(withEqualCounts(totals, all)));
  const pools = Map.groupBy(minted, ({ scopes }) => tokenKey(scopes));
  return counts.map((count) => {
    const tokens = [...count].flatMap(([key, number]) => pools.get(key)!.splice(0, number));
    return createTokenPool(tokens, all, endedTokens);
  });
}

/** Counts the tokens per set of scopes, plus one with every scope for the faulty server itself. */
function countTokens(
  demands: readonly TokenDemand[],
  all: readonly string[],
  perToken: number,
): Map<string, number> {
  const counts = new Map(
    demands.map(({ scopes, requests }) => [
      tokenKey(scopes),
      Math.ceil((requests + requestMargin) / perToken),
    ]),
  );
  return counts.set(tokenKey(all), (counts.get(tokenKey(all)) ?? 0) + 1);
}

/** Rounds the counts up to two values, since the hook starts a process per distinct count. */
function withEqualCounts(
  totals: readonly { scopes: readonly string[]; count: number }[],
  all: readonly string[],
) {
  const max = Math.max(
    1,
    ...totals.filter(({ scopes }) => scopes.length < all.length).map(({ count }) => count),
  );
  return totals.map(({ scopes, count }) => ({ scopes, count: scopes.length < all.length ? max : count }));
}

function createTokenPool(
  tokens: readonly MintedToken[],
  all: readonly string[],
  endedTokens: EndedTokens,
): TokenPool {
  // The last token with every scope belongs to the faulty server itself.
  const serverToken = tokens.findLast(({ scopes }) => tokenKey(scopes) === tokenKey(all))!;
  const suiteTokens = tokens.filter((token) => token !== serverToken);
  const kinds = new Map<string | undefined, ReturnType<HealthyServer["stateOf"]>>([
    [undefined, "none"],
    ["Bearer", "malformed"],
    [`Bearer ${endedTokens.expired}`, "expired"],
    [`Bearer ${endedTokens.revoked}`, "revoked"],
    ...suiteTokens.map(({ token }) => [`Bearer ${token}`, "valid"] as const),
  ]);
  return {
    tokens: [
      ...suiteTokens.map(({ token, scopes }) => ({ token, scopes })),
      { token: endedTokens.expired, is: "expired" as const },
      { token: endedTokens.revoked, is: "revoked" as const },
    ],
    known: {
      authorization: (scopes) => {
        const match =
          scopes === undefined
            ? serverToken
            : suiteTokens.find((token) => tokenKey(token.scopes) === tokenKey(scopes));
        return `Bearer ${(match ?? serverToken).token}`;
      },
      stateOf: (authorization) => kinds.get(authorization) ?? ("unknown" satisfies Credential),
    },
  };
}
