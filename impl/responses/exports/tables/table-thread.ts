/** Writes tables of accounts piece by piece, in the service in a thread of its own. */
import { randomUUID } from "node:crypto";
import {
  type RunTask,
  type ThreadOptions,
  WorkFailed,
  type WorkThread,
  workThread,
} from "../../../platform/threads/work-thread.ts";
import {
  type StoredRows,
  type StoredVersion,
  type TableShape,
  tableTasks,
  type WrittenRows,
} from "./table-tasks.ts";

/** Runs a task of a table for an account. @throws WorkFailed */
export type RunTable = RunTask<typeof tableTasks>;

/** A piece of a table has at most 2 MB of answers, which take a tenth of a second. */
const LONGEST_MS = 10_000;
/** A thread that ends with the work of another account forgets its tables, which are then opened again: so often at most. */
const MOST_OPENINGS = 10;

/** Writes in a thread of its own. @param program another one in tests */
export function tableThread({
  program = new URL("table-program.ts", import.meta.url),
  longestMs = LONGEST_MS,
}: Partial<ThreadOptions> = {}): WorkThread<typeof tableTasks> {
  return workThread({ program, longestMs });
}

/** Writes at once, in this thread. */
export const tablesHere: RunTable = async (name, input) => {
  const run = tableTasks[name] as (given: typeof input) => never;
  return run(input);
};

/** A table that is being written. The thread knows its columns until it is closed. */
export interface TableWriter {
  /** Writes rows, or the first few of them. @throws WorkFailed */
  write(rows: Omit<StoredRows, "table">): Promise<WrittenRows>;
  close(): void;
}

/** @param versions reads the versions of the form, the current one first */
export function tableWriter(
  run: RunTable,
  accountId: string,
  shape: TableShape,
  versions: () => AsyncIterable<StoredVersion>,
): TableWriter {
  const table = randomUUID();
  async function open(): Promise<void> {
    await run("open", { table, shape }, accountId);
    for await (const version of versions())
      if ((await run("addVersion", { table, version }, accountId)) === undefined) return;
  }
  return {
    async write(rows) {
      for (let openings = 0; openings <= MOST_OPENINGS; openings += 1) {
        const written = await run("writeRows", { table, ...rows }, accountId);
        if (written !== undefined) return written;
        await open();
      }
      throw new WorkFailed("The thread of the table ended too often");
    },
    close: () => void run("close", { table }, accountId).catch(() => undefined),
  };
}
