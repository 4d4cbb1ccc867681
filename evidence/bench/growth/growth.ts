/** Shows that calls do not get slower with data that they do not show (impl/docs/decisions/storage.md). */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openFileStore } from "../../../impl/platform/files/store.ts";
import { openSqlite } from "../../../impl/platform/storage/sqlite/open.ts";
import { refusalRow } from "../refused-messages.ts";
import { type Bench, type Row, readable } from "../row.ts";
import { inFolder } from "../temporary-folder.ts";
import { calls } from "./calls.ts";
import type { Growth } from "./case.ts";
import { work } from "./work.ts";

/** Other calls wait as long as the longest pause between two turns of the event loop. */
const LONGEST_PAUSE_MS = 50;
const MEASURED_MS = 200;

/** Garbage of earlier measurements is collected before a pause is measured, not during it. */
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const CALLS = 10;

/** Measures the service at 1x, 10x and 100x of the data that it does not show (impl/docs/decisions/storage.md). */
export const bench: Bench = {
  format: "markdown",
  title: "at 1x, 10x and 100x of what is not shown, processor time of the thread",
  rows: async () => {
    const rows: Row[] = [];
    // Pauses first: collecting the garbage of a large heap is one, too.
    for (const growth of work) rows.push(await workRow(growth));
    for (const growth of calls) rows.push(await callRow(growth));
    rows.push(await refusalRow());
    return rows;
  },
};

async function atEachSize<T>({ first, prepare }: Growth, measure: (run: () => unknown) => Promise<T>) {
  const results: T[] = [];
  for (const times of [1, 10, 100]) {
    const result = await inFolder(async (folder) => {
      const storage = await openSqlite(folder);
      try {
        const files = await openFileStore(join(folder, "files"));
        return await measure(await prepare({ storage, files, count: first * times }));
      } finally {
        await storage.close();
      }
    });
    results.push(result);
  }
  return results;
}

const sizes = ({ first }: Growth) =>
  [1, 10, 100].map((times) => (first * times).toLocaleString("en")).join(" / ");

/** Milliseconds of the processor that this thread took: other work of the machine does not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the mean of many calls, after one call to warm up caches. */
async function callRow(growth: Growth): Promise<Row> {
  const times = await atEachSize(growth, async (run) => {
    await run();
    const began = threadMs();
    let calls = 0;
    // The clock of processor time moves in steps of some milliseconds.
    while (threadMs() - began < MEASURED_MS) {
      for (let n = 0; n < CALLS; n += 1) await run();
      calls += CALLS;
    }
    return (threadMs() - began) / calls;
  });
  return {
    what: `${growth.what}: ${sizes(growth)}`,
    value: times[2]! / times[0]!,
    unit: "x the time at 1x",
    bar: { atMost: 3 },
    note: `${times.map(readable).join(" / ")} ms`,
  };
}

/** Measures the pauses of background work: its total time may grow, but other calls must not wait long. */
async function workRow(growth: Growth): Promise<Row> {
  const runs = await atEachSize(growth, async (run) => {
    collectGarbage();
    const began = threadMs();
    let [longest, last, isRunning] = [0, began, true];
    const note = () => {
      const time = threadMs();
      longest = Math.max(longest, time - last);
      last = time;
    };
    const tick = () => {
      if (!isRunning) return;
      note();
      setImmediate(tick);
    };
    setImmediate(tick);
    await run();
    isRunning = false;
    note();
    return { ms: last - began, longest };
  });
  const showGrowth = (of: "ms" | "longest") => runs.map((run) => readable(run[of])).join(" / ");
  return {
    what: `${growth.what}: ${sizes(growth)}`,
    value: runs[2]!.longest,
    unit: "ms, longest pause",
    bar: { atMost: LONGEST_PAUSE_MS },
    note: `pauses ${showGrowth("longest")} ms, in all ${showGrowth("ms")} ms`,
  };
}
