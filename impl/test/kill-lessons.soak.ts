/** Proof: a process that is killed before any of its statements neither loses nor doubles a credit, and no lesson is stuck. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { Said } from "./support/killed-lessons-program.ts";
import { killedDatabase } from "./support/killed-program.ts";
import { expectLedgerLaws } from "./support/lesson-life.ts";

/** More than the lease of a job. */
const NEXT_RUN_MS = 60_000;

const began = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["SQLite", amount({ proof: 8, soak: 220 })],
  ["PostgreSQL", amount({ proof: 5, soak: 120 })],
] as const)(
  "on %s, killed %i times",
  async (engine, kills) => {
    const database = await killedDatabase(engine);
    let runs = 0;
    const run = (kill: number) => {
      runs += 1;
      return database.run<Said>("killed-lessons-program.ts", [
        String(kill),
        String(began + runs * NEXT_RUN_MS),
      ]);
    };
    const acknowledged: string[] = [];
    const { said: first } = await run(0);
    const statements = first.flatMap((one) => ("statements" in one ? one.statements : []))[0]!;
    let killed = 0;
    // Before each statement, and of longer runs, which also finish what others left, some more; as often as there are kills.
    const moments = Array.from({ length: 2 * statements }, (_, index) => index + 1);
    for (let at = 0, chosen = drawSample(moments, kills); killed < kills; at += 1) {
      const { said, signal } = await run(chosen[at % chosen.length]!);
      if (signal === "SIGKILL") killed += 1;
      acknowledged.push(...said.flatMap((one) => ("lesson" in one ? one.lesson : [])));
      await database.opened(expectLedgerLaws);
    }
    // The last run finishes what is left.
    expect((await run(0)).signal).toBeNull();
    await database.opened(async (storage) => {
      await expectLedgerLaws(storage);
      const lessons = await storage.db.selectFrom("lessons").select(["id", "status"]).execute();
      const statuses = Object.fromEntries(
        [...Map.groupBy(lessons, ({ status }) => status)].map(([status, { length }]) => [status, length]),
      );
      expect(["completed", "failed", "partial"]).toEqual(expect.arrayContaining(Object.keys(statuses)));
      expect(lessons.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      const files = await openFileStore(database.folder);
      const strayFiles = await strayFilesOf(storage, files);
      console.log(
        JSON.stringify({ engine, killed, statements, lessons: lessons.length, statuses, strayFiles }),
      );
    });
  },
  1_800_000,
);

/** Every file that a row names is there; the others are left to the cleanup. */
async function strayFilesOf(
  { db }: Storage,
  files: Awaited<ReturnType<typeof openFileStore>>,
): Promise<number> {
  const named = await db
    .selectFrom("lesson_parts")
    .select("storage_key")
    .where("storage_key", "is not", null)
    .execute();
  const keys = new Set<string>();
  for await (const { key } of files.list()) keys.add(key);
  expect(named.filter(({ storage_key }) => !keys.has(storage_key!))).toEqual([]);
  return keys.size - named.length;
}
