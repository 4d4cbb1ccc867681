/** Opens a database for a test, SQLite or PostgreSQL. */
import { hash } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { openPostgres } from "../storage/postgres/open.ts";
import { openSqlite } from "../storage/sqlite/open.ts";
import type { Storage } from "../storage/storage.ts";
import { quiet, TEMPLATE } from "./postgres.ts";

export const onPostgres = inject("postgres") !== undefined;

/** The storage that belongs to a data folder, on the engine that the tests run on; the same for the same folder. */
export async function openEngine(folder: string): Promise<Storage> {
  const server = inject("postgres");
  if (server === undefined) return openSqlite(folder);
  return openPostgres(await databaseOf(server, folder), quiet);
}

/** What a program of ours has to be told to use the same storage. */
export async function engineEnvironment(folder: string): Promise<Record<string, string>> {
  const server = inject("postgres");
  if (server === undefined) return { DATA_DIR: folder };
  return { DATA_DIR: folder, DATABASE_URL: await databaseOf(server, folder) };
}

/** Address of the folder's own database, which is made when it is first asked for. */
export async function databaseOf(server: string, folder: string): Promise<string> {
  const name = `test_${hash("sha256", folder).slice(0, 24)}`;
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0)
    await client.query(`create database ${name} template ${TEMPLATE}`).catch(ignoreExisting);
  await client.end();
  return `${server}/${name}`;
}

function ignoreExisting(error: Error): void {
  if (!("code" in error && (error.code === "42P04" || error.code === "23505"))) throw error;
}
