/** Migrates databases to the schema of this version, and rejects those that it cannot read. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { StorageError } from "./error.ts";

/** The migrations in the order in which they run. A released migration is never changed. */
const names = readdirSync(join(import.meta.dirname, "migrations"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

/** The migration that every database since the first release has. */
const FIRST = "0001_first_release";

/** Loads the migrations; each module exports one. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of names)
    for (const { up } of Object.values<Partial<Migration>>(await import(`./migrations/${name}.ts`)))
      if (up) migrations[name] = { up };
  return migrations;
}

/**
 * Migrates the schema to this version in one transaction. If several processes start at once, the first one migrates and
 * the others wait.
 * @throws StorageError for a database that this version cannot read
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  if (await isMigrated(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * Whether the schema is the one of this version. The migrator would read the whole schema three times to find that out.
 * @throws StorageError for a database that this version cannot read
 */
export async function isMigrated<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const applied = await appliedMigrations(db);
  refuseUnreadable(applied);
  return names.every((name) => applied.includes(name));
}

async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  try {
    return await readMigrations(db);
  } catch {
    // A new database has no table of migrations, which each engine says in its own way. Only then all tables are listed, which is slow.
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    // Another process may have made the table meanwhile.
    return tables.some((table) => table.name === "kysely_migration") ? readMigrations(db) : [];
  }
}

async function readMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Checks whether this version can read a database.
 * @param applied the names of the migrations of the database, oldest first
 * @throws StorageError for a database that this version cannot read
 */
export function refuseUnreadable(applied: readonly string[]): void {
  refuseUnreleasedSchema(applied);
  refuseNewerSchema(applied);
}

function refuseUnreleasedSchema(applied: readonly string[]): void {
  if (applied.length === 0 || applied.includes(FIRST)) return;
  throw new StorageError(
    `The database was made before the first release (its schema has ${applied[0]}), and this version cannot read it. ` +
      "To keep what is in it, export it with the version that made it (impl/docs/operating.md, Upgrade and rollback). " +
      "To start anew, name another data folder with DATA_DIR, or another database with DATABASE_URL.",
  );
}

function refuseNewerSchema(applied: readonly string[]): void {
  const unknown = applied.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new StorageError(
    `The database was made by a newer version of this service (its schema has ${unknown}). ` +
      "Start that version again, or name another data folder with DATA_DIR.",
  );
}
