import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Storage } from "./storage.ts";

async function openedStorage(folder = dataDir()): Promise<Storage> {
  const storage = await openSqlite(folder);
  onTestFinished(() => storage.close());
  return storage;
}

const now = new Date("2026-03-01T12:00:00Z");

function emails(storage: Storage): Promise<string[]> {
  return storage.db
    .selectFrom("accounts")
    .select("email")
    .orderBy("email")
    .execute()
    .then((rows) => rows.map((row) => row.email));
}

test("only this user can access a new data folder and its database", async () => {
  const folder = join(dataDir(), "new", "data");
  await openedStorage(folder);
  const modes = [folder, join(folder, "service.db"), join(folder, "service.db-wal")].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

test("the database is durable (WAL, synchronous FULL) and checks foreign keys", async () => {
  const storage = await openedStorage();
  const pragmas = sql`select journal_mode, synchronous from pragma_journal_mode, pragma_synchronous`;
  expect((await pragmas.execute(storage.db)).rows).toEqual([{ journal_mode: "wal", synchronous: 2 }]);
  await expect(
    storage.db
      .insertInto("form_versions")
      .values({ form_id: "frm_none", version: 1, structure: "{}", created_at: now.toISOString() })
      .execute(),
  ).rejects.toThrow(/FOREIGN KEY/);
});

test("opening a database again keeps its schema and its data", async () => {
  const folder = dataDir();
  const first = await openSqlite(folder);
  await ensureAccount(first.db, "a@example.org", "trial", now);
  await first.close();
  expect(await emails(await openedStorage(folder))).toEqual(["a@example.org"]);
});

const unusable: [name: string, prepare: (folder: string) => void, message: RegExp][] = [
  [
    "a file where the folder should be",
    (folder) => writeFileSync(folder, ""),
    /data folder .* cannot be written.*DATA_DIR/,
  ],
  [
    "a text file instead of a database",
    text("not a database, but long enough to be read as one"),
    /not a readable SQLite database/,
  ],
  ["another program's database", database("create table invoices (id)"), /database of another program/],
  ["another program's empty database", database("pragma application_id = 7"), /database of another program/],
  [
    "the database of a newer version",
    database(migratedBy("0001_first_release", "9999_future")),
    /newer version of this service.*9999_future/,
  ],
  [
    "the database of a version before the first release",
    database(migratedBy("0001_initial", "0002_tool_tasks")),
    /before the first release.*0001_initial.*operating\.md.*DATA_DIR/,
  ],
];

test.each(unusable)("refuses %s with a line that says what to do", async (_name, prepare, message) => {
  const folder = join(dataDir(), "data");
  prepare(folder);
  await expect(openSqlite(folder)).rejects.toThrow(message);
});

test.runIf(process.platform === "linux")(
  "refuses a folder where nothing can be made, instead of trying forever",
  async () => {
    await expect(openSqlite("/proc/toolwright/data")).rejects.toThrow(
      /data folder .* cannot be written.*DATA_DIR/,
    );
  },
);

function text(content: string): (folder: string) => void {
  return (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "service.db"), content);
  };
}

function database(sql: string): (folder: string) => void {
  return (folder) => {
    mkdirSync(folder);
    const file = new DatabaseSync(join(folder, "service.db"));
    file.exec(sql);
    file.close();
  };
}

function migratedBy(...names: readonly string[]): string {
  const rows = names.map((name) => `('${name}', '2030-01-01T00:00:00.000Z')`).join(", ");
  return `pragma application_id = ${0x54574653};
    create table kysely_migration (name text, timestamp text);
    insert into kysely_migration values ${rows}`;
}

test("reads of other callers wait for the end of an open transaction", async () => {
  const storage = await openedStorage();
  const seen: string[][] = [];
  const transaction = storage.db.transaction().execute(async (inside) => {
    await ensureAccount(inside, "a@example.org", "trial", now);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await ensureAccount(inside, "b@example.org", "trial", now);
  });
  const reads = Array.from({ length: 3 }, async () => seen.push(await emails(storage)));
  await Promise.all([transaction, ...reads]);
  expect(seen).toEqual(Array(3).fill(["a@example.org", "b@example.org"]));
});

test("reads are synchronous, but not during a transaction", async () => {
  const storage = await openedStorage();
  const read = () => storage.read(storage.db.selectFrom("accounts").select("email").compile());
  expect(read()).toEqual([]);
  let during: ReturnType<typeof read> | undefined;
  await storage.db.transaction().execute(async (inside) => {
    await ensureAccount(inside, "a@example.org", "trial", now);
    during = read();
    await ensureAccount(inside, "b@example.org", "trial", now);
  });
  const both = [{ email: "a@example.org" }, { email: "b@example.org" }];
  expect(during).toBeInstanceOf(Promise);
  expect([await during, read()]).toEqual([both, both]);
});

test("a limit is part of the statement, because SQLite prepares one with a bound limit again at every run", async () => {
  const { db } = await openedStorage();
  const { sql: text, parameters } = db.selectFrom("accounts").select("email").limit(20).offset(5).compile();
  expect({ text, parameters }).toEqual({
    text: 'select "email" from "accounts" limit 20 offset ?',
    parameters: [5],
  });
});

test("a table that another process changes does not mix up the columns of a cached query", async () => {
  const folder = dataDir();
  const storage = await openedStorage(folder);
  const account = await ensureAccount(storage.db, "a@example.org", "trial", now);
  const all = storage.db
    .selectFrom("accounts")
    .selectAll("accounts")
    .select(sql`'last'`.as("last"))
    .compile();
  expect(await storage.read(all)).toEqual([{ ...account, last: "last" }]);
  const other = new DatabaseSync(join(folder, "service.db"));
  other.exec("alter table accounts add column colour text default 'red'");
  other.close();
  expect(await storage.read(all)).toEqual([{ ...account, colour: "red", last: "last" }]);
});

test("a transaction that throws leaves nothing behind, and the next one works", async () => {
  const storage = await openedStorage();
  const failing = storage.db.transaction().execute(async (inside) => {
    await ensureAccount(inside, "a@example.org", "trial", now);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await storage.db.transaction().execute((inside) => ensureAccount(inside, "b@example.org", "trial", now));
  expect(await emails(storage)).toEqual(["b@example.org"]);
});

test("a full disk makes the storage unavailable, and the call works once there is space", async () => {
  const storage = await openedStorage();
  const insert = () =>
    storage.db
      .insertInto("secrets")
      .values({ name: "large", value: "x".repeat(100_000) })
      .execute();
  await sql`pragma max_page_count = 1`.execute(storage.db);
  const error: Error = await insert().then(
    () => expect.fail("stored"),
    (thrown) => thrown,
  );
  expect(error).toMatchObject({
    name: "Unavailable",
    message: expect.stringMatching(/full.*free some space/),
  });
  expect(await storage.db.selectFrom("secrets").select("name").execute()).toEqual([]);
  await sql`pragma max_page_count = 100000`.execute(storage.db);
  await insert();
});

test("writers of two connections take turns instead of failing, and notice each other", async () => {
  const folder = dataDir();
  const [one, two] = [await openedStorage(folder), await openedStorage(folder)];
  const before = one.epoch();
  const readThenWrite = (storage: Storage, email: string) =>
    storage.db.transaction().execute(async (inside) => {
      await inside.selectFrom("accounts").selectAll().execute();
      await ensureAccount(inside, email, "trial", now);
    });
  await readThenWrite(one, "a@example.org");
  expect(one.epoch()).toBe(before);
  await readThenWrite(two, "b@example.org");
  // A message from another process would arrive in another turn of the event loop.
  await setImmediate();
  expect(one.epoch()).not.toBe(before);
  expect(await emails(one)).toEqual(["a@example.org", "b@example.org"]);
});

test("a stream sees every row", async () => {
  const storage = await openedStorage();
  for (const email of ["a@example.org", "b@example.org"])
    await ensureAccount(storage.db, email, "trial", now);
  const streamed: string[] = [];
  for await (const row of storage.db.selectFrom("accounts").select("email").orderBy("email").stream()) {
    streamed.push(row.email);
  }
  expect(streamed).toEqual(await emails(storage));
});
