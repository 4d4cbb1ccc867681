import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Cell } from "../impl/exports/cell.ts";
import { openFileStore } from "../impl/files/store.ts";
import { openSqlite } from "../impl/storage/sqlite/open.ts";
import { aSheet, type Exporting, exporting, seedResponses } from "./exporting.ts";
import { interleaved, type Taken } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { inFolder } from "./workbench.ts";

const MANY = 5_000;
const FEW = 50;
const ROUNDS = 9;

/** From SQLite into a file on the disk, against csv-stringify that is given the cells and writes to nowhere. */
export const bench: Bench = {
  title: `export of ${MANY.toLocaleString("en")} responses, ${ROUNDS} rounds, interleaved`,
  rows: async () => [...(await speed()), await memory()],
};

function speed(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const storage = await openSqlite(folder);
    try {
      const parts: Exporting = {
        storage,
        files: await openFileStore(folder),
        form: await seedResponses(storage, MANY),
      };
      const cells = await aSheet(parts);
      const runs = {
        ours: () => taken(() => exporting(parts)),
        theirs: () => taken(() => stringifyAlone(cells)),
      };
      await interleaved(3, runs);
      const { ours, theirs } = await interleaved(ROUNDS, runs);
      const row = (what: string, of: keyof Taken): Row => {
        const note = `${ours[of].toFixed(0)} ms to ${theirs[of].toFixed(0)} ms`;
        return {
          what,
          value: theirs[of] / ours[of],
          unit: "of csv-stringify alone",
          bar: { atLeast: 0.5 },
          note,
        };
      };
      return [row("CSV, by processor time", "cpu"), row("CSV, by the clock", "wall")];
    } finally {
      await storage.close();
    }
  });
}

async function taken(run: () => Promise<unknown>): Promise<Taken> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, cpu: (user + system) / 1_000 };
}

/** With the options that our sheets need: their own guard against formulas, CRLF. */
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

/** The largest resident memory of a process that exports a few times, and of one that exports more rows as often. */
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
