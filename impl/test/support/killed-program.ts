/** Runs a program that may kill itself, and reads its output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { dataDir } from "./data-dir.ts";
import { quiet } from "./postgres.ts";
import { startPostgres } from "./postgres-server.ts";

export type Engine = "SQLite" | "PostgreSQL";

/** A database of this test alone, in which killed processes leave what they had done. */
export async function killedDatabase(engine: Engine) {
  const folder = dataDir();
  const url = engine === "PostgreSQL" ? await startDatabase() : undefined;
  return {
    folder,
    /** @param name file of the program, beside this one. @returns each line that it wrote, as JSON */
    run: <Said>(name: string, args: readonly string[]) => runProgram<Said>(name, [folder, ...args], url),
    async opened<T>(use: (storage: Storage) => Promise<T>): Promise<T> {
      const storage = url === undefined ? await openSqlite(folder) : await openPostgres(url, quiet);
      return use(storage).finally(() => storage.close());
    },
  };
}

async function runProgram<Said>(name: string, args: readonly string[], url: string | undefined) {
  const program = fileURLToPath(new URL(name, import.meta.url));
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
