/** The form service itself with all checks on, on the database of a folder (first argument); its log goes to /dev/null. */
import { openSync } from "node:fs";
import { builtInEditor, builtInGenerator } from "../../../impl/ai/built-in.ts";
import { builtinWriter } from "../../../impl/lessons/builtin/writer.ts";
import { startServer } from "../../../impl/mcp/server/server.ts";
import { readConfig } from "../../../impl/platform/config/config.ts";
import { openFileStore } from "../../../impl/platform/files/store.ts";
import { jsonLog } from "../../../impl/platform/log/log.ts";
import { openSqlite } from "../../../impl/platform/storage/sqlite/open.ts";
import { systemClock } from "../../../impl/platform/time/clock.ts";
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
