/** Proof: a process that is killed before any of its statements loses no task, and neither loses nor doubles a credit or a form. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { killedDatabase } from "./support/killed-program.ts";
import type { Said } from "./support/killed-tasks-program.ts";
import { expectLedgerLaws } from "./support/lesson-life.ts";

/** More than the lease of a job. */
const NEXT_RUN_MS = 60_000;

/** `KILLS` is another number than that of the ring: a kill takes seconds, and more on a busy machine. */
const chosenKills = process.env.KILLS === undefined ? undefined : Number(process.env.KILLS);

const began = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["SQLite", chosenKills ?? amount({ proof: 6, soak: 100 })],
  ["PostgreSQL", chosenKills ?? amount({ proof: 3, soak: 20 })],
] as const)(
  "on %s, killed %i times in the middle of tasks",
  async (engine, kills) => {
    const database = await killedDatabase(engine);
    let runs = 0;
    const run = (kill: number) => {
      runs += 1;
      const start = String(began + runs * NEXT_RUN_MS);
      return database.run<Said>("killed-tasks-program.ts", [String(kill), start]);
    };
    const acknowledged: string[] = [];
    const ends = new Map<string, string>();
    const note = (said: readonly Said[]) =>
      acknowledged.push(...said.flatMap((one) => ("task" in one ? one.task : [])));
    const { said: first } = await run(0);
    note(first);
    const statements = first.flatMap((one) => ("statements" in one ? one.statements : []))[0]!;
    let killed = 0;
    const moments = Array.from({ length: statements }, (_, index) => index + 1);
    for (let at = 0, chosen = drawSample(moments, kills); killed < kills; at += 1) {
      const { said, signal } = await run(chosen[at % chosen.length]!);
      if (signal === "SIGKILL") killed += 1;
      note(said);
      await database.opened(async (storage) => {
        await expectLedgerLaws(storage);
        await expectFinalEnds(storage, ends);
      });
    }
    // The last run finishes what is left.
    const last = await run(0);
    expect(last.signal).toBeNull();
    await database.opened(async (storage) => {
      await expectLedgerLaws(storage);
      await expectFinalEnds(storage, ends);
      await expectFormUnits(storage);
      const rows = await storage.db.selectFrom("tool_tasks").select(["id", "is_running", "task"]).execute();
      expect(rows.filter(({ is_running }) => is_running === 1)).toEqual([]);
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      expect(last.said).toContainEqual({ readable: { own: rows.length, foreign: 0 } });
      const tasks = rows.map(({ task }) => JSON.parse(task) as { status: string });
      const statuses = Object.groupBy(tasks, ({ status }) => status);
      expect(["completed", "failed"]).toEqual(expect.arrayContaining(Object.keys(statuses)));
      const ended = Object.entries(statuses).map(([status, all = []]) => `${status} ${all.length}`);
      console.log(JSON.stringify({ engine, killed, statements, acknowledged: acknowledged.length, ended }));
    });
  },
  10_800_000,
);

/** A task ends once: it stays as it was when it was first seen to have ended. */
async function expectFinalEnds({ db }: Storage, ends: Map<string, string>): Promise<void> {
  const ended = db.selectFrom("tool_tasks").select(["id", "task"]).where("is_running", "=", 0);
  for (const { id, task } of await ended.execute()) {
    expect([id, task]).toEqual([id, ends.get(id) ?? task]);
    ends.set(id, task);
  }
}

/** Each form was paid with one unit, and each unit that is not given back paid one form. */
async function expectFormUnits({ db }: Storage): Promise<void> {
  // The title of a form is its key.
  const titles = (await db.selectFrom("forms").select("title").execute()).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const units = await db
    .selectFrom("generations")
    .select("idempotency_key")
    .where("operation", "=", "create_form")
    .where("leased_until", "is", null)
    .execute();
  expect(units.map(({ idempotency_key }) => idempotency_key).toSorted()).toEqual(titles.toSorted());
}
