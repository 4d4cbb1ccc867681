import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { ensureAccount } from "../accounts.ts";
import { Authenticator } from "./authenticator.ts";
import { isWellFormed, newToken } from "./format.ts";
import { lastUsed } from "./token-use.ts";
import { createTokens, listTokens, revokeToken } from "./tokens.ts";

const start = new Date("2026-03-01T12:00:00Z");
const DAY_MS = 86_400_000;

test("tokens have one shape and are never twice the same", () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^twp_[0-9A-Za-z]{49}$/);
    expect(isWellFormed(token)).toBe(true);
  }
});

test("a typing error is recognised without a query", () => {
  const place = fc.integer({ min: 4, max: 52 });
  const digit = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  fc.assert(
    fc.property(place, digit, (at, wrong) => {
      const token = newToken();
      fc.pre(token[at] !== wrong);
      return !isWellFormed(token.slice(0, at) + wrong + token.slice(at + 1));
    }),
  );
});

test.each(["", "twp_", "x", `twp_${"0".repeat(48)}`, `ghp_${newToken().slice(4)}`, `${newToken()} `])(
  "rejects the malformed token %j",
  (text) => {
    expect(isWellFormed(text)).toBe(false);
  },
);

/** An open data folder, its clock, and an account with one token of one day. */
async function service(folder = dataDir()) {
  const storage = await openSqlite(folder);
  onTestFinished(() => storage.close());
  const time = { now: start };
  const used = lastUsed(storage, () => {});
  const authenticator = new Authenticator(storage, () => time.now, used);
  const authenticate = (token: string) => authenticator.authenticate(token);
  const account = await ensureAccount(storage.db, "a@example.org", "trial", start);
  const options = { name: "test", scopes: ["forms:read", "forms:write"], expiresInDays: 1 };
  const [token] = await createTokens(storage.db, account, options, 1, start);
  return { storage, time, used, authenticator, authenticate, account, token: token!, folder };
}

test("a token identifies its account and scopes, and its secret is not stored", async () => {
  const { storage, authenticate, account, token } = await service();
  expect(await authenticate(token.token)).toMatchObject({
    account: account.id,
    token: token.tokenId,
    scopes: new Set(["forms:read", "forms:write"]),
  });
  const stored = await storage.db.selectFrom("tokens").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(token.token.slice(4));
});

test("a token without scopes identifies its account", async () => {
  const { storage, authenticate, account } = await service();
  const options = { name: "", scopes: [], expiresInDays: undefined };
  const [token] = await createTokens(storage.db, account, options, 1, start);
  expect(await authenticate(token!.token)).toMatchObject({ scopes: new Set() });
});

test("a token expires to the millisecond, even from the cache", async () => {
  const { authenticate, token, time } = await service();
  time.now = new Date(start.getTime() + DAY_MS - 1);
  expect(await authenticate(token.token)).toBeDefined();
  time.now = new Date(start.getTime() + DAY_MS);
  expect(await authenticate(token.token)).toBeUndefined();
});

test("an unknown token is refused", async () => {
  const { authenticate } = await service();
  expect(await authenticate(newToken())).toBeUndefined();
});

const revokers: [name: string, other: (own: Storage, folder: string) => Promise<Storage>][] = [
  ["in this process", async (own) => own],
  ["by another process", async (_own, folder) => (await service(folder)).storage],
];

test.each(revokers)("a revocation %s takes effect at the next request", async (_name, other) => {
  const { storage, authenticate, token, folder } = await service();
  const revoking = await other(storage, folder);
  expect(await authenticate(token.token)).toBeDefined();
  expect(await revokeToken(revoking, token.tokenId, start)).toBe(true);
  // Requests that somebody sends after that come in a later turn of the event loop.
  await nextTurn();
  expect(await authenticate(token.token)).toBeUndefined();
});

test("a lookup that overlaps a revocation is not cached", async () => {
  const { storage, authenticate, token } = await service();
  const overlapping = authenticate(token.token);
  await revokeToken(storage, token.tokenId, start);
  await overlapping;
  expect(await authenticate(token.token)).toBeUndefined();
});

/** Authenticates tokens in turn, twice. Returns the share of the second turn that came without a query. */
async function hitsInTurn(count: number, cachedTokens?: number): Promise<number> {
  const { authenticator, tokens, lookUps } = await countedLookUps(count, cachedTokens);
  for (const token of tokens) await authenticator.authenticate(token);
  expect(lookUps()).toBe(count);
  for (const token of tokens) await authenticator.authenticate(token);
  return 1 - (lookUps() - count) / count;
}

/** An authenticator, new tokens of one account, and how many queries it has made. */
async function countedLookUps(count: number, cachedTokens?: number) {
  const { storage, account, used } = await service();
  let lookUps = 0;
  const read: Storage["read"] = (query) => {
    lookUps++;
    return storage.read(query);
  };
  const authenticator = new Authenticator({ ...storage, read }, () => start, used, undefined, cachedTokens);
  const options = { name: "", scopes: [], expiresInDays: undefined };
  const tokens: string[] = [];
  while (tokens.length < count)
    for (const { token } of await createTokens(storage.db, account, options, Math.min(count, 1_000), start))
      tokens.push(token);
  return { storage, account, authenticator, tokens, lookUps: () => lookUps };
}

test("serves 12,000 tokens used in turn from the cache", async () => {
  expect(await hitsInTurn(12_000)).toBe(1);
});

test("a cache that is too small for all tokens still serves most of them", async () => {
  expect(await hitsInTurn(2_000, 1_900)).toBeGreaterThan(0.5);
});

test("a preloaded cache needs no query", async () => {
  const { authenticator, tokens, lookUps } = await countedLookUps(100);
  await authenticator.preload();
  for (const token of tokens) expect(await authenticator.authenticate(token)).toBeDefined();
  expect(lookUps()).toBe(0);
});

test("preloading does not exceed the size of the cache", async () => {
  const { authenticator, tokens, lookUps } = await countedLookUps(100, 20);
  await authenticator.preload();
  for (const token of tokens) expect(await authenticator.authenticate(token)).toBeDefined();
  expect(lookUps()).toBeGreaterThanOrEqual(80);
});

test("preloading skips invalid tokens, and a revocation removes a preloaded one", async () => {
  const { storage, account, authenticator, authenticate, time, token } = await service();
  const options = { name: "", scopes: [], expiresInDays: undefined };
  const [ended, alive] = await createTokens(storage.db, account, options, 2, start);
  await revokeToken(storage, ended!.tokenId, start);
  time.now = new Date(start.getTime() + DAY_MS);
  await authenticator.preload();
  for (const refused of [token, ended!]) expect(await authenticate(refused.token)).toBeUndefined();
  expect(await authenticate(alive!.token)).toMatchObject({ account: account.id });
  await revokeToken(storage, alive!.tokenId, start);
  await nextTurn();
  expect(await authenticate(alive!.token)).toBeUndefined();
});

test("revoking is idempotent and reports whether the token exists", async () => {
  const { storage, token } = await service();
  expect(await revokeToken(storage, token.tokenId, start)).toBe(true);
  expect(await revokeToken(storage, token.tokenId, new Date(start.getTime() + DAY_MS))).toBe(true);
  expect(await revokeToken(storage, "tok_none", start)).toBe(false);
  const { revoked_at } = await storage.db.selectFrom("tokens").select("revoked_at").executeTakeFirstOrThrow();
  expect(revoked_at).toBe(start.toISOString());
});

test("the last use is written in batches", async () => {
  const { storage, authenticate, token, used, time } = await service();
  await authenticate(token.token);
  time.now = new Date(start.getTime() + 60_000);
  await authenticate(token.token);
  const lastUse = async () => (await listTokens(storage.db, undefined, start))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await used.stop();
  expect(await lastUse()).toBe(time.now.toISOString());
});

test("writes the oldest uses in an interval, up to its limit, and the rest at the end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { storage, account } = await service();
  const options = { name: "", scopes: [], expiresInDays: undefined };
  const ids = (await createTokens(storage.db, account, options, 3, start)).map(({ tokenId }) => tokenId);
  const used = lastUsed(storage, (error) => expect.unreachable(String(error)), 2);
  for (const id of ids) used.record(id, start);
  const written = async () => {
    const rows = await storage.db
      .selectFrom("tokens")
      .select("id")
      .where("last_used_at", "is not", null)
      .execute();
    return rows.map(({ id }) => id).sort();
  };
  vi.advanceTimersByTime(30_000);
  await expect.poll(written).toEqual(ids.slice(0, 2).sort());
  await used.stop();
  expect(await written()).toEqual(ids.toSorted());
});

test("does not record a use within a minute of the recorded one", async () => {
  const { authenticate, storage, token, used, time } = await service();
  const record = vi.spyOn(used, "record");
  for (const seconds of [0, 59, 60, 119, 121, 3]) {
    time.now = new Date(start.getTime() + seconds * 1_000);
    await authenticate(token.token);
  }
  expect(record.mock.calls.map(([, at]) => (at.getTime() - start.getTime()) / 1_000)).toEqual([
    0, 60, 121, 3,
  ]);
  await used.stop();
  expect((await listTokens(storage.db, undefined, start))[0]?.lastUsedAt).toBe(time.now.toISOString());
});

test("a list shows the state of every token and none of the secrets", async () => {
  const { storage, account, token } = await service();
  const options = { name: "second", scopes: ["billing:read"], expiresInDays: undefined };
  await createTokens(storage.db, account, options, 2, start);
  await revokeToken(storage, token.tokenId, start);
  const later = new Date(start.getTime() + 2 * DAY_MS);
  const listed = await listTokens(storage.db, "a@example.org", later);
  expect(listed.map(({ name, state }) => [name, state]).sort()).toEqual([
    ["second", "active"],
    ["second", "active"],
    ["test", "revoked"],
  ]);
  expect(JSON.stringify(listed)).not.toContain("twp_");
  expect(await listTokens(storage.db, "nobody@example.org", later)).toEqual([]);
});
