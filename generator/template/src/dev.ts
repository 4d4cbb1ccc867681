/**
 * `npm run dev`: generates, then starts the server. tsx runs it again after each save of the spec or of a module. A spec with mistakes
 * changes nothing in generated/, so the server goes on with the last one that had none.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const toolwright = fileURLToPath(
  new URL("bin/toolwright.js", import.meta.resolve("toolwright/package.json")),
);
const { status } = spawnSync(process.execPath, [toolwright, "generate"], { stdio: "inherit" });
if (status !== 0)
  process.stderr.write("The server goes on with the last spec that had no mistakes, until the next save.\n");
await import("./main.ts");
