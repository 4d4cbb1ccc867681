/** `npm run backup -- FILE` copies the database while the server runs; `npm run restore -- FILE` puts a copy back. */
import { readConfig } from "../../platform/config/config.ts";
import { backUpDatabase } from "../../platform/storage/sqlite/backup.ts";
import { type Restored, restoreDatabase } from "../../platform/storage/sqlite/restore.ts";
import { type Command, CommandFailed, type CommandIo, UsageError } from "./command-line.ts";
import { parseOptions } from "./options.ts";

const help = `Backs up the database, and restores it.

  npm run -s backup -- FILE     copies the database into a new file; also while the server runs
  npm run -s restore -- FILE [--exactly]
                                puts the copy into the data folder; stop the server first

What was revoked, erased or deleted after the backup was made would come back with it. So restore reads the database that
it replaces, and applies again what it says: revoked tokens, ended sessions and shares, dropped keys, locked accounts, and
responses, forms and accounts that were deleted. To get back what was deleted by mistake, use --exactly, which leaves all as
it is in the backup. The replaced database is kept beside the restored one. A restore that is interrupted changes nothing;
run it again.

The data folder is DATA_DIR (./data), the same as the server's. Uploads and illustrations are not in the database: copy the folder
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
  return `The database is in ${file}. Copy ${dataDir}/files as well: it holds the uploads and illustrations.`;
}

async function restore(dataDir: string, file: string, exactly: boolean): Promise<string> {
  const restored = await restoreDatabase(file, dataDir, { exactly });
  const { replaced } = restored;
  const before = replaced === undefined ? "" : ` The previous database is in ${replaced}.`;
  return `The database in ${dataDir} was restored from ${file}.${before}\n${afterwards(restored)}`;
}

/** Explains to the operator which changes after the backup were applied again and which were not. */
function afterwards({ reapplied }: Restored): string {
  if (reapplied === undefined) {
    return (
      "Nothing that happened after the backup was made was applied again: tokens that were revoked, accounts that were locked or " +
      "deleted and people who were erased since then are back. Repeat it: npm run -s token -- list, npm run -s account -- list, " +
      "npm run -s erase -- EMAIL."
    );
  }
  const counts = [
    `${reapplied.revokedTokens} tokens revoked`,
    `${reapplied.erasedResponses} responses deleted`,
    `${reapplied.lockedAccounts} accounts locked`,
    `${reapplied.deletedAccounts} accounts deleted`,
    `${reapplied.deletedForms} forms deleted`,
    `${reapplied.deletedLessons} lessons deleted`,
    `${reapplied.endedShares} shares ended`,
  ];
  return `Applied again what happened since the backup: ${counts.join(", ")}. To get back what was deleted by mistake, restore with --exactly.`;
}

export const backupCommand: Command = async (args, io) => {
  const { file, exactly, wantsHelp } = parse(args);
  if (wantsHelp) return io.out(help);
  if (file === undefined || exactly) throw new UsageError("backup takes one file.");
  io.out(`${await backUp(readDataDir(io), file)}\n`);
};

export const restoreCommand: Command = async (args, io) => {
  const { file, exactly, wantsHelp } = parse(args);
  if (wantsHelp) return io.out(help);
  if (file === undefined) throw new UsageError("restore takes one file, and --exactly.");
  io.out(`${await restore(readDataDir(io), file, exactly)}\n`);
};

/** The data folder of the embedded database. */
function readDataDir({ env }: CommandIo): string {
  const { dataDir, databaseUrl } = readConfig(env);
  if (databaseUrl !== undefined) throw new CommandFailed(forPostgres);
  return dataDir;
}

/** @throws UsageError */
function parse(args: readonly string[]) {
  const options = { help: { type: "boolean", short: "h" }, exactly: { type: "boolean" } } as const;
  const { values, positionals } = parseOptions(args, options, true);
  const file = positionals.length === 1 ? positionals[0] : undefined;
  return { file, exactly: values.exactly === true, wantsHelp: values.help === true };
}
