import { Unavailable } from "@toolwright/runtime";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { Authenticator } from "../../accounts/tokens/authenticator.ts";
import { lastUsed } from "../../accounts/tokens/token-use.ts";
import { createTokens, revokeToken } from "../../accounts/tokens/tokens.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { databaseOf } from "../../test/support/engine.ts";
import { quiet } from "../../test/support/postgres.ts";
import { startPostgres } from "../../test/support/postgres-server.ts";
import { silentProxy } from "../../test/support/silent-proxy.ts";
import { webLimits } from "../../web/limits.ts";
import { checkSharedFiles } from "../files/shared-store.ts";
import { openFileStore } from "../files/store.ts";
import { awaitConfiguredStorage, openConfiguredStorage } from "./open.ts";
import { openPostgres } from "./postgres/open.ts";
import { sharedRateLimit } from "./postgres/rate.ts";
import { resilientPool } from "./postgres/unavailable.ts";
import { listKeys } from "./secrets.ts";
import type { Queries, Storage } from "./storage.ts";

const now = new Date("2026-03-01T12:00:00Z");
const server = inject("postgres")!;

/** Nodes of one installation. */
async function nodes(count: number, url?: string): Promise<Storage[]> {
  const address = url ?? (await databaseOf(server, dataDir()));
  const opened = await Promise.all(Array.from({ length: count }, () => openPostgres(address, quiet)));
  onTestFinished(async () => {
    await Promise.all(opened.map((storage) => storage.close()));
  });
  return opened;
}

async function query(database: string, text: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/${database}` });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

test("nodes that start at once on an empty database share one schema", async () => {
  await query("postgres", "create database empty");
  const opened = await nodes(5, `${server}/empty`);
  for (const { db } of opened) await ensureAccount(db, "a@example.org", "trial", now);
  expect(await opened[0]!.db.selectFrom("accounts").select("email").execute()).toHaveLength(1);
});

test("texts sort by their bytes, whatever the locale of the database", async () => {
  const [node] = await nodes(1);
  for (const email of ["b@example.org", "B@example.org", "_@example.org", "a@example.org"]) {
    await ensureAccount(node!.db, email, "trial", now);
  }
  const rows = await node!.db.selectFrom("accounts").select("email").orderBy("email").execute();
  expect(rows.map(({ email }) => email[0])).toEqual(["B", "_", "a", "b"]);
});

test("a revocation reaches every node", async () => {
  const [one, two] = (await nodes(2)) as [Storage, Storage];
  const ada = await ensureAccount(one.db, "a@example.org", "trial", now);
  const wish = { name: "", scopes: [], expiresInDays: undefined };
  const [made] = await createTokens(one.db, ada, wish, 1, now);
  const authenticator = new Authenticator(
    two,
    () => now,
    lastUsed(two, () => {}),
  );
  expect(await authenticator.authenticate(made!.token)).toMatchObject({ account: ada.id });
  const before = two.epoch();
  await revokeToken(one, made!.tokenId, now);
  await expect.poll(() => two.epoch()).not.toBe(before);
  expect(await authenticator.authenticate(made!.token)).toBeUndefined();
});

test("writing the last uses of tokens does not clear caches", async () => {
  const [one, two] = (await nodes(2)) as [Storage, Storage];
  const ada = await ensureAccount(one.db, "a@example.org", "trial", now);
  const [made] = await createTokens(one.db, ada, { name: "", scopes: [], expiresInDays: undefined }, 1, now);
  const before = two.epoch();
  const used = lastUsed(one, () => {});
  used.record(made!.tokenId, now);
  await used.stop();
  await sql`select 1`.execute(two.db);
  expect(two.epoch()).toBe(before);
});

test("caches are off while the listening connection is lost, and on again when it is back", async () => {
  const [one, two] = (await nodes(2)) as [Storage, Storage];
  const cut = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('listen toolwright_epoch', 'select 1')`;
  const before = two.epoch();
  await cut.execute(one.db);
  await expect.poll(() => two.epoch()).not.toBe(before);
  await expect
    .poll(() => {
      const first = two.epoch();
      return two.epoch() - first;
    })
    .toBe(0);
  const ada = await ensureAccount(one.db, "a@example.org", "trial", now);
  const [made] = await createTokens(one.db, ada, { name: "", scopes: [], expiresInDays: undefined }, 1, now);
  const again = two.epoch();
  await revokeToken(one, made!.tokenId, now);
  await expect.poll(() => two.epoch()).not.toBe(again);
});

/** Ends sleeping queries, and transactions that wait for their next query. */
const TERMINATE = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and (query like '%pg_sleep%' or state = 'idle in transaction')
    and pid <> pg_backend_pid()`;

test.each([
  ["a query", (storage: Storage) => sql`select pg_sleep(60)`.execute(storage.db)],
  [
    "a transaction between two queries",
    (storage: Storage, terminated: Promise<void>) =>
      storage.db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await terminated;
        await sql`select 1`.execute(transaction);
      }),
  ],
])("a database that ends %s leaves the process alive, and the next query works", async (_, work) => {
  const [one, two] = (await nodes(2)) as [Storage, Storage];
  const terminated = expect
    .poll(async () => (await TERMINATE.execute(two.db)).rows.length)
    .toBeGreaterThan(0);
  const working = work(one, terminated);
  await Promise.all([terminated, expect(working).rejects.toBeInstanceOf(Unavailable)]);
  expect((await sql`select 1 as n`.execute(one.db)).rows).toEqual([{ n: 1 }]);
});

/** Holds locks as another program does, until the returned function is called. */
async function holding(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query(statement);
  return () => client.end();
}

/** As `pg_dump` holds them while it reads. */
const DUMP = "lock table accounts, tokens, request_windows in access share mode";
/** As a client that has written, and has not committed yet. */
const WRITER = "lock table accounts, tokens, request_windows in row exclusive mode";

test.each([
  ["a dump", DUMP],
  ["writers", WRITER],
])("a node that starts beside %s changes nothing, and waits for nothing", async (_, locks) => {
  const url = await databaseOf(server, dataDir());
  await (await openPostgres(url, quiet)).close();
  const release = await holding(url, locks);
  const [node] = await nodes(2, url);
  // Other nodes go on.
  await ensureAccount(node!.db, "a@example.org", "trial", now);
  await release();
});

test("a start that lacks a trigger does not queue behind a writer, and makes it later", async () => {
  const url = await databaseOf(server, dataDir());
  const [node] = await nodes(1, url);
  await sql`drop trigger token_changed on tokens`.execute(node!.db);
  const release = await holding(url, WRITER);
  const failed = openPostgres(url, quiet);
  await expect(failed).rejects.toThrow(/DATABASE_URL cannot be used: .*lock timeout/);
  const waiting: unknown[] = [];
  const log = { ...quiet, warn: (event: object) => void waiting.push(event) };
  const opened = awaitConfiguredStorage({ databaseUrl: url, dataDir: dataDir() }, log);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await release();
  await (await opened).close();
  const triggers = await sql`select from pg_trigger where tgname = 'token_changed'`.execute(node!.db);
  expect(triggers.rows).toHaveLength(1);
});

const lockRow = (queries: Queries, id: string) =>
  sql`update accounts set email = email where id = ${id}`.execute(queries);

/** The server ends the work that has waited for this long. */
const neverChosen = sql`set local deadlock_timeout = '10min'`;

test("a deadlock between transactions can be retried; a statement on its own is run again", async () => {
  const [{ db }] = (await nodes(1)) as [Storage];
  for (const name of ["a", "b"]) await ensureAccount(db, `${name}@example.org`, "trial", now);
  const rows = await db.selectFrom("accounts").select("id").orderBy("id").execute();
  const [first, second] = rows.map(({ id }) => id) as [string, string];
  const bothInOrder = (queries: Queries) =>
    sql`update accounts set email = email where id in (select id from accounts order by id for update)`.execute(
      queries,
    );
  const waits = () =>
    expect.poll(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await waiting.execute(db)).rows.length;
    });
  const against = (work: () => Promise<unknown>) =>
    db.transaction().execute(async (other) => {
      await neverChosen.execute(other);
      await lockRow(other, second);
      const working = work();
      working.catch(() => {});
      await waits().toBe(1);
      await lockRow(other, first);
      return { working };
    });
  const transaction = await against(() => db.transaction().execute(bothInOrder));
  await expect(transaction.working).rejects.toBeInstanceOf(Unavailable);
  const statement = await against(() => bothInOrder(db));
  await statement.working;
});

test("a database whose host vanishes without a word is used again as soon as it is back", async () => {
  const proxy = await silentProxy(await databaseOf(server, dataDir()));
  const storage = await openPostgres(proxy.url, quiet);
  const one = sql`select 1`;
  await Promise.all([one.execute(storage.db), one.execute(storage.db)]);
  proxy.vanish();
  await expect(one.execute(storage.db)).rejects.toBeInstanceOf(Unavailable);
  for (let n = 0; n < 12; n += 1) await one.execute(storage.db);
  proxy.vanish();
  await storage.close();
});

test("a window takes exactly as many requests as the limit says, over all nodes", async () => {
  const limits = (await nodes(3)).map((node) => node.sharedLimit!("pat", { max: 50, seconds: 3_600 }));
  const verdicts = await Promise.all(
    Array.from({ length: 120 }, (_, n) => limits[n % limits.length]!("token")),
  );
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(50);
  const refused = verdicts.find(({ allowed }) => !allowed);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  expect((await limits[0]!("other")).allowed).toBe(true);
});

test("an expired window opens again with the next request", async () => {
  const [node] = await nodes(1);
  const limit = node!.sharedLimit!("pat", { max: 1, seconds: 1 });
  expect((await limit("token")).allowed).toBe(true);
  expect(await limit("token")).toEqual({ allowed: false, retryAfterSeconds: 1 });
  await expect.poll(async () => (await limit("token")).allowed, { timeout: 10_000 }).toBe(true);
});

test("limits count separately, sweep only their own windows, and store no email address", async () => {
  const url = await databaseOf(server, dataDir());
  const [node] = await nodes(1, url);
  const pool = resilientPool({ connectionString: url }, quiet);
  onTestFinished(() => pool.end());
  const [long, short] = [3_600, 0].map((seconds) =>
    sharedRateLimit(pool, seconds === 0 ? "short" : "long", { max: 1, seconds }),
  );
  onTestFinished(() => [long, short].forEach((limit) => void limit!.stop()));
  expect((await long!("ada@example.org")).allowed).toBe(true);
  expect((await short!("ada@example.org")).allowed).toBe(true);
  const stored = sql<{ key: string }>`select key from request_windows order by key`;
  const keys = (await stored.execute(node!.db)).rows.map(({ key }) => key);
  expect(keys).toEqual([expect.stringMatching(/^long:\w{64}$/), expect.stringMatching(/^short:\w{64}$/)]);
  await Promise.all([long!.sweep(), short!.sweep()]);
  expect((await stored.execute(node!.db)).rows).toEqual([{ key: keys[0] }]);
  expect((await long!("ada@example.org")).allowed).toBe(false);
});

test("limits of anonymous requests to pages count over all nodes", async () => {
  const limits = (await nodes(2)).map((node) => webLimits(node, () => now));
  for (const [name, most] of [
    ["mails", 20],
    ["mailsOfNetwork", 6],
    ["corrections", 3],
    ["passwords", 10],
    ["wrongCodes", 100],
    ["submissions", 1_000],
    ["files", 1_000],
    ["steps", 2_000],
  ] as const) {
    const tries = Array.from({ length: most + 2 }, (_, n) => limits[n % 2]![name]("somebody"));
    const passed = (await Promise.all(tries)).filter(({ allowed }) => allowed);
    expect(passed, name).toHaveLength(most);
  }
});

test("a node that lacks the files of the other nodes is refused; nodes that share them start, also at once", async () => {
  const [node] = await nodes(1);
  const [shared, other] = [dataDir(), dataDir()];
  const stores = await Promise.all([shared, shared, shared].map(openFileStore));
  await Promise.all(stores.map((store) => checkSharedFiles(node!, store)));
  await expect(checkSharedFiles(node!, await openFileStore(other))).rejects.toThrow(/S3_BUCKET.*DATA_DIR/);
  await checkSharedFiles(node!, stores[0]!);
  expect(await listKeys(node!.db)).toEqual([]);
});

test("an error about the database does not show its password", async () => {
  const unusable: [url: string, message: RegExp][] = [
    ["postgres://someone:sesame@127.0.0.1:1/forms", /DATABASE_URL cannot be used/],
    [`${server.replace("postgres:postgres@", "postgres:sesame@")}/none`, /DATABASE_URL cannot be used/],
  ];
  for (const [databaseUrl, message] of unusable) {
    const error: Error = await openConfiguredStorage({ databaseUrl, dataDir: dataDir() }, quiet).catch(
      (e) => e,
    );
    expect([error.name, error.message]).toEqual(["StorageError", expect.stringMatching(message)]);
    expect(error.message).not.toContain("sesame");
  }
});

test("a node that starts before its database waits for it, and says so; a wrong password is an error at once", async () => {
  const { process, url, remove } = await startPostgres(["fsync=off"]);
  onTestFinished(remove);
  await process.stop();
  const waiting: unknown[] = [];
  const log = { ...quiet, warn: (event: object) => void waiting.push(event) };
  const address = { databaseUrl: `${url}/postgres`, dataDir: dataDir() };
  await expect(awaitConfiguredStorage(address, log, 0)).rejects.toThrow(/DATABASE_URL cannot be used/);
  expect(waiting).toEqual([]);
  const opened = awaitConfiguredStorage(address, log);
  while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(waiting[0]).toMatchObject({ event: "waiting_for_database", seconds: 0 });
  await process.start();
  await (await opened).close();
  const wrong = { ...address, databaseUrl: `${url.replace("postgres:postgres@", "postgres:sesame@")}/none` };
  const count = waiting.length;
  await expect(awaitConfiguredStorage(wrong, log)).rejects.toThrow(/DATABASE_URL cannot be used/);
  expect(waiting).toHaveLength(count);
});

test("the database of a newer version is refused", async () => {
  const url = await databaseOf(server, dataDir());
  const name = url.slice(server.length + 1);
  await query(name, "insert into kysely_migration values ('9999_future', '2030-01-01')");
  await expect(openPostgres(url, quiet)).rejects.toThrow(/newer version of this service.*9999_future/);
});

test("the database of a version before the first release is refused", async () => {
  const url = await databaseOf(server, dataDir());
  const name = url.slice(server.length + 1);
  await query(name, "update kysely_migration set name = '0001_initial'");
  await expect(openPostgres(url, quiet)).rejects.toThrow(
    /before the first release.*0001_initial.*DATABASE_URL/,
  );
});
