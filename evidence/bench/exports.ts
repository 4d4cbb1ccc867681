import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { openFileStore } from "../../impl/platform/files/store.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";
import type { Cell } from "../../impl/responses/exports/cell.ts";
import { interleave, type Timing } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { exportOnce, type SeededExport, seedResponses, sheetCells } from "./seeded-export.ts";
import { inFolder } from "./temporary-folder.ts";

const MANY = 5_000;
const FEW = 50;
const ROUNDS = 9;

/** Exports from SQLite to a file on disk. csv-stringify, for comparison, gets its cells from memory and writes nowhere. */
export const bench: Bench = {
  title: `export of ${MANY.toLocaleString("en")} responses, ${ROUNDS} rounds, interleaved`,
  rows: async () => [...(await speed()), await memory()],
};

function speed(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const storage = await openSqlite(folder);
    try {
      const parts: SeededExport = {
        storage,
        files: await openFileStore(folder),
        form: await seedResponses(storage, MANY),
      };
      const cells = await sheetCells(parts);
      const runs = {
        ours: () => timeRun(() => exportOnce(parts)),
        theirs: () => timeRun(() => stringifyAlone(cells)),
      };
      await interleave(3, runs);
      const { ours, theirs } = await interleave(ROUNDS, runs);
      const row = (what: string, of: keyof Timing): Row => {
        const note = `${ours[of].toFixed(0)} ms to ${theirs[of].toFixed(0)} ms`;
        return {
          what,
          value: theirs[of] / ours[of],
          unit: "of csv-stringify alone",
          bar: { atLeast: 0.5 },
          ...(of === "cpu" && { isRatio: true }),
          note,
        };
      };
      return [row("CSV, by processor time", "cpu"), row("CSV, by the clock", "wall")];
    } finally {
      await storage.close();
    }
  });
}

async function timeRun(run: () => Promise<unknown>): Promise<Timing> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, cpu: (user + system) / 1_000 };
}

/** The options give the same output as ours: escaped formulas and CRLF. */
async function stringifyAlone(cells: readonly Cell[][]): Promise<void> {
  const csv = stringify({
    bom: true,
    record_delimiter: "\r\n",
    quote_record_delimiter: true,
    escape_formulas: true,
  });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(Readable.from(cells), csv, nowhere);
}

/** Compares the largest resident memory of a process that exports 50 rows with one that exports 5,000; both run five times. */
async function memory(): Promise<Row> {
  const [few, many] = [await largest(FEW), await largest(MANY)];
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  return {
    what: `resident memory, ${MANY.toLocaleString("en")} rows to ${FEW}`,
    value: many / few,
    unit: "x",
    bar: { atMost: 1.25 },
    note: `${megabytes(many)} MB to ${megabytes(few)} MB, at their largest`,
  };
}

function largest(rows: number): Promise<number> {
  return inFolder(async (folder) => {
    const storage = await openSqlite(folder);
    const form = await seedResponses(storage, rows).finally(() => storage.close());
    const program = fork(join(import.meta.dirname, "export-program.ts"), [folder, JSON.stringify(form)], {
      execArgv: ["--conditions=toolwright-source"],
    });
    const [bytes] = (await once(program, "message")) as [number];
    await once(program, "close");
    return bytes;
  });
}
