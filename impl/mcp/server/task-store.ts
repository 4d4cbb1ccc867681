/** Tasks in the database: calls of tools that go on after their answer, on any node. */
import type { StoredTask, TaskStore } from "@toolwright/runtime";
import { ensureJob, LEASE_MS, removeJob } from "../../platform/jobs/jobs.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";

type Parts = Pick<Stores, "storage" | "clock">;

/** The bounds of what one account keeps in the database. */
export interface TaskBounds {
  /** The most tasks that have not ended. */
  readonly running: number;
  /** The most characters of these tasks: they contain the arguments of their calls. */
  readonly runningCharacters: number;
  /** The most tasks that have ended. A new task removes older ones. */
  readonly ended: number;
}

const DEFAULT_BOUNDS: TaskBounds = { running: 20, runningCharacters: 16 * 1024 * 1024, ended: 1_000 };
/** How often a process looks for answers and cancellations that other nodes took. */
const WATCH_MS = 2_000;
/** How often a process says that it still runs a task: several times before its job is due. */
const HOLD_MS = LEASE_MS / 3;

/**
 * A task and its job are stored in one transaction. The process that runs the task keeps putting its job off; if that process dies, the
 * job becomes due, and any node runs the call again.
 */
export function databaseTasks({ storage: { db }, clock }: Parts, bounds = DEFAULT_BOUNDS): TaskStore {
  const held = new Map<string, number>();
  return {
    watchMs: WATCH_MS,
    async create(task) {
      const now = clock();
      return db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, task.owner);
        await transaction.deleteFrom("tool_tasks").where("expires_at", "<=", now.toISOString()).execute();
        const row = toRow(task);
        if (!(await hasRoom(transaction, row, bounds))) return false;
        await removeEnded(transaction, task.owner, bounds.ended);
        await transaction.insertInto("tool_tasks").values(row).execute();
        const job = { accountId: task.owner, kind: "tool_call" as const, subject: task.id };
        await ensureJob(transaction, job, new Date(now.getTime() + LEASE_MS), now);
        return true;
      });
    },
    async read(id) {
      const row = await db
        .selectFrom("tool_tasks")
        .select("task")
        .where("id", "=", id)
        .where("expires_at", ">", clock().toISOString())
        .executeTakeFirst();
      return row && (JSON.parse(row.task) as StoredTask);
    },
    async replace(task) {
      const { task: text, is_running, revision } = toRow(task);
      return db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("tool_tasks")
          .set({ task: text, is_running, revision })
          .where("id", "=", task.id)
          .where("revision", "=", revision - 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (is_running === 0) await removeJob(transaction, "tool_call", task.id);
        return true;
      });
    },
    async hold(id) {
      const now = clock().getTime();
      if (now - (held.get(id) ?? 0) < HOLD_MS) return;
      for (const [other, at] of held) if (now - at > LEASE_MS) held.delete(other);
      held.set(id, now);
      await db
        .updateTable("jobs")
        .set({ due_at: new Date(now + LEASE_MS).toISOString() })
        .where("kind", "=", "tool_call")
        .where("subject", "=", id)
        .where("lease", "is", null)
        .execute();
    },
  };
}

type Row = Schema["tool_tasks"];

async function hasRoom(db: Queries, { account_id, task }: Row, bounds: TaskBounds): Promise<boolean> {
  const { running, characters } = await db
    .selectFrom("tool_tasks")
    .select(({ fn }) => [
      fn.countAll<number>().as("running"),
      fn.sum<number | null>(fn<number>("length", ["task"])).as("characters"),
    ])
    .where("account_id", "=", account_id)
    .where("is_running", "=", 1)
    .executeTakeFirstOrThrow();
  const total = Number(characters ?? 0) + task.length;
  return Number(running) < bounds.running && total <= bounds.runningCharacters;
}

/** Removes the oldest tasks of an account that have ended, so that `kept` are left. */
async function removeEnded(db: Queries, account: string, kept: number): Promise<void> {
  const ended = db
    .selectFrom("tool_tasks")
    .select("id")
    .where("account_id", "=", account)
    .where("is_running", "=", 0)
    .orderBy("expires_at", "desc")
    .orderBy("id")
    .limit(kept)
    .offset(kept);
  await db.deleteFrom("tool_tasks").where("id", "in", ended).execute();
}

function toRow(task: StoredTask): Row {
  const isRunning = task.status === "working" || task.status === "input_required";
  // Arguments may contain a password, and are needed just to run the call again.
  const kept = isRunning ? task : { ...task, input: {} };
  return {
    id: task.id,
    account_id: task.owner,
    revision: task.revision,
    is_running: isRunning ? 1 : 0,
    task: JSON.stringify(kept),
    expires_at: new Date(task.createdAt + task.ttlMs).toISOString(),
  };
}
