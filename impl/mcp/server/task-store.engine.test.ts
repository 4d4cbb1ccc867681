/** The bounds of the tasks that one account keeps in the database. */
import type { StoredTask } from "@toolwright/runtime";
import { expect, test } from "vitest";
import { startProcess } from "../../test/support/domain.ts";
import { databaseTasks, type TaskBounds } from "./task-store.ts";

const HOUR_MS = 3_600_000;

async function boundedTasks(bounds: Partial<TaskBounds>) {
  const process = await startProcess();
  const all = { running: 20, runningCharacters: 10_000, ended: 100, ...bounds };
  const tasks = databaseTasks(process, all);
  const [ada, ben] = [await process.account(), await process.account("ben@example.org")];
  /** Each task is made a second after the one before. */
  const start = (id: string, owner = ada, input: StoredTask["input"] = {}) => {
    process.time.now = new Date(process.time.now.getTime() + 1_000);
    return tasks.create(makeTask(id, owner.id, input, process.time.now.getTime()));
  };
  const end = async (id: string) => {
    const task = (await tasks.read(id))!;
    expect(await tasks.replace({ ...task, revision: task.revision + 1, status: "completed" })).toBe(true);
  };
  return { tasks, ben, start, end };
}

function makeTask(id: string, owner: string, input: StoredTask["input"], now: number): StoredTask {
  return {
    id,
    revision: 1,
    owner,
    token: "token",
    scopes: [],
    tool: "service_update_form",
    input,
    capabilities: {},
    createdAt: now,
    updatedAt: now,
    ttlMs: HOUR_MS,
    pollIntervalMs: 1_000,
    status: "working",
    questions: 0,
    open: {},
    answers: {},
  };
}

test("an account with as many running tasks as it may have has no room for more running tasks", async () => {
  const { ben, start, end } = await boundedTasks({ running: 2 });
  expect([await start("a"), await start("b"), await start("c")]).toEqual([true, true, false]);
  expect(await start("of ben", ben)).toBe(true);
  await end("a");
  expect(await start("d")).toBe(true);
});

test("arguments of running tasks have a bound in all, and those of tasks that have ended are gone", async () => {
  const { ben, start, end } = await boundedTasks({});
  const long = { prompt: "x".repeat(6_000) };
  expect([await start("a", undefined, long), await start("b", undefined, long)]).toEqual([true, false]);
  expect(await start("of ben", ben, long)).toBe(true);
  await end("a");
  expect(await start("c", undefined, long)).toBe(true);
});

test("a new task keeps the last tasks that have ended, and none of another account goes", async () => {
  const { tasks, ben, start, end } = await boundedTasks({ ended: 2 });
  await start("of ben", ben);
  await end("of ben");
  for (const id of ["a", "b", "c", "d"]) {
    await start(id);
    await end(id);
  }
  await start("e");
  const known = await Promise.all(["a", "b", "c", "d", "e", "of ben"].map((id) => tasks.read(id)));
  expect(known.map((task) => task?.id)).toEqual([undefined, undefined, "c", "d", "e", "of ben"]);
});
