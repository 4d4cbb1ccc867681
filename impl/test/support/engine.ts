/** Opens a database for a test, SQLite or PostgreSQL. */
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { DATABASE_NAME } from "../../platform/storage/sqlite/file.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { quiet, TEMPLATE } from "./postgres.ts";

export const onPostgres = inject("postgres") !== undefined;

/** The storage that belongs to a data folder, on the engine that the tests run on; the same for the same folder. */
export async function openEngine(folder: string): Promise<Storage> {
  const server = inject("postgres");
  return server === undefined ? openMigrated(folder) : openPostgres(await databaseOf(server, folder), quiet);
}

/** A file without a row that all databases of SQLite start as: migrating one costs more than most tests. */
let migratedFile: Promise<string> | undefined;

/** Does the same as `openSqlite` without waiting for the disk: no test with it survives a power cut. */
async function openMigrated(folder: string): Promise<Storage> {
  migratedFile ??= migrateFile();
  const template = await migratedFile;
  const file = join(folder, DATABASE_NAME);
  if (existsSync(folder) && !existsSync(file)) copyFileSync(template, file);
  const storage = await openSqlite(folder);
  await sql`pragma synchronous = off`.execute(storage.db);
  return storage;
}

async function migrateFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-migrated-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await (await openSqlite(folder)).close();
  return join(folder, DATABASE_NAME);
}

/** Returns the environment for a program that uses the same storage. */
export async function engineEnvironment(folder: string): Promise<Record<string, string>> {
  const server = inject("postgres");
  if (server === undefined) return { DATA_DIR: folder };
  return { DATA_DIR: folder, DATABASE_URL: await databaseOf(server, folder) };
}

/** The databases of tests that run, by the folder. */
const taken = new Map<string, Promise<string>>();
/** Databases without a row, for the next tests of this file. */
const empty: string[] = [];

/** Address of the folder's own database, which it has until the test ends. */
export async function databaseOf(server: string, folder: string): Promise<string> {
  let database = taken.get(folder);
  if (database === undefined) {
    database = takeDatabase(server);
    taken.set(folder, database);
    onTestFinished(async () => {
      taken.delete(folder);
      const name = await database!;
      if (await isEmptied(server, name)) empty.push(name);
    });
  }
  return `${server}/${await database}`;
}

async function takeDatabase(server: string): Promise<string> {
  const left = empty.pop();
  if (left !== undefined) return left;
  const name = `test_${randomBytes(12).toString("hex")}`;
  await connected(`${server}/postgres`, (client) =>
    client.query(`create database ${name} template ${TEMPLATE}`),
  );
  // Reads the schema from the first copy, before its test: nobody can copy the template itself while it has a connection.
  migratedSchema ??= connected(`${server}/${name}`, schemaOf);
  await migratedSchema;
  return name;
}

const OTHERS = `
  select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
const USED_TABLES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    and pg_relation_size(oid) > 0`;

/** Differs as soon as a migration, table or column does. */
const SCHEMA = `
  select md5(string_agg(part, ' ' order by part)) as digest from (
    select name as part from kysely_migration union all
    select concat_ws('.', table_name, column_name, data_type) from information_schema.columns where table_schema = 'public'
  ) as parts`;

let migratedSchema: Promise<string> | undefined;

async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(SCHEMA);
  return rows[0]?.digest ?? "";
}

/**
 * Removes all rows and the places that they had, so that nothing shows that the database was used; not while others are
 * connected to it, and not if a test has changed its schema.
 */
function isEmptied(server: string, name: string): Promise<boolean> {
  return connected(`${server}/${name}`, async (client) => {
    if ((await client.query(OTHERS)).rowCount !== 0) return false;
    const schema = await schemaOf(client).catch(() => "");
    if (schema !== (await migratedSchema)) return false;
    // Disables triggers, and with them foreign keys.
    await client.query("set session_replication_role = replica");
    const tables = (await client.query<{ name: string }>(USED_TABLES)).rows.map(({ name }) => name);
    if (tables.length === 0) return true;
    await client.query(tables.map((table) => `delete from ${table}`).join("; "));
    await client.query(`vacuum (index_cleanup on, truncate on) ${tables.join(", ")}`);
    return (await client.query(USED_TABLES)).rowCount === 0;
  });
}

async function connected<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return use(client).finally(() => client.end());
}
