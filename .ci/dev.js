/**
 * `npm run dev`: generates, bundles, then starts the form service. tsx restarts it after each change of the spec or of a
 * module. If the spec has mistakes, generated/ does not change, and the service keeps running.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { writeBundles } from "./bundles.ts";

const toolwright = fileURLToPath(new URL("../generator/bin/toolwright.js", import.meta.url));
const { status } = spawnSync(process.execPath, [toolwright, "generate"], { stdio: "inherit" });
if (status !== 0)
  process.stderr.write("The service goes on with the last spec that had no mistakes, until the next save.\n");
await writeBundles();
await import("../impl/bin/service-mcp.js");
