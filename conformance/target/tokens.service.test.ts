/** The token pool of targets that have no hook for tokens. */
import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { notesCases } from "../test/support/notes-server.ts";
import type { RunHook } from "./hooks.ts";
import type { KnownToken } from "./target.ts";
import type { Holder } from "./token-store.ts";
import { TokenPool } from "./tokens.ts";

const scopes = ["notes:read"];
const cases = { ...notesCases, scopes, rate: { name: "request_rate", max: 2, seconds: 60 } };
const { signal } = new AbortController();

/** A pool on a clock that only its pauses move. */
function poolOf(...tokens: readonly string[]) {
  return poolWith(
    tokens.map((token) => ({ token, scopes })),
    cases,
  );
}

/** A pool of a server that counts the requests of an account together. */
const poolOfAccounts = (tokens: readonly KnownToken[], hook?: RunHook) =>
  poolWith(tokens, { ...cases, rate: { ...cases.rate, per: "account" } }, hook);

function poolWith(tokens: readonly KnownToken[], cases: CaseFile, runHook?: RunHook) {
  let time = 1_000_000;
  const pauses: number[] = [];
  const pool = new TokenPool({
    target: { folder: ".", tokens, ...(runHook && { hooks: { mint: "http://127.0.0.1/" } }) },
    cases,
    runHook: runHook ?? (() => Promise.reject(new Error("There is no hook."))),
    now: () => time,
    sleep: async (ms) => {
      if (ms > 0) pauses.push(ms);
      time += ms;
    },
    use: async () => undefined,
  });
  const pass = (ms: number) => {
    time += ms;
  };
  return { pool, pauses, pass };
}

test("a token that is used up belongs to one case, and another one is there at once", async () => {
  const { pool, pauses } = poolOf("tkn_one", "tkn_two");
  const usedUp = await pool.reserve({ scopes }, signal);
  const other = await pool.reserve({ scopes, calls: 1 }, signal);
  expect([usedUp, other]).toMatchObject([
    { authorization: "Bearer tkn_one" },
    { authorization: "Bearer tkn_two" },
  ]);
  expect(pauses).toEqual([]);
});

test("with one token, no other token replaces it", async () => {
  const { pool, pauses } = poolOf("tkn_one");
  await pool.reserve({ scopes }, signal);
  await expect(pool.reserve({ scopes, calls: 1 }, signal)).rejects.toThrow(
    "no other token with exactly the scopes notes:read",
  );
  expect(pauses).toEqual([]);
});

test("where an account has one token, the reason asks for another one", async () => {
  const { pool } = poolOfAccounts([{ token: "tkn_one", scopes, account: "other" }]);
  const own = await pool.reserve({ scopes, account: "other" }, signal);
  await expect(pool.reserve({ scopes, account: "other", calls: 1, besides: own }, signal)).rejects.toThrow(
    "add another token with `account: other` to the target file",
  );
});

test("a token that was used is used up in its next window only", async () => {
  const { pool, pauses } = poolOf("tkn_one");
  await pool.lease({ scopes }, signal);
  await pool.reserve({ scopes }, signal);
  expect(pauses).toEqual([61_000]);
});

test("a token is used up in a window in which no other case was first", async () => {
  const { pool, pauses } = poolOf("tkn_one");
  await pool.lease({ scopes }, signal);
  const reserved = pool.reserve({ scopes }, signal);
  await pool.lease({ scopes }, signal);
  await reserved;
  expect(pauses).toEqual([61_000, 61_000]);
});

test("a token is used up when its last request has an answer", async () => {
  const { pool, pauses, pass } = poolOf("tkn_one");
  const authorization = await pool.lease({ scopes }, signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = pool.during(authorization, () => promise);
  pass(61_000);
  const reserved = pool.reserve({ scopes }, signal);
  resolve();
  await late;
  await reserved;
  expect(pauses[0]).toBe(500);
  // The next window may have counted that request.
  expect(pauses.at(-1)).toBe(61_000);
});

test("the window of a token counts from the first answer, since a request may arrive long after it was sent", async () => {
  const { pool, pauses, pass } = poolOf("tkn_one");
  const authorization = await pool.lease({ scopes }, signal);
  await pool.during(authorization, async () => pass(20_000));
  await pool.lease({ scopes }, signal);
  await pool.lease({ scopes }, signal);
  expect(pauses).toEqual([61_000]);
});

test("a request without an answer counts in the next window, too", async () => {
  const { pool, pauses, pass } = poolOf("tkn_one");
  const authorization = await pool.lease({ scopes }, signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = pool.during(authorization, () => promise);
  pass(61_000);
  await pool.lease({ scopes }, signal);
  await pool.lease({ scopes }, signal);
  expect(pauses).toEqual([61_000]);
  resolve();
  await late;
});

test.each([
  ["tkn_Abc0123456789defGhi", /^tkn_[A-Z][a-z]{2}\d{10}[a-z]{3}[A-Z][a-z]{2}$/],
  ["s", /^[a-z]{16}$/],
  ["dev-token-1", /^dev-[a-z]{5}-\d[a-z]{10}$/],
])("the unknown token for %s looks like it, and is not a token that a server has", async (token, looks) => {
  const { pool } = poolOf(token);
  const unknown = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const authorization = await pool.lease("unknown", signal);
    unknown.add(authorization?.slice("Bearer ".length) ?? "");
  }
  expect(unknown.size).toBe(200);
  for (const each of unknown) expect(each).toMatch(looks);
  expect(unknown).not.toContain(token);
});

test("the tokens of an account share its window, if the server counts by account", async () => {
  const { pool, pauses } = poolOfAccounts([
    { token: "tkn_one", scopes },
    { token: "tkn_two", scopes: [] },
    { token: "tkn_other", scopes, account: "other" },
  ]);
  await pool.lease({ scopes }, signal);
  await pool.lease({ scopes: [] }, signal);
  await pool.lease({ scopes, account: "other" }, signal);
  expect(pauses).toEqual([]);
  await pool.lease({ scopes: [] }, signal);
  expect(pauses).toEqual([61_000]);
});

test("an account is used up with all its tokens, and another one has its own window", async () => {
  const { pool, pauses } = poolOfAccounts([
    { token: "tkn_one", scopes },
    { token: "tkn_two", scopes },
    { token: "tkn_other", scopes, account: "other" },
  ]);
  const usedUp = await pool.reserve({ scopes, usesUp: true }, signal);
  const same = await pool.reserve({ scopes, besides: usedUp }, signal);
  const other = await pool.reserve({ scopes, account: "other", calls: 1 }, signal);
  expect([usedUp, same, other].map(({ authorization }) => authorization)).toEqual([
    "Bearer tkn_one",
    "Bearer tkn_two",
    "Bearer tkn_other",
  ]);
  expect(pauses).toEqual([]);
  await pool.lease({ scopes }, signal);
  expect(pauses).toEqual([61_000]);
});

test("minted tokens of an account share its window, also those that one case uses", async () => {
  let minted = 0;
  const mint: RunHook = async (_, { tokens }) => ({
    tokens: (tokens as unknown as readonly Holder[]).map(({ account, scopes }) => {
      minted += 1;
      return { token: `tkn_${minted}`, scopes, ...(account !== undefined && { account }) };
    }),
  });
  const { pool, pauses } = poolOfAccounts([], mint);
  for (let lease = 0; lease < 3; lease++) await pool.lease({ scopes }, signal);
  expect([minted, pauses]).toEqual([1, [61_000]]);
  const paced = await pool.reserve({ scopes }, signal);
  const free = await pool.reserve({ scopes, account: "free", usesUp: true }, signal);
  for (let call = 0; call < 2; call++) await pool.awaitRoom(paced, signal);
  for (let call = 0; call < 9; call++) await pool.awaitRoom(free, signal);
  expect(pauses).toEqual([61_000, 61_000]);
});
