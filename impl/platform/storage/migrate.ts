import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { StorageError } from "./error.ts";

/** They run in the order of their names. A migration that has been released is never changed. */
const names = readdirSync(join(import.meta.dirname, "migrations"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

/** Each module exports one, and may export what later ones use. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of names)
    for (const { up } of Object.values<Partial<Migration>>(await import(`./migrations/${name}.ts`)))
      if (up) migrations[name] = { up };
  return migrations;
}

/**
 * Brings the schema up to date in one transaction. Of processes that start at once, the first one migrates and the
 * others wait.
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  await refuseNewerSchema(db);
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewerSchema<Tables>(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.find(({ name }) => !names.includes(name));
  if (unknown === undefined) return;
  throw new StorageError(
    `The database was made by a newer version of this service (its schema has ${unknown.name}). ` +
      "Start that version again, or name another data folder with DATA_DIR.",
  );
}
