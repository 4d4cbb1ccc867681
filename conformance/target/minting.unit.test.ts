/** Tokens that several cases need at once come from one run of the hook. */
import { expect, test } from "vitest";
import { UsageError } from "../usage/usage-error.ts";
import type { MintedToken } from "./minted.ts";
import { makeMinter, type Wish } from "./minting.ts";

/** A hook that makes numbered tokens, and fails for the account `refused`. */
function hook() {
  const runs: (readonly Wish[])[] = [];
  let made = 0;
  const mint = makeMinter(async (_, { tokens }) => {
    const wishes = tokens as unknown as readonly Wish[];
    runs.push(wishes);
    if (wishes.some(({ account }) => account === "refused")) throw new UsageError("No such account.");
    return {
      tokens: wishes.flatMap(({ count, ...holder }) =>
        Array.from({ length: count }, () => ({ ...holder, token: `t${++made}` })),
      ),
    } as never;
  });
  return { runs, mint };
}

const tokensOf = (minted: readonly MintedToken[]) => minted.map(({ token }) => token);

test("requests that come together share a run, and each gets its own tokens", async () => {
  const { runs, mint } = hook();
  const read = { scopes: ["read"], count: 1 };
  const [first, second, other] = await Promise.all([
    mint([read]),
    mint([read, { ...read, count: 2 }]),
    mint([{ ...read, account: "other" }]),
  ]);
  expect(runs.length).toBe(1);
  expect(new Set([...tokensOf(first), ...tokensOf(second)]).size).toBe(4);
  expect(other).toEqual([expect.objectContaining({ account: "other" })]);
  await mint([read]);
  expect(runs.length).toBe(2);
});

test("a request that the hook refuses fails alone", async () => {
  const { mint } = hook();
  const results = await Promise.allSettled([
    mint([{ scopes: [], count: 1 }]),
    mint([{ scopes: [], count: 1, account: "refused" }]),
    mint([{ scopes: ["read"], count: 1 }]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
