/** `npm run backup -- FILE` copies the database while the server runs; `npm run restore -- FILE` puts a copy back. */
import { ConfigError, readConfig } from "./config.ts";
import { StorageError } from "./storage/error.ts";
import { backUpDatabase, restoreDatabase } from "./storage/sqlite/backup.ts";

const help = `Backs up the database, and restores it.

  npm run -s backup -- FILE     copies the database into a new file; the server may run
  npm run -s restore -- FILE    puts the copy into the data folder; the server must not run

The data folder is DATA_DIR (./data), the same as the server's. Uploaded files are not in the database: copy the folder
DATA_DIR/files after each backup, and put it back before the server starts again.

Exit codes: 0 done, 1 failed, 2 the command line or the configuration is wrong.
`;

async function main([command, file, ...more]: readonly string[]): Promise<number> {
  if (file === "--help" || file === "-h") {
    process.stdout.write(help);
    return 0;
  }
  if ((command !== "backup" && command !== "restore") || file === undefined || more.length > 0) {
    process.stderr.write(help);
    return 2;
  }
  try {
    const { dataDir } = readConfig(process.env);
    process.stdout.write(`${await (command === "backup" ? backUp : restore)(dataDir, file)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

async function backUp(dataDir: string, file: string): Promise<string> {
  await backUpDatabase(dataDir, file);
  return `The database is in ${file}. Copy ${dataDir}/files as well: uploads are there.`;
}

async function restore(dataDir: string, file: string): Promise<string> {
  const kept = await restoreDatabase(file, dataDir);
  const before = kept === undefined ? "" : ` The one that was there is ${kept}.`;
  return `The database of ${dataDir} is that of ${file}.${before}`;
}

process.exitCode = await main(process.argv.slice(2));
