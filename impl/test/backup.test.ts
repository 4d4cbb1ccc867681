import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { backUpDatabase, restoreDatabase } from "../storage/sqlite/backup.ts";
import { openSqlite } from "../storage/sqlite/open.ts";
import { dataDir } from "./data-dir.ts";
import { startProcess } from "./domain.ts";
import { run } from "./program.ts";

test("a backup made while forms are created is whole, and restores what was there then", async () => {
  const { folder, storage, account, create } = await startProcess();
  const ada = await account();
  for (let n = 0; n < 20; n += 1) await create(ada, { title: `Before ${n}` });
  const file = join(dataDir(), "copy.db");
  const writing = (async () => {
    for (let n = 0; n < 50; n += 1) await create(ada, { title: `Meanwhile ${n}` });
  })();
  await backUpDatabase(folder, file);
  await writing;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await storage.db.selectFrom("forms").select("id").execute()).toHaveLength(70);

  const empty = join(dataDir(), "data");
  expect(await restoreDatabase(file, empty)).toBeUndefined();
  const restored = await openSqlite(empty);
  const titles = (await restored.db.selectFrom("forms").select("title").execute()).map(({ title }) => title);
  const versions = await restored.db.selectFrom("form_versions").select("form_id").execute();
  await restored.close();
  expect(titles.filter((title) => title.startsWith("Before"))).toHaveLength(20);
  expect(versions).toHaveLength(titles.length);
});

test("restoring keeps the old database, and is refused while a process uses it", async () => {
  const { folder, storage, account, create } = await startProcess();
  await create(await account());
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await expect(restoreDatabase(file, folder)).rejects.toThrow(/in use.*Stop the server/);
  await storage.close();
  const kept = await restoreDatabase(file, folder);
  expect(existsSync(kept!)).toBe(true);
  const again = await openSqlite(folder);
  expect(await again.db.selectFrom("forms").select("id").execute()).toHaveLength(1);
  await again.close();
});

test("what is no backup of ours is refused, and nothing is touched", async () => {
  const folder = dataDir();
  const foreign = join(folder, "foreign.db");
  const database = new DatabaseSync(foreign);
  database.exec("create table invoices (id)");
  database.close();
  writeFileSync(join(folder, "text"), "not a database, but long enough to be taken for one at first sight");
  const target = join(folder, "data");
  for (const name of ["foreign.db", "text"]) {
    await expect(restoreDatabase(join(folder, name), target)).rejects.toThrow("no backup of this service");
  }
  await expect(restoreDatabase(join(folder, "none"), target)).rejects.toThrow("There is no file");
  expect(existsSync(target)).toBe(false);
});

test("with a PostgreSQL database the commands refuse, though an embedded one is there", async () => {
  const { folder } = await startProcess();
  const file = join(dataDir(), "copy.db");
  const environment = { DATA_DIR: folder, DATABASE_URL: "postgres://forms:secret@db.example.org/forms" };
  for (const command of ["backup", "restore"]) {
    const refused = await run("commands/backup.ts", [command, file], environment);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("pg_dump");
    expect(refused.stderr).not.toContain("secret");
  }
  expect(existsSync(file)).toBe(false);
});

test("the commands say what they did, and what is wrong", async () => {
  const { folder, storage } = await startProcess();
  const [file, environment] = [join(dataDir(), "copy.db"), { DATA_DIR: folder }];
  expect(await run("commands/backup.ts", ["backup", file], environment)).toMatchObject({ code: 0 });
  const twice = await run("commands/backup.ts", ["backup", file], environment);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("is there already")]);
  await storage.close();
  const restored = await run("commands/backup.ts", ["restore", file], environment);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining(".replaced")]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".replaced"))).toHaveLength(1);
  expect((await run("commands/backup.ts", ["restore"], environment)).code).toBe(2);
  const nowhere = await run("commands/backup.ts", ["backup", `${file}2`], { DATA_DIR: join(folder, "none") });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("no database")]);
});
