import type { Credential, Json } from "toolwright/runtime";
import { keyOf, type Minted, mintedIn } from "../target/minted.ts";
import type { KnownToken } from "../target/target.ts";
import type { Healthy } from "./fault.ts";

/** Requests with tokens of the same scopes. */
interface Wanted {
  readonly scopes: readonly string[];
  readonly requests: number;
}

/** Makes tokens of one account. */
type Mint = (
  wanted: readonly { readonly scopes: readonly string[]; readonly count: number }[],
) => Promise<Json>;

/** Tokens of one fault, which no other uses: so the rate of the server is never reached. */
export interface Wallet {
  readonly tokens: readonly KnownToken[];
  readonly known: Pick<Healthy, "authorization" | "kindOf">;
}

/** The tokens that are over, the same for all. */
export interface Ended {
  readonly expired: string;
  readonly revoked: string;
}

/** Some more than what is expected: calls are made once more with fresh values. */
const marginOfRequests = 30;

/**
 * Makes the tokens that many runs need, all in one go.
 * @param perToken requests that a token may make at once
 */
export async function walletsFor(
  runs: readonly (readonly Wanted[])[],
  { mint, all, perToken, ended }: { mint: Mint; all: readonly string[]; perToken: number; ended: Ended },
): Promise<Wallet[]> {
  const counts = runs.map((wanted) => countsOf(wanted, all, perToken));
  const scopesOf = new Map(runs.flatMap((wanted) => wanted.map(({ scopes }) => [keyOf(scopes), scopes])));
  scopesOf.set(keyOf(all), all);
  const totals = [...scopesOf].map(([key, scopes]) => ({
    scopes,
    count: counts.reduce((sum, count) => sum + (count.get(key) ?? 0), 0),
  }));
  const made = mintedIn(await mint(evened(totals, all)));
  const pools = Map.groupBy(made, ({ scopes }) => keyOf(scopes));
  return counts.map((count) => {
    const tokens = [...count].flatMap(([key, number]) => pools.get(key)!.splice(0, number));
    return walletOf(tokens, all, ended);
  });
}

/** For each set of scopes; of all scopes one more, for the faulty server itself. */
function countsOf(wanted: readonly Wanted[], all: readonly string[], perToken: number): Map<string, number> {
  const counts = new Map(
    wanted.map(({ scopes, requests }) => [
      keyOf(scopes),
      Math.ceil((requests + marginOfRequests) / perToken),
    ]),
  );
  return counts.set(keyOf(all), (counts.get(keyOf(all)) ?? 0) + 1);
}

/** The hook starts a program for each number: two are enough. */
function evened(totals: readonly { scopes: readonly string[]; count: number }[], all: readonly string[]) {
  const most = Math.max(
    1,
    ...totals.filter(({ scopes }) => scopes.length < all.length).map(({ count }) => count),
  );
  return totals.map(({ scopes, count }) => ({ scopes, count: scopes.length < all.length ? most : count }));
}

function walletOf(tokens: readonly Minted[], all: readonly string[], ended: Ended): Wallet {
  // The last one of all scopes is the faulty server's own.
  const own = tokens.findLast(({ scopes }) => keyOf(scopes) === keyOf(all))!;
  const given = tokens.filter((token) => token !== own);
  const kinds = new Map<string | undefined, ReturnType<Healthy["kindOf"]>>([
    [undefined, "none"],
    ["Bearer", "malformed"],
    [`Bearer ${ended.expired}`, "expired"],
    [`Bearer ${ended.revoked}`, "revoked"],
    ...given.map(({ token }) => [`Bearer ${token}`, "valid"] as const),
  ]);
  return {
    tokens: [
      ...given.map(({ token, scopes }) => ({ token, scopes })),
      { token: ended.expired, is: "expired" as const },
      { token: ended.revoked, is: "revoked" as const },
    ],
    known: {
      authorization: (scopes) => {
        const found =
          scopes === undefined ? own : given.find((token) => keyOf(token.scopes) === keyOf(scopes));
        return `Bearer ${(found ?? own).token}`;
      },
      kindOf: (authorization) => kinds.get(authorization) ?? ("unknown" satisfies Credential),
    },
  };
}
