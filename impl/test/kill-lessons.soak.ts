/** Proof: a process that is killed before any of its statements neither loses nor doubles a credit, and no lesson is stuck. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { amount, drawn } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { dataDir } from "./support/data-dir.ts";
import type { Said } from "./support/killed-lessons-program.ts";
import { expectLedgerLaws } from "./support/lesson-life.ts";
import { quiet } from "./support/postgres.ts";
import { startPostgres } from "./support/postgres-server.ts";

/** More than the lease of a job. */
const NEXT_RUN_MS = 60_000;

const program = fileURLToPath(new URL("./support/killed-lessons-program.ts", import.meta.url));
const began = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["SQLite", amount({ proof: 8, soak: 220 })],
  ["PostgreSQL", amount({ proof: 5, soak: 120 })],
] as const)(
  "on %s, killed %i times",
  async (engine, kills) => {
    const folder = dataDir();
    const url = engine === "PostgreSQL" ? await startDatabase() : undefined;
    const open = () => (url === undefined ? openSqlite(folder) : openPostgres(url, quiet));
    let runs = 0;
    const run = (kill: number) => {
      runs += 1;
      return runProgram([folder, String(kill), String(began + runs * NEXT_RUN_MS)], url);
    };
    const acknowledged: string[] = [];
    const { said: first } = await run(0);
    const statements = first.flatMap((one) => ("statements" in one ? one.statements : []))[0]!;
    let killed = 0;
    // Before each statement, and of longer runs, which also finish what others left, some more; as often as there are kills.
    const moments = Array.from({ length: 2 * statements }, (_, index) => index + 1);
    for (let at = 0, chosen = drawn(moments, kills); killed < kills; at += 1) {
      const { said, signal } = await run(chosen[at % chosen.length]!);
      if (signal === "SIGKILL") killed += 1;
      acknowledged.push(...said.flatMap((one) => ("lesson" in one ? one.lesson : [])));
      await withStorage(open, expectLedgerLaws);
    }
    // The last run finishes what is left.
    expect((await run(0)).signal).toBeNull();
    await withStorage(open, async (storage) => {
      await expectLedgerLaws(storage);
      const lessons = await storage.db.selectFrom("lessons").select(["id", "status"]).execute();
      const statuses = Object.fromEntries(
        [...Map.groupBy(lessons, ({ status }) => status)].map(([status, { length }]) => [status, length]),
      );
      expect(["completed", "failed", "partial"]).toEqual(expect.arrayContaining(Object.keys(statuses)));
      expect(lessons.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      const files = await openFileStore(folder);
      const strayFiles = await strayFilesOf(storage, files);
      console.log(
        JSON.stringify({ engine, killed, statements, lessons: lessons.length, statuses, strayFiles }),
      );
    });
  },
  1_800_000,
);

async function withStorage(open: () => Promise<Storage>, check: (storage: Storage) => Promise<void>) {
  const storage = await open();
  try {
    await check(storage);
  } finally {
    await storage.close();
  }
}

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

async function runProgram(args: readonly string[], url: string | undefined) {
  const child = spawn(process.execPath, ["--conditions=toolwright-source", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...(url !== undefined && { DATABASE_URL: url }) },
  });
  const output = text(child.stdout);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  expect(code ?? signal).toBe(signal === null ? 0 : "SIGKILL");
  const lines = (await output).split("\n").slice(0, -1);
  return { signal, said: lines.map((line) => JSON.parse(line) as Said) };
}

/** The database of a PostgreSQL server of this test alone. */
async function startDatabase(): Promise<string> {
  const { url, process, remove } = await startPostgres();
  onTestFinished(remove);
  await process.createDatabase("service");
  return `${url}/service`;
}
