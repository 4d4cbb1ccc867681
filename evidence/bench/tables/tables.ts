/** Times `/healthz` while ten accounts have their largest tables written. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { openSqlite } from "../../../impl/platform/storage/sqlite/open.ts";
import type { TableFormat } from "../../../impl/responses/exports/request.ts";
import { openSheet } from "../../../impl/responses/exports/tables/sheet.ts";
import { tableThread } from "../../../impl/responses/exports/tables/table-thread.ts";
import { median } from "../measure.ts";
import { type Bench, type Row, readable } from "../row.ts";
import { inFolder } from "../temporary-folder.ts";
import { seedWideForm, type WideForm } from "./wide-form.ts";

const TABLES = 10;
/** BENCH_TABLE_ROWS changes it, for a machine that others use. */
const ROWS = Number(process.env.BENCH_TABLE_ROWS ?? 5_000);
const QUESTIONS = 490;
const LONGEST_MS = 300;

export const bench: Bench = {
  title: `/healthz beside ${TABLES} tables of ${ROWS.toLocaleString("en")} x ${QUESTIONS + 1}`,
  rows: () =>
    inFolder(async (folder) => {
      const storage = await openSqlite(folder);
      try {
        const wide = await seedWideForm(storage, { rows: ROWS, questions: QUESTIONS });
        return [...(await beside(wide, "live_csv")), ...(await beside(wide, "xlsx"))];
      } finally {
        await storage.close();
      }
    }),
};

async function beside(wide: WideForm, format: TableFormat): Promise<Row[]> {
  // A table is measured to its end, however busy the machine is.
  const thread = tableThread({ longestMs: 600_000 });
  const server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const alone = await timeHealth(port, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
    const turns = watchTurns();
    const tables = Array.from(
      { length: TABLES },
      (_, n) => () => write(wide, format, `account ${n}`, thread),
    );
    const loaded = await timeHealth(port, () => Promise.all(tables.map((table) => table())));
    const longest = turns.stop();
    const name = format === "xlsx" ? "XLSX" : "CSV";
    const note = `median ${readable(median(loaded))} ms, longest ${readable(loaded.at(-1)!)} ms of ${loaded.length}`;
    return [
      {
        what: `${name}: 19 of 20 within`,
        value: ofTwenty(loaded),
        unit: "ms",
        bar: { atMost: LONGEST_MS },
        note,
      },
      {
        what: `${name}: longest turn of the loop`,
        value: longest,
        unit: "ms of processor",
        bar: { atMost: LONGEST_MS },
      },
      { what: `${name}: median, beside / alone`, value: median(loaded) / median(alone), unit: "x" },
    ];
  } finally {
    server.close();
    await thread.stop();
  }
}

async function write(
  { storage, form }: WideForm,
  format: TableFormat,
  account: string,
  { run }: ReturnType<typeof tableThread>,
): Promise<void> {
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const request = { format, filter, withAddresses: false };
  const { content } = await openSheet(storage.db, run, { ...form, owner_id: account }, request, {
    kind: "described",
  });
  for await (const _ of content);
}

/** Requests one after the other from another thread, while some work lasts. @returns milliseconds, sorted */
async function timeHealth(port: number, work: () => Promise<unknown>): Promise<number[]> {
  const client = new Worker(new URL("health-client-program.ts", import.meta.url), { workerData: port });
  try {
    await once(client, "message");
    await work();
    const answer = once(client, "message");
    client.postMessage("stop");
    const [times] = (await answer) as [number[]];
    return times.toSorted((a, b) => a - b);
  } finally {
    await client.terminate();
  }
}

function ofTwenty(times: readonly number[]): number {
  return times[Math.floor(times.length * 0.95)]!;
}

/** Watches how long this thread computes between two turns of its loop. Other programs do not change this time. */
function watchTurns(): { stop(): number } {
  let longest = 0;
  let last = threadTime();
  const timer = setInterval(() => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
