/** `npm run backup -- FILE` copies the database while the server runs; `npm run restore -- FILE` puts a copy back. */

import { readConfig } from "../config/config.ts";
import { backUpDatabase, restoreDatabase } from "../storage/sqlite/backup.ts";
import { CommandFailed, runCommand, UsageError } from "./command-line.ts";

const help = `Backs up the database, and restores it.

  npm run -s backup -- FILE     copies the database into a new file; also while the server runs
  npm run -s restore -- FILE    puts the copy into the data folder; stop the server first

The data folder is DATA_DIR (./data), the same as the server's. Uploaded files are not in the database: copy the folder
DATA_DIR/files after each backup, and put it back before the server starts again. With DATABASE_URL the data is in PostgreSQL, and
both commands refuse.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.
`;

const forPostgres = `DATABASE_URL is set, so the data is in PostgreSQL. Nothing was done: backup and restore are for the embedded database.
Back up PostgreSQL with its own tools: pg_dump --format=custom --file=FILE "$DATABASE_URL"
Restore it, with the servers stopped: pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE
To copy an embedded database that is still in DATA_DIR, unset DATABASE_URL.`;

async function backUp(dataDir: string, file: string): Promise<string> {
  await backUpDatabase(dataDir, file);
  return `The database is in ${file}. Copy ${dataDir}/files as well: it holds the uploads.`;
}

async function restore(dataDir: string, file: string): Promise<string> {
  const replaced = await restoreDatabase(file, dataDir);
  const before = replaced === undefined ? "" : ` The previous database is in ${replaced}.`;
  return `The database in ${dataDir} was restored from ${file}.${before}`;
}

await runCommand("backup", async ([command, file, ...more]) => {
  if (file === "--help" || file === "-h") return void process.stdout.write(help);
  if ((command !== "backup" && command !== "restore") || file === undefined || more.length > 0)
    throw new UsageError("backup and restore take one file.");
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) throw new CommandFailed(forPostgres);
  process.stdout.write(`${await (command === "backup" ? backUp : restore)(dataDir, file)}\n`);
});
