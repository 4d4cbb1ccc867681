/** Proof: a server that is killed at random moments loses nothing that it acknowledged. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import { dataDir } from "./support/data-dir.ts";
import type { Acknowledged } from "./support/killed-program.ts";

const KILLS = amount({ proof: 15, soak: 200 });
/** After its first acknowledgement a process lives this long at most. */
const LONGEST_LIFE_MS = 600;

const program = fileURLToPath(new URL("./support/killed-program.ts", import.meta.url));

/** Lets a process work and kills it at a random moment; what it acknowledged until then. */
async function workUntilKilled(folder: string): Promise<Acknowledged[]> {
  const child: ChildProcess = spawn(process.execPath, ["--conditions=toolwright-source", program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = buffer(child.stdout!);
  const closed = once(child, "close");
  await Promise.race([once(child.stdout!, "data"), closed]);
  await wait(chance.int(LONGEST_LIFE_MS));
  child.kill("SIGKILL");
  const [, signal] = await closed;
  expect(signal, "it did not end by itself").toBe("SIGKILL");
  const whole = (await output).toString().split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Acknowledged);
}

test(`a server that is killed ${KILLS} times or more loses nothing it has acknowledged, and serves no half export`, async () => {
  const folder = dataDir();
  const seen = { responses: 0, edits: 0, exports: 0, files: 0 };
  // On a slow machine a process acknowledges less before it is killed, so it takes more kills until enough was seen.
  const isEnough = () => seen.responses > KILLS && seen.edits > KILLS && seen.exports > KILLS / 10;
  let kills = 0;
  for (; kills < KILLS || !isEnough(); kills += 1) {
    const acknowledged = await workUntilKilled(folder);
    const storage = await openSqlite(folder);
    const files = await openFileStore(folder);
    try {
      for (const one of acknowledged) {
        if ("response" in one) {
          const row = await storage.db
            .selectFrom("responses")
            .selectAll()
            .where("id", "=", one.response)
            .executeTakeFirst();
          expect(row).toMatchObject({ status: "verified", answers: JSON.stringify({ name: one.name }) });
          seen.responses += 1;
        } else if ("form" in one) {
          // Every edit of the title made a version of its own.
          const row = await storage.db
            .selectFrom("form_versions")
            .select("structure")
            .where("form_id", "=", one.form)
            .where("version", "=", one.revision)
            .executeTakeFirstOrThrow();
          expect(JSON.parse(row.structure).title.en).toBe(one.title);
          seen.edits += 1;
        } else {
          const row = await storage.db
            .selectFrom("exports")
            .selectAll()
            .where("id", "=", one.export)
            .executeTakeFirst();
          expect(row?.sha256).toBe(one.sha256);
          seen.exports += 1;
        }
      }
      // Whatever could be served, acknowledged or not, is whole.
      for (const row of await storage.db
        .selectFrom("exports")
        .selectAll()
        .where("storage_key", "is not", null)
        .execute()) {
        const content = await buffer(await files.open(row.storage_key!));
        expect(content.length).toBe(row.size_bytes);
        expect(createHash("sha256").update(content).digest("hex")).toBe(row.sha256);
        seen.files += 1;
      }
      await storage.db.deleteFrom("exports").where("storage_key", "is not", null).execute();
    } finally {
      await storage.close();
    }
  }
  console.log(JSON.stringify({ kills, ...seen }));
}, 1_800_000);
