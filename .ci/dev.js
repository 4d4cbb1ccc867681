/** `npm run dev`: generates, bundles, then starts the form service. tsx runs it again after each save of the spec or of a module. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { writeBundles } from "./bundles.ts";

const toolwright = fileURLToPath(new URL("../generator/bin/toolwright.js", import.meta.url));
const { status } = spawnSync(process.execPath, [toolwright, "generate"], { stdio: "inherit" });
if (status === 0) {
  await writeBundles();
  await import("../impl/bin/service-mcp.js");
} else process.exitCode = status ?? 1;
