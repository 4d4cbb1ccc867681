/** Proof: a restore that is killed at any moment leaves a whole database, the one before or the one of the backup. */
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { seed } from "../../.ci/seed.ts";
import { random } from "../../runtime/test/fuzz/random.ts";
import { backUpDatabase } from "../storage/sqlite/backup.ts";
import { openSqlite } from "../storage/sqlite/open.ts";
import { restoreDatabase } from "../storage/sqlite/restore.ts";
import { dataDir } from "./data-dir.ts";
import { startProcess } from "./domain.ts";
import { start } from "./program.ts";

const KILLS = 60;
const chance = random(seed);

/** Opens the database as the server does, which also brings it up to date. */
async function countForms(folder: string): Promise<number> {
  const storage = await openSqlite(folder);
  const forms = await storage.db.selectFrom("forms").select("id").execute();
  await storage.close();
  return forms.length;
}

test(`${KILLS} restores that are killed leave the database of before or of the backup`, async () => {
  const { folder, storage, account, create } = await startProcess();
  const ada = await account();
  for (let n = 0; n < 40; n += 1) await create(ada, { title: `Form ${n} ${"x".repeat(150)}` });
  const [backup, original] = [join(dataDir(), "copy.db"), join(dataDir(), "original.db")];
  await backUpDatabase(folder, backup);
  await create(ada, { title: "After the backup" });
  await storage.close();
  copyFileSync(join(folder, "service.db"), original);
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    copyFileSync(original, join(folder, "service.db"));
    const { process, ended } = start("commands/backup.ts", ["restore", backup], { DATA_DIR: folder });
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
