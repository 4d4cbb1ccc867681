/** The token pool of targets that have no hook for tokens. */
import { expect, test } from "vitest";
import { notesCases } from "../test/support/notes-server.ts";
import { TokenPool } from "./tokens.ts";

const scopes = ["notes:read"];
const cases = { ...notesCases, scopes, rate: { name: "request_rate", max: 2, seconds: 60 } };
const { signal } = new AbortController();

/** A pool on a clock that only its pauses move. */
function poolOf(...tokens: readonly string[]) {
  let time = 1_000_000;
  const pauses: number[] = [];
  const pool = new TokenPool({
    target: { folder: ".", tokens: tokens.map((token) => ({ token, scopes })) },
    cases,
    runHook: () => Promise.reject(new Error("There is no hook.")),
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

test("a token that was used is used up in its next window only", async () => {
  const { pool, pauses } = poolOf("tkn_one");
  await pool.lease({ scopes }, signal);
  await pool.reserve({ scopes }, signal);
  expect(pauses).toEqual([61_000]);
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
