/** Proof: a restore that is killed at any moment, or finds no room, leaves a whole database, the one before or the one of the backup. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { backUpDatabase } from "../platform/storage/sqlite/backup.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import { restoreDatabase } from "../platform/storage/sqlite/restore.ts";
import { dataDir } from "./support/data-dir.ts";
import { startProcess } from "./support/domain.ts";
import { start } from "./support/program.ts";

const KILLS = amount({ proof: 6, soak: 60 });

/** Opens the database as the server does, which also brings it up to date. */
async function countForms(folder: string): Promise<number> {
  const storage = await openSqlite(folder);
  const forms = await storage.db.selectFrom("forms").select("id").execute();
  await storage.close();
  return forms.length;
}

/** 41 forms; the backup has 40 of them. */
async function backedUp() {
  const { folder, storage, account, create } = await startProcess();
  const ada = await account();
  for (let n = 0; n < 40; n += 1) await create(ada, { title: `Form ${n} ${"x".repeat(150)}` });
  const backup = join(dataDir(), "copy.db");
  await backUpDatabase(folder, backup);
  await create(ada, { title: "After the backup" });
  await storage.close();
  return { folder, backup };
}

test("a restore without room on the disk keeps the old database, and works once there is room", async () => {
  const { folder, backup } = await backedUp();
  const program = fileURLToPath(new URL("../bin/service-mcp.js", import.meta.url));
  // No file may grow beyond half of the backup; the write fails, as on a full disk, where the signal is ignored.
  const blocks = Math.floor(statSync(backup).size / 2 / 512);
  const restore = (command: string) =>
    spawnSync("sh", ["-c", `${command} exec "$0" "$@"`, process.execPath, program, "restore", backup], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      encoding: "utf8",
    });
  const full = restore(`trap "" XFSZ; ulimit -f ${blocks};`);
  expect([full.status, full.stderr]).toEqual([1, expect.stringContaining("service.db is as it was")]);
  expect(readdirSync(folder)).not.toContain("service.db.restoring");
  expect(await countForms(folder)).toBe(41);
  expect(restore("").status).toBe(0);
  expect(await countForms(folder)).toBe(40);
});

test(`${KILLS} killed restores leave either the old database or the backup`, async () => {
  const { folder, backup } = await backedUp();
  const original = join(dataDir(), "original.db");
  copyFileSync(join(folder, "service.db"), original);
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    copyFileSync(original, join(folder, "service.db"));
    const { process, ended } = start("restore", [backup], { DATA_DIR: folder });
    // Starting the program takes most of the time, so the moments are spread over what comes after it.
    while (!existsSync(join(folder, "service.db.restoring")) && process.exitCode === null) await wait(1);
    await wait(chance.int(40));
    process.kill("SIGKILL");
    await ended;
    const copy = join(folder, "service.db.restoring");
    if (existsSync(copy)) {
      interrupted += 1;
      await expect(openSqlite(folder)).rejects.toThrow("was interrupted");
      rmSync(copy);
      expect(await countForms(folder)).toBe(41);
      await restoreDatabase(backup, folder);
    }
    expect(await countForms(folder)).toBe(40);
    for (const name of readdirSync(folder)) if (name.includes(".replaced")) rmSync(join(folder, name));
  }
  expect(interrupted).toBeGreaterThan(0);
  console.log(`${KILLS} kills, ${interrupted} before the restored database was in place`);
});
