/** The form service itself with all checks on, on the database of a folder (first argument); its log goes to /dev/null. */
import { openSync } from "node:fs";
import { builtInEditor, builtInGenerator } from "../../impl/ai/built-in.ts";
import { readConfig } from "../../impl/config/config.ts";
import { openFileStore } from "../../impl/files/store.ts";
import { builtinWriter } from "../../impl/lessons/builtin/writer.ts";
import { jsonLog } from "../../impl/log/log.ts";
import { startServer } from "../../impl/server/server.ts";
import { openSqlite } from "../../impl/storage/sqlite/open.ts";
import { systemClock } from "../../impl/time/clock.ts";
import { ready } from "./program.ts";

const [folder] = process.argv.slice(2) as [string];
const { endpoint } = await startServer(readConfig({ PORT: "0", DATA_DIR: folder }), {
  storage: await openSqlite(folder),
  files: await openFileStore(folder),
  clock: systemClock,
  generateForm: builtInGenerator,
  editForm: builtInEditor,
  writer: builtinWriter,
  log: jsonLog(openSync("/dev/null", "w")),
});
ready(endpoint);
